import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { usePageKeys } from '#client/lib/page-keys.ts';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ActionBar } from '#client/ui/action-bar.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { ErrorState, Loading, Skeletons } from '#client/ui/page-state.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import type { VerificationView } from '#shared/contracts/verification.ts';
import { VERIFICATION_CHECKS } from '#shared/vocabulary/people.ts';
import { Completeness } from './completeness.tsx';
import { DocumentViewer } from './document-viewer.tsx';
import { ProfileChanges } from './profile-changes.tsx';
import { QueueChecks } from './queue-checks.tsx';
import type { QueueSearch } from './queue-search.ts';
import classes from './queue-tutor.module.css';
import { RejectDialog } from './reject-dialog.tsx';
import { TutorBadges } from './tutor-badges.tsx';
import { UnverifyDialog } from './unverify-dialog.tsx';
import { type Decision, useDecision } from './use-decision.ts';

export type QueueTutorProps = {
  id: string;
  show: QueueSearch['show'];
  next: string | undefined;
  /** Whether somebody came here from another tutor of the queue. */
  isMoved: boolean;
  onDone: () => void;
};

const FRESH = { staleTime: 0, refetchOnWindowFocus: 'always' } as const;

export function QueueTutor({ id, next, isMoved, onDone }: QueueTutorProps) {
  const trpc = useTRPC();
  const profile = useQuery(trpc.tutors.forAdmin.queryOptions({ id }, FRESH));
  const verification = useQuery(trpc.verification.tutor.queryOptions({ id }, FRESH));
  const decision = useDecision(profile.data, onDone);
  usePrefetch(next);

  const error = profile.error ?? verification.error;
  if (profile.data && verification.data) {
    return <Review profile={profile.data} verification={verification.data} decision={decision} isMoved={isMoved} onDone={onDone} />;
  }
  if (!error) {
    return (
      <Loading label="Loading the profile…">
        <Skeletons count={2} height={280} gap="md" />
      </Loading>
    );
  }
  return (
    <ErrorState
      title="Error Loading Profile"
      message={errorMessage(error, 'Failed to fetch tutor profile')}
      isRetrying={profile.isFetching || verification.isFetching}
      onRetry={() => void Promise.all([profile.refetch(), verification.refetch()])}
    />
  );
}

function usePrefetch(id: string | undefined): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (id === undefined) return;
    void queryClient.prefetchQuery(trpc.tutors.forAdmin.queryOptions({ id }));
    void queryClient.prefetchQuery(trpc.verification.tutor.queryOptions({ id }));
  }, [id, trpc, queryClient]);
}

type ReviewProps = { profile: TutorProfileView; verification: VerificationView; decision: Decision } & Pick<QueueTutorProps, 'isMoved' | 'onDone'>;

function Review({ profile, verification, decision, isMoved, onDone }: ReviewProps) {
  const { user, isVerified, verificationStatus } = profile;
  const [document, setDocument] = useState(0);
  const [dialog, setDialog] = useState<'reject' | 'unverify' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isChanged = verification.changedAt !== null;
  const isDecided = isVerified ? !isChanged : verificationStatus === 'rejected';

  useEffect(() => {
    if (!isMoved) return;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [isMoved]);

  const approve = () => void (isVerified ? decision.review() : decision.approve());
  const reject = () => setDialog(isVerified ? 'unverify' : 'reject');
  const checkKeys = VERIFICATION_CHECKS.map((name, index) => [String(index + 1), () => decision.check(name, !decision.checks[name])] as const);
  usePageKeys({ a: approve, r: reject, c: decision.checkAll, ...Object.fromEntries(checkKeys) }, !isDecided && !decision.isBusy);

  return (
    <Stack>
      <Group gap="0.5rem 1rem">
        <Avatar name={user.name} src={user.profileImage} size={48} alt="" />
        <Box miw={0}>
          <Title order={2} size="h3" ref={heading} tabIndex={-1} className={classes.name}>
            {user.name}
          </Title>
          <Text c="dimmed">{user.email}</Text>
        </Box>
        <TutorBadges status={profile.status} verificationStatus={verificationStatus} isChanged={isChanged} />
      </Group>
      {isDecided && <Decided profile={profile} onDone={onDone} />}
      <div className={classes.columns}>
        <DocumentViewer profile={profile} index={document} onIndex={setDocument} />
        <Stack>
          {isChanged && <ProfileChanges profile={profile} verification={verification} />}
          <QueueChecks
            profile={profile}
            verification={verification}
            decision={decision}
            isDecided={isDecided}
            document={document}
            onDocument={setDocument}
          />
          <Completeness profile={profile} />
        </Stack>
      </div>
      {!isDecided && (
        <div className={classes.actions}>
          <ActionBar>
            <Button variant="outline" color="red" disabled={decision.isBusy} onClick={reject} aria-keyshortcuts="r">
              {isVerified ? 'Unverify' : 'Reject'}
            </Button>
            <Button variant="default" disabled={decision.isBusy || decision.isComplete} onClick={decision.checkAll} aria-keyshortcuts="c">
              Tick all
            </Button>
            <Button loading={decision.isBusy} onClick={approve} aria-keyshortcuts="a">
              {isVerified ? 'Mark as reviewed' : 'Approve'}
            </Button>
          </ActionBar>
        </div>
      )}
      <RejectDialog
        tutor={profile}
        opened={dialog === 'reject'}
        onClose={() => setDialog(null)}
        onRejected={onDone}
        onRefused={decision.showProblem}
      />
      <UnverifyDialog tutor={profile} opened={dialog === 'unverify'} onClose={() => setDialog(null)} />
    </Stack>
  );
}

function Decided({ profile: { isVerified, user }, onDone }: { profile: TutorProfileView; onDone: () => void }) {
  return (
    <Notice
      tone="info"
      role="status"
      actions={
        <Button size="sm" onClick={onDone}>
          Next tutor who waits
        </Button>
      }
    >
      {isVerified
        ? `${user.name} is verified. There is nothing to decide any more.`
        : `${user.name} was rejected, and has not submitted the profile again.`}
    </Notice>
  );
}
