import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useLogoutQuestion } from './use-logout.ts';

/** Stands once in the app; its code is fetched when it is asked for the first time. */
export function LogoutQuestion() {
  const { isAsked, isOpen, leave, stay } = useLogoutQuestion();
  if (!isAsked) return null;
  return (
    <ConfirmDialog
      opened={isOpen}
      type="warning"
      title="Log out and lose what you have not saved?"
      message="This browser keeps what you have typed and not saved only while you are logged in."
      confirmLabel="Log out"
      cancelLabel="Stay"
      onConfirm={leave}
      onClose={stay}
    />
  );
}
