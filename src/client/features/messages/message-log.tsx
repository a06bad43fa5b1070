import { VisuallyHidden } from '@mantine/core';
import { ArrowDown } from 'lucide-react';
import { Fragment, useEffect, useEffectEvent } from 'react';
import { useTimeZone } from '#client/ui/use-time-zone.ts';
import { ZoneNote } from '#client/ui/zoned-time.tsx';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { EarlierMessages } from './earlier-messages.tsx';
import type { KnownMessages } from './known-messages.ts';
import { daysOf, linesOf } from './message-days.ts';
import { MessageLine, type MessageLineProps } from './message-line.tsx';
import classes from './message-log.module.css';
import type { Unsent } from './unsent-store.ts';
import { useBottom } from './use-bottom.ts';
import type { LoadedConversation } from './use-conversation.ts';
import { useFirstUnread, useNews } from './use-news.ts';
import { useReadMark } from './use-read-mark.ts';

export type MessageLogProps = Pick<MessageLineProps, 'onReport' | 'onRetry' | 'onEdit' | 'onRemove'> & {
  thread: ThreadView;
  known: KnownMessages;
  pages: Pick<LoadedConversation, 'older' | 'loadOlder'>;
  unsent: readonly Unsent[];
  /** All of it is what the server has said since it was opened. */
  isSettled: boolean;
  /** When it has last said how much is unread. */
  checkedAt: number;
  now: Date;
};

/** Scrolled with the keyboard, too. */
const SCROLLED = { tabIndex: 0 };

/** A conversation, the newest at the bottom. */
export function MessageLog({ thread, known: { messages, olderCursor }, pages, unsent, isSettled, checkedAt, now, ...ofLine }: MessageLogProps) {
  const zone = useTimeZone();
  const { name } = thread.other;
  const days = daysOf(linesOf(messages, unsent), zone, now);
  const newest = messages.findLast(({ isOwn: isMine }) => !isMine);
  const { box, content, isAtBottom, onScroll, toBottom } = useBottom(messages[0]?.id);
  const firstUnread = useFirstUnread({ thread, messages, isSettled });
  const said = useNews(newest, name);
  useReadMark({ thread, checkedAt, newestId: newest?.id, isInSight: isAtBottom && isSettled });

  // Whoever writes looks at what they write, wherever they were reading.
  const written = unsent.at(-1)?.clientId;
  const goDown = useEffectEvent(toBottom);
  useEffect(() => {
    if (written !== undefined) goDown();
  }, [written]);

  return (
    <div className={classes.place}>
      <section {...SCROLLED} ref={box} className={classes.box} data-scrolled onScroll={onScroll} aria-label="Messages">
        <div ref={content} className={classes.content}>
          {olderCursor !== null && <EarlierMessages older={pages.older} cursor={olderCursor} box={box} onWanted={() => void pages.loadOlder()} />}
          {olderCursor === null && (
            <div className={classes.beginning}>
              <p>{messages.length === 0 ? `Say hello to ${name}.` : `Your conversation with ${name} begins here.`}</p>
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
                  lines.map((line, nth) => (
                    <Fragment key={line.key}>
                      {line.id !== null && line.id === firstUnread && <li className={classes.news}>New messages</li>}
                      <MessageLine line={line} otherName={name} isLast={nth === lines.length - 1} {...ofLine} />
                    </Fragment>
                  )),
                )}
              </ol>
            </section>
          ))}
        </div>
      </section>
      {!isAtBottom && (
        <button type="button" className={classes.down} data-news={thread.unread > 0 || undefined} onClick={toBottom}>
          <ArrowDown size={18} aria-hidden="true" />
          {thread.unread > 0 ? 'New messages' : 'To the newest'}
        </button>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}
