import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, QueryError } from '#client/ui/page-state.tsx';
import { translated } from '#shared/domain/texts.ts';
import classes from './conversation.module.css';
import { BackLink, PersonHead } from './conversation-head.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { updateThread } from './message-cache.ts';
import { continueInThread } from './question-draft.ts';
import { QuestionForm } from './question-form.tsx';

export type ThreadWithTutorProps = { userId: string; tutorId: string; onFound: (threadId: string) => void; onBack: () => void };

export function ThreadWithTutor({ userId, tutorId, onFound, onBack }: ThreadWithTutorProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // A tutor with whom there is no conversation yet is no failure, as it would be of `withTutor`.
  const known = useQuery(trpc.messages.hasWithTutor.queryOptions({ tutorId }, { staleTime: 0 }));
  const found = useQuery(trpc.messages.withTutor.queryOptions({ tutorId }, { staleTime: 0, enabled: known.data === true }));
  const profile = useQuery(trpc.tutors.byId.queryOptions({ id: tutorId }, { enabled: known.data === false }));
  const { data: thread } = found;
  const { data: tutor } = profile;
  const answer = known.data ? found : profile;
  const { data, error, isFetching, refetch } = known.data === undefined ? known : answer;

  const handleFound = useEffectEvent((found: NonNullable<typeof thread>) => {
    updateThread({ trpc, queryClient }, found);
    continueInThread({ userId, tutorId }, found.id);
    onFound(found.id);
  });
  useEffect(() => {
    if (thread) handleFound(thread);
  }, [thread]);

  if (error && data === undefined) {
    return (
      <div className={classes.conversation}>
        <header className={classes.lone}>
          <BackLink onBack={onBack} />
        </header>
        {toApiError(error)?.code === 'tutor.not_found' ? (
          <Empty
            icon={<UserRoundX size={26} />}
            title={translated(i18n, error.message)}
            text={t`The profile may have been removed.`}
            action={
              <ButtonLink to="/tutors">
                <Trans>Find Tutors</Trans>
              </ButtonLink>
            }
          />
        ) : (
          <QueryError
            title={t`Error Loading Messages`}
            message={errorMessageWithReason(error, t`Failed to fetch messages`)}
            query={{ isFetching, refetch }}
          />
        )}
      </div>
    );
  }
  if (known.data !== false || !tutor) return <ConversationSkeleton onBack={onBack} />;
  const { name, profileImage } = tutor.user;
  return (
    <div className={classes.conversation}>
      <PersonHead person={{ name, profileImage, role: 'tutor', tutorId }} onBack={onBack} />
      <QuestionForm
        userId={userId}
        tutorId={tutorId}
        onSent={(thread, { isOpen }) => {
          void queryClient.invalidateQueries(trpc.messages.threads.pathFilter());
          void queryClient.invalidateQueries(trpc.messages.hasWithTutor.queryFilter({ tutorId }));
          updateThread({ trpc, queryClient }, thread);
          if (isOpen) onFound(thread.id);
        }}
      />
    </div>
  );
}
