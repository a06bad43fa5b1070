import { ConfirmModal } from '#client/ui/confirm-modal.tsx';
import { type Leaving, logoutQuestion } from './use-logout.ts';

/** Import it only on demand: it brings the code of dialogs. */
export function LogoutDialog({ isAsked, leave }: Leaving) {
  const close = () => logoutQuestion.become({ isAsked: false, leave });
  return (
    <ConfirmModal
      opened={isAsked}
      title="Log out and lose what you have not saved?"
      message="This browser keeps what you have typed and not saved only while you are logged in."
      confirmLabel="Log out"
      cancelLabel="Stay"
      onConfirm={() => {
        close();
        leave();
      }}
      onClose={close}
    />
  );
}
