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
import { BackLink } from './conversation-head.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { updateThread } from './message-cache.ts';
import { QuestionForm } from './question-form.tsx';

export type ThreadWithTutorProps = { userId: string; tutorId: string; onFound: (threadId: string) => void; onBack: () => void };

export function ThreadWithTutor({ userId, tutorId, onFound, onBack }: ThreadWithTutorProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: thread, error, isFetching, refetch } = useQuery(trpc.messages.withTutor.queryOptions({ tutorId }, { staleTime: 0 }));
  const code = toApiError(error)?.code;

  const handleFound = useEffectEvent((found: NonNullable<typeof thread>) => {
    updateThread({ trpc, queryClient }, found);
    onFound(found.id);
  });
  useEffect(() => {
    if (thread) handleFound(thread);
  }, [thread]);

  if (!error) return <ConversationSkeleton onBack={onBack} />;
  return (
    <div className={classes.conversation}>
      <header className={classes.lone}>
        <BackLink onBack={onBack} />
      </header>
      {code === 'thread.no_booking' && (
        <QuestionForm
          userId={userId}
          tutorId={tutorId}
          onSent={(thread) => {
            void queryClient.invalidateQueries(trpc.messages.threads.pathFilter());
            void queryClient.invalidateQueries(trpc.messages.hasWithTutor.queryFilter({ tutorId }));
            updateThread({ trpc, queryClient }, thread);
            onFound(thread.id);
          }}
        />
      )}
      {code === 'tutor.not_found' && (
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
      )}
      {code !== 'thread.no_booking' && code !== 'tutor.not_found' && (
        <QueryError
          title={t`Error Loading Messages`}
          message={errorMessageWithReason(error, t`Failed to fetch messages`)}
          query={{ isFetching, refetch }}
        />
      )}
    </div>
  );
}
