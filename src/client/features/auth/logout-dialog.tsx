import { ConfirmModal } from '#client/ui/confirm-modal.tsx';

export type LogoutDialogProps = { opened: boolean; logOut: () => void; onClose: () => void };

/** Import lazily: it brings the code of dialogs. */
export function LogoutDialog({ opened, logOut, onClose }: LogoutDialogProps) {
  return (
    <ConfirmModal
      opened={opened}
      title="Log out and lose what you have not saved?"
      message="This browser keeps what you have typed and not saved only while you are logged in."
      confirmLabel="Log out"
      cancelLabel="Stay"
      onConfirm={() => {
        onClose();
        logOut();
      }}
      onClose={onClose}
    />
  );
}
