import { Trans, useLingui } from '@lingui/react/macro';
import { Button, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { Fragment, type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import type { MessageView, ThreadView } from '#shared/contracts/messages.ts';
import { updateThread } from './message-cache.ts';
import { groupByDay, toLines } from './message-days.ts';
import { MessageLine, type MessageLineProps } from './message-line.tsx';
import classes from './message-log.module.css';
import type { OutboxMessage } from './outbox.ts';
import type { ConversationQuery, LoadedMessages } from './use-conversation.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';

export type MessageLogProps = Pick<MessageLineProps, 'onReport' | 'onRetry' | 'onEdit' | 'onRemove'> & {
  thread: ThreadView;
  loaded: LoadedMessages;
  pages: Pick<ConversationQuery, 'older' | 'loadOlder'>;
  unsent: readonly OutboxMessage[];
  /** The server has answered everything since the conversation was opened. */
  isSettled: boolean;
  checkedAt: number;
  now: Date;
};

/** Lets the keyboard scroll the box. */
const SCROLLED = { tabIndex: 0 };

export function MessageLog({ thread, loaded: { messages, olderCursor }, pages, unsent, isSettled, checkedAt, now, ...actions }: MessageLogProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const { name } = thread.other;
  const days = groupByDay(i18n, toLines(messages, unsent), { zone, now });
  const newest = messages.findLast(({ isOwn }) => !isOwn);
  const { box, content, isAtBottom, onScroll, scrollToBottom } = useStickToBottom(messages[0]?.id);
  const firstUnread = useFirstUnread({ thread, messages, isSettled });
  const announcement = useNewestAnnouncement(newest, name);
  useReadMark({ thread, checkedAt, newestId: newest?.id, isVisible: isAtBottom && isSettled });

  // Scroll to one's own new message, wherever one was reading.
  const lastUnsent = unsent.at(-1)?.clientId;
  const handleWritten = useEffectEvent(scrollToBottom);
  useEffect(() => {
    if (lastUnsent !== undefined) handleWritten();
  }, [lastUnsent]);

  return (
    <div className={classes.place}>
      <section {...SCROLLED} ref={box} className={classes.box} data-scrolled onScroll={onScroll} aria-label={t`Messages`}>
        <div ref={content} className={classes.content}>
          {olderCursor !== null && <EarlierMessages older={pages.older} cursor={olderCursor} box={box} onLoad={() => void pages.loadOlder()} />}
          {olderCursor === null && (
            <div className={classes.beginning}>
              <p>{messages.length === 0 ? t`Say hello to ${name}.` : t`Your conversation with ${name} begins here.`}</p>
              <ZoneNote now={now} />
            </div>
          )}
          {days.map(({ date, label, groups }) => (
            <section key={date} aria-label={label}>
              <h3 className={classes.date}>
                <time dateTime={date}>{label}</time>
              </h3>
              <ol className={classes.lines}>
                {groups.flatMap(({ lines }) =>
                  lines.map((line, index) => (
                    <Fragment key={line.key}>
                      {line.id !== null && line.id === firstUnread && (
                        <li className={classes.news}>
                          <Trans>New messages</Trans>
                        </li>
                      )}
                      <MessageLine line={line} otherName={name} isLast={index === lines.length - 1} {...actions} />
                    </Fragment>
                  )),
                )}
              </ol>
            </section>
          ))}
        </div>
      </section>
      {!isAtBottom && (
        <button type="button" className={classes.down} data-news={thread.unread > 0 || undefined} onClick={scrollToBottom}>
          <ArrowDown size={18} aria-hidden="true" />
          {thread.unread > 0 ? t`New messages` : t`Jump to latest`}
        </button>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
}

type EarlierMessagesProps = {
  older: ConversationQuery['older'];
  cursor: string;
  box: RefObject<HTMLDivElement | null>;
  onLoad: () => void;
};

function EarlierMessages({ older, cursor, box, onLoad }: EarlierMessagesProps) {
  const { t } = useLingui();
  const end = useRef<HTMLDivElement>(null);
  const handleNear = useEffectEvent(onLoad);
  const readyCursor = older === 'idle' ? cursor : null;

  useEffect(() => {
    if (readyCursor === null || !end.current) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && handleNear(), {
      root: box.current,
      rootMargin: '300px 0px 0px 0px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [readyCursor, box]);

  return (
    <div ref={end} className={classes.beginning}>
      {older === 'failed' && (
        <p role="alert">
          <Trans>Earlier messages could not be loaded.</Trans>
        </p>
      )}
      <Button variant="subtle" loading={older === 'pending'} onClick={onLoad}>
        {older === 'failed' ? t`Try Again` : t`Earlier messages`}
      </Button>
    </div>
  );
}

type FirstUnreadOptions = Pick<MessageLogProps, 'thread' | 'isSettled'> & { messages: readonly MessageView[] };

function useFirstUnread({ thread, messages, isSettled }: FirstUnreadOptions): string | null {
  const [firstUnread, setFirstUnread] = useState<string | null>();
  if (firstUnread === undefined && isSettled) {
    const message = thread.unread > 0 ? messages.filter(({ isOwn }) => !isOwn).at(-thread.unread) : undefined;
    setFirstUnread(message?.id ?? null);
  }
  return firstUnread ?? null;
}

function useNewestAnnouncement(newest: MessageView | undefined, name: string): string {
  const [lastId, setLastId] = useState(newest?.id);
  const [announcement, setAnnouncement] = useState('');
  if (newest && newest.id !== lastId) {
    setLastId(newest.id);
    setAnnouncement(`${name}: ${newest.text}`);
  }
  return announcement;
}

type ReadMarkOptions = {
  thread: ThreadView;
  /** When the server last answered how much is unread: a mark that did not reach it is then sent again. */
  checkedAt: number;
  newestId: string | undefined;
  isVisible: boolean;
};

function useReadMark({ thread, checkedAt, newestId, isVisible }: ReadMarkOptions): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const markedId = useRef<string>(undefined);
  const isTabVisible = useSyncExternalStore(subscribeVisibility, () => document.visibilityState === 'visible');
  const { mutate } = useMutation(
    trpc.messages.read.mutationOptions({
      onSuccess: (updated) => {
        updateThread({ trpc, queryClient }, updated);
        void queryClient.invalidateQueries(trpc.messages.unreadCount.pathFilter());
      },
      onError: () => {
        markedId.current = undefined;
      },
    }),
  );

  const mark = useEffectEvent((upTo: string) => {
    if (markedId.current === upTo) return;
    markedId.current = upTo;
    mutate({ threadId: thread.id, upTo });
  });

  const unreadId = thread.unread > 0 && isVisible && isTabVisible ? newestId : undefined;
  useEffect(() => {
    if (unreadId !== undefined && checkedAt > 0) mark(unreadId);
  }, [unreadId, checkedAt]);
}

function subscribeVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
