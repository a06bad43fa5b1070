import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { ERRORS } from '#shared/errors.ts';
import { VERIFICATION_CHECKS } from '#shared/vocabulary/people.ts';
import { CHECK_LABELS } from '#shared/vocabulary/verification.ts';
import { Completeness } from './completeness.tsx';
import { ProfileChanges } from './profile-changes.tsx';
import { ProfileOverview } from './profile-overview.tsx';
import type { ProfileVersion, TargetTutor, TutorAction } from './tutor-actions.ts';
import { type Decision, useDecision } from './use-decision.ts';
import classes from './verification-modal.module.css';

export type VerificationModalProps = {
  tutor: TargetTutor;
  opened: boolean;
  isCovered: boolean;
  onAct: (action: TutorAction, version: ProfileVersion) => void;
  onClose: () => void;
};

export function VerificationModal({ tutor: { id, user }, opened, isCovered, onAct, onClose }: VerificationModalProps) {
  const fresh = { enabled: opened, staleTime: 0, refetchOnWindowFocus: 'always' } as const;
  const trpc = useTRPC();
  const profile = useQuery(trpc.tutors.forAdmin.queryOptions({ id }, fresh));
  const verification = useQuery(trpc.verification.tutor.queryOptions({ id }, fresh));
  const decision = useDecision(profile.data);
  const error = profile.error ?? verification.error;
  const shown = profile.data && verification.data ? { profile: profile.data, verification: verification.data } : null;
  const act = (action: TutorAction, { revision, verificationStatus }: ProfileVersion) => onAct(action, { revision, verificationStatus });
  const isChanged = shown?.verification.changedAt != null;

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
              <Button variant="default" disabled={decision.isBusy} onClick={() => act('unverify', shown.profile)}>
                Unverify
              </Button>
            ) : (
              <Button variant="outline" color="red" disabled={decision.isBusy} onClick={() => act('reject', shown.profile)}>
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
      {!shown && error && (
        <ErrorState
          title="Error Loading Profile"
          message={errorMessage(error, 'Failed to fetch tutor profile')}
          isRetrying={profile.isFetching || verification.isFetching}
          onRetry={() => void Promise.all([profile.refetch(), verification.refetch()])}
        />
      )}
      {!shown && !error && <ModalLoading />}
      {shown && (
        <Stack gap="1.5rem">
          {isChanged && <ProfileChanges profile={shown.profile} verification={shown.verification} />}
          <ProfileOverview profile={shown.profile} verification={shown.verification} />
          <Completeness profile={shown.profile} />
          <Checklist decision={decision} isDecided={shown.profile.isVerified && !isChanged} />
        </Stack>
      )}
    </Dialog>
  );
}

function ModalLoading() {
  return (
    <Loading label="Loading the profile…">
      <Stack gap="1.5rem">
        <Skeleton height={72} />
        <Skeleton height={160} />
        <Skeleton height={120} />
      </Stack>
    </Loading>
  );
}

type ChecklistProps = {
  decision: Decision;
  isDecided: boolean;
};

function Checklist({ decision: { checks, isComplete, problem, isBusy, list, check }, isDecided }: ChecklistProps) {
  return (
    <fieldset ref={list} className={classes.checks} disabled={isBusy}>
      <legend>Verification checks</legend>
      <Group gap="0 1.5rem">
        {VERIFICATION_CHECKS.map((name) => (
          <Checkbox
            key={name}
            label={CHECK_LABELS[name]}
            checked={checks[name]}
            onChange={({ currentTarget }) => check(name, currentTarget.checked)}
          />
        ))}
      </Group>
      {problem ? (
        <Text c="red" fw={600} my={4} role="alert">
          {problem}
        </Text>
      ) : (
        !isComplete &&
        !isDecided && (
          <Text c="dimmed" my={4}>
            {ERRORS['verification.checks'].message}
          </Text>
        )
      )}
    </fieldset>
  );
}
