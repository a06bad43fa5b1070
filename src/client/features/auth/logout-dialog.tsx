import { useLingui } from '@lingui/react/macro';
import { ConfirmModal } from '#client/ui/confirm-modal.tsx';

export type LogoutDialogProps = { opened: boolean; logOut: () => void; onClose: () => void };

/** Import lazily: it brings the code of dialogs. */
export function LogoutDialog({ opened, logOut, onClose }: LogoutDialogProps) {
  const { t } = useLingui();
  return (
    <ConfirmModal
      opened={opened}
      title={t`Log out and lose unsaved changes?`}
      message={t`Your unsaved changes are stored in this browser only while you are logged in.`}
      confirmLabel={t`Log out`}
      cancelLabel={t`Stay`}
      onConfirm={() => {
        onClose();
        logOut();
      }}
      onClose={onClose}
    />
  );
}
