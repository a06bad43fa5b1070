import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Empty, ErrorState, QueryError } from '#client/ui/page-state.tsx';
import { useIsOnline } from '#client/ui/use-is-online.ts';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { BlockDialog } from './block-dialog.tsx';
import { ClosedNotice } from './closed-notice.tsx';
import { Composer, type ComposerHandle } from './composer.tsx';
import classes from './conversation.module.css';
import { BackLink, ConversationHead } from './conversation-head.tsx';
import { ConversationSkeleton, LogSkeleton } from './conversation-skeleton.tsx';
import { findListedThread } from './message-cache.ts';
import { MessageLog } from './message-log.tsx';
import { getOutbox, useOutboxMessages } from './outbox.ts';
import { UnsentMessages } from './unsent-messages.tsx';
import { useConversation } from './use-conversation.ts';

const TITLE = msg`Error Loading Messages`;
const FAILED = msg`Failed to fetch messages`;
/** Wide enough for two panes, and without an on-screen keyboard. */
const DESKTOP = '(min-width: 48em) and (pointer: fine)';

export type ConversationProps = {
  userId: string;
  threadId: string;
  takesFocus: boolean;
  onReport: (messageId: string) => void;
  onBack: () => void;
};

export function Conversation({ threadId, onBack, ...props }: ConversationProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(
    trpc.messages.thread.queryOptions(
      { id: threadId },
      { placeholderData: () => findListedThread({ trpc, queryClient }, threadId), refetchOnWindowFocus: 'always' },
    ),
  );

  if (data)
    return <OpenConversation thread={data} isFresh={!isFetching && !isPlaceholderData} checkedAt={dataUpdatedAt} onBack={onBack} {...props} />;
  if (!error) return <ConversationSkeleton onBack={onBack} />;
  return (
    <div className={classes.conversation}>
      <header className={classes.lone}>
        <BackLink onBack={onBack} />
      </header>
      {toApiError(error)?.code === 'thread.not_found' ? (
        <Empty
          title={t`Conversation not found`}
          text={t`It may belong to another account.`}
          action={
            <ButtonLink to="/messages">
              <Trans>All messages</Trans>
            </ButtonLink>
          }
        />
      ) : (
        <div className={classes.waiting}>
          <QueryError title={i18n._(TITLE)} message={errorMessageWithReason(error, i18n._(FAILED))} query={{ isFetching, refetch }} />
          <UnsentMessages userId={props.userId} threadId={threadId} />
        </div>
      )}
    </div>
  );
}

type OpenConversationProps = Omit<ConversationProps, 'threadId'> & { thread: ThreadView; isFresh: boolean; checkedAt: number };

function OpenConversation({ thread, isFresh, checkedAt, userId, takesFocus, onReport, onBack }: OpenConversationProps) {
  const { t, i18n } = useLingui();
  const { name } = thread.other;
  const now = useMinuteClock();
  const isOnline = useIsOnline();
  const { loaded, error, isRetrying, retry, ...pages } = useConversation(thread.id);
  const outbox = getOutbox(userId);
  const unsent = useOutboxMessages(userId);
  const [isAsking, setAsking] = useState(false);
  const composer = useRef<ComposerHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const notice = useRef<HTMLParagraphElement>(null);
  const focus = () => (composer.current ?? heading.current)?.focus();

  const handleOpened = useEffectEvent(() => {
    if (!takesFocus) return;
    if (window.matchMedia(DESKTOP).matches) focus();
    else heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => handleOpened(), []);

  const canWrite = !thread.isClosed && thread.messagesLeft !== 0;
  // Composer and notice replace each other, so the focus moves from one, or from the dialog, to the other.
  const wasClosed = useRef(thread.isClosed);
  useEffect(() => {
    if (wasClosed.current === thread.isClosed) return;
    wasClosed.current = thread.isClosed;
    const active = document.activeElement;
    if (active === document.body || active?.closest('[role="dialog"]')) (composer.current ?? notice.current)?.focus();
  }, [thread.isClosed]);

  return (
    <section className={classes.conversation} aria-label={t`Conversation with ${name}`}>
      <ConversationHead ref={heading} thread={thread} onBack={onBack} onBlock={() => setAsking(true)} />
      {loaded && (
        <MessageLog
          thread={thread}
          loaded={loaded}
          pages={pages}
          unsent={unsent.filter(({ threadId }) => threadId === thread.id)}
          isSettled={isFresh && pages.isFresh}
          checkedAt={checkedAt}
          now={now}
          onReport={onReport}
          onRetry={({ clientId }) => {
            outbox.update(clientId, { state: 'sending', refusal: '' });
            focus();
          }}
          onRemove={({ clientId }) => {
            outbox.remove(clientId);
            focus();
          }}
          onEdit={
            canWrite
              ? ({ clientId, text }) => {
                  outbox.remove(clientId);
                  composer.current?.prepend(text);
                }
              : undefined
          }
        />
      )}
      {!loaded && (
        <div className={classes.waiting}>
          {error ? (
            <>
              <ErrorState title={i18n._(TITLE)} message={errorMessageWithReason(error, i18n._(FAILED))} isRetrying={isRetrying} onRetry={retry} />
              <UnsentMessages userId={userId} threadId={thread.id} />
            </>
          ) : (
            <LogSkeleton />
          )}
        </div>
      )}
      {!isOnline && (
        <p className={classes.offline} role="status">
          <Trans>You are offline. Your messages will be sent when you are back online.</Trans>
        </p>
      )}
      {!thread.isClosed && thread.messagesLeft !== null && (
        <p className={classes.limit} role="status">
          <MessagesLeft left={thread.messagesLeft} name={name} />
        </p>
      )}
      {thread.isClosed && <ClosedNotice ref={notice} userId={userId} thread={thread} onUnblock={() => setAsking(true)} onDeleted={focus} />}
      {canWrite && (
        <Composer ref={composer} userId={userId} threadId={thread.id} label={t`Message to ${name}`} onSend={(text) => outbox.add(thread.id, text)} />
      )}
      <BlockDialog thread={thread} opened={isAsking} onClose={() => setAsking(false)} />
    </section>
  );
}

function MessagesLeft({ left, name }: { left: number; name: string }) {
  if (left === 0) return <Trans>You can send more messages when {name} replies or once you book a session.</Trans>;
  return (
    <Plural value={left} one={`You can send # more message before ${name} replies.`} other={`You can send # more messages before ${name} replies.`} />
  );
}
