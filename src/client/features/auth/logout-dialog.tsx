import { ConfirmModal } from '#client/ui/confirm-modal.tsx';

export type LogoutDialogProps = { opened: boolean; logOut: () => void; onClose: () => void };

/** Import lazily: it brings the code of dialogs. */
export function LogoutDialog({ opened, logOut, onClose }: LogoutDialogProps) {
  return (
    <ConfirmModal
      opened={opened}
      title="Log out and lose unsaved changes?"
      message="Your unsaved changes are stored in this browser only while you are logged in."
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
