import { AccountStatusDialog } from '#client/features/moderation/index.ts';
import { lazyDialog } from '#client/ui/lazy-part.tsx';
import { DeleteTutorDialog } from './delete-tutor-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { type TargetTutor, type TutorAction, useInvalidateTutors } from './tutor-actions.ts';
import { UnverifyDialog } from './unverify-dialog.tsx';

const VerificationModal = lazyDialog(() => import('./verification-modal.tsx').then((module) => module.VerificationModal));

export type TutorDialogsProps = {
  tutor: TargetTutor;
  isReviewing: boolean;
  action: TutorAction | null;
  onAct: (action: TutorAction, tutor: TargetTutor) => void;
  onClose: () => void;
  onCloseReview: () => void;
};

/** Not inside the row, which may disappear before its dialog. */
export function TutorDialogs({ tutor, isReviewing, action, onAct, onClose, onCloseReview }: TutorDialogsProps) {
  const invalidate = useInvalidateTutors();
  const { id, user, status } = tutor;

  return (
    <>
      <VerificationModal
        key={id}
        tutor={tutor}
        opened={isReviewing}
        isCovered={action !== null}
        onAct={(next, version) => onAct(next, { ...tutor, ...version })}
        onClose={onCloseReview}
      />
      <RejectDialog key={`reject ${id}`} tutor={tutor} opened={action === 'reject'} onClose={onClose} />
      <UnverifyDialog tutor={tutor} opened={action === 'unverify'} onClose={onClose} />
      <DeleteTutorDialog tutor={tutor} opened={action === 'delete'} onClose={onClose} />
      <AccountStatusDialog
        people={[{ userId: user.id, name: user.name, status }]}
        opened={action === 'status'}
        onClose={onClose}
        onDone={() => void invalidate()}
      />
    </>
  );
}
