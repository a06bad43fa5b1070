import { useLazy } from '#client/ui/use-lazy.ts';
import { DeleteTutorDialog } from './delete-tutor-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import type { ActedTutor, StatusDialog, TutorAction } from './tutor-actions.ts';
import { UnverifyDialog } from './unverify-dialog.tsx';
import { useStaleTutors } from './use-stale-tutors.ts';

const loadModal = () => import('./verification-modal.tsx').then((module) => module.VerificationModal);

export type TutorDialogsProps = {
  tutor: ActedTutor;
  zone: string;
  isReviewing: boolean;
  action: TutorAction | null;
  StatusDialog: StatusDialog | undefined;
  onAct: (action: TutorAction, tutor: ActedTutor) => void;
  onClose: () => void;
  onCloseReview: () => void;
};

/** What is asked or shown of one tutor; they outlive the row, which may be gone by then. */
export function TutorDialogs({ tutor, zone, isReviewing, action, StatusDialog, onAct, onClose, onCloseReview }: TutorDialogsProps) {
  const stale = useStaleTutors();
  const VerificationModal = useLazy(loadModal, { isNeeded: isReviewing, onError: onCloseReview });
  const { id, user, status } = tutor;

  return (
    <>
      {VerificationModal && (
        <VerificationModal
          key={id}
          tutor={tutor}
          zone={zone}
          opened={isReviewing}
          isCovered={action !== null}
          onAct={(wanted) => onAct(wanted, tutor)}
          onClose={onCloseReview}
        />
      )}
      <RejectDialog key={`reject ${id}`} tutor={tutor} opened={action === 'reject'} onClose={onClose} />
      <UnverifyDialog tutor={tutor} opened={action === 'unverify'} onClose={onClose} />
      <DeleteTutorDialog tutor={tutor} opened={action === 'delete'} onClose={onClose} />
      {StatusDialog && (
        <StatusDialog
          person={{ userId: user.id, name: user.name, status }}
          opened={action === 'status'}
          onClose={onClose}
          onDone={() => void stale()}
        />
      )}
    </>
  );
}
