import { Button, Skeleton } from '@mantine/core';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { CheckList } from './check-list.tsx';
import { CompletenessList } from './completeness-list.tsx';
import { ProfileChanges } from './profile-changes.tsx';
import { ProfileGlance } from './profile-glance.tsx';
import type { ActedTutor, TutorAction } from './tutor-actions.ts';
import { useDecision } from './use-decision.ts';
import classes from './verification-modal.module.css';

export type VerificationModalProps = {
  tutor: ActedTutor;
  zone: string;
  opened: boolean;
  /** Another dialog lies on it. */
  isCovered: boolean;
  onAct: (action: TutorAction) => void;
  onClose: () => void;
};

/** All that an admin looks at before deciding, and the decision. Import it only on demand: it brings the code of dialogs. */
export function VerificationModal({ tutor: { id, user }, zone, opened, isCovered, onAct, onClose }: VerificationModalProps) {
  const fresh = { enabled: opened, staleTime: 0, refetchOnWindowFocus: 'always' } as const;
  const profile = trpc.tutors.forAdmin.useQuery({ id }, fresh);
  const verification = trpc.verification.tutor.useQuery({ id }, fresh);
  const decision = useDecision(profile.data);
  const failed = profile.error ?? verification.error;
  const shown = profile.data && verification.data ? { profile: profile.data, verification: verification.data } : null;
  const isChanged = shown?.verification.changedAt != null;

  useCloseOnBack(opened && !isCovered, () => {
    if (!decision.isBusy) onClose();
  });

  return (
    <Dialog
      opened={opened}
      title={`Verification of ${user.name}`}
      size="xl"
      isBusy={decision.isBusy || isCovered}
      onClose={onClose}
      footer={
        shown && (
          <>
            {shown.profile.isVerified ? (
              <Button variant="default" disabled={decision.isBusy} onClick={() => onAct('unverify')}>
                Unverify
              </Button>
            ) : (
              <Button variant="outline" color="red" disabled={decision.isBusy} onClick={() => onAct('reject')}>
                Reject
              </Button>
            )}
            {!shown.profile.isVerified && (
              <Button loading={decision.isBusy} onClick={() => void decision.approve()}>
                Approve
              </Button>
            )}
            {isChanged && (
              <Button loading={decision.isBusy} onClick={() => void decision.review()}>
                Mark as reviewed
              </Button>
            )}
          </>
        )
      }
    >
      {!shown && failed && (
        <ErrorState
          title="Error Loading Profile"
          message={errorMessage(failed, 'Failed to fetch tutor profile')}
          isRetrying={profile.isFetching || verification.isFetching}
          onRetry={() => void Promise.all([profile.refetch(), verification.refetch()])}
        />
      )}
      {!shown && !failed && <ModalLoading />}
      {shown && (
        <div className={classes.parts}>
          {isChanged && <ProfileChanges profile={shown.profile} verification={shown.verification} zone={zone} />}
          <ProfileGlance profile={shown.profile} verification={shown.verification} zone={zone} />
          <CompletenessList profile={shown.profile} />
          <CheckList decision={decision} isDecided={shown.profile.isVerified && !isChanged} />
        </div>
      )}
    </Dialog>
  );
}

function ModalLoading() {
  return (
    <Loading label="Loading the profile…">
      <div className={classes.parts}>
        <Skeleton height={72} />
        <Skeleton height={160} />
        <Skeleton height={120} />
      </div>
    </Loading>
  );
}
