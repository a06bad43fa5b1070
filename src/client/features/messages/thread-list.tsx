import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { BY_CURSOR, useTRPC } from '#client/lib/rpc/trpc.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { badgeText } from '#shared/domain/notification-badge.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import type { OutboxMessage } from './outbox.ts';
import classes from './thread-list.module.css';

export function useThreads() {
  const trpc = useTRPC();
  return useInfiniteQuery(trpc.messages.threads.infiniteQueryOptions({}, BY_CURSOR));
}

export type ThreadListProps = {
  pages: ReturnType<typeof useThreads>;
  unsent: readonly OutboxMessage[];
  now: Date;
  onChosen: (threadId: string) => void;
};

export function ThreadList({ pages, unsent, now, onChosen }: ThreadListProps) {
  const { t } = useLingui();
  const { data, error } = pages;
  const failure = errorMessageWithReason(error, t`Failed to fetch messages`);
  if (!data && error) {
    return <QueryError title={t`Error Loading Messages`} message={failure} query={pages} />;
  }
  if (!data) return <ThreadsSkeleton />;

  const unsentThreads = new Set(unsent.filter(({ state }) => state !== 'sending').map(({ threadId }) => threadId));
  return (
    <>
      <ul className={classes.list} aria-label={t`Conversations`}>
        {data.pages
          .flatMap(({ threads }) => threads)
          .map((thread) => (
            <li key={thread.id}>
              <ThreadRow thread={thread} hasUnsent={unsentThreads.has(thread.id)} now={now} onChosen={onChosen} />
            </li>
          ))}
      </ul>
      <MoreOfList pages={pages} failure={failure} className={classes.more} />
    </>
  );
}

type ThreadRowProps = Pick<ThreadListProps, 'now' | 'onChosen'> & { thread: ThreadView; hasUnsent: boolean };

function ThreadRow({ thread, hasUnsent, now, onChosen }: ThreadRowProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const { id, other, lastMessage, unread, isClosed, lastActivityAt } = thread;
  const text = lastMessage?.text ?? '';
  return (
    <Link
      to="/messages"
      search={{ thread: id }}
      className={classes.row}
      data-thread={id}
      data-unread={unread > 0 || undefined}
      onClick={() => onChosen(id)}
    >
      <Avatar name={other.name} src={other.profileImage || null} size={48} alt="" />
      <span className={classes.top}>
        <span className={classes.name} lang={detectLang(other.name)}>
          {other.name}
        </span>
        {hasUnsent && (
          <span className={classes.trouble}>
            <CircleAlert size={16} aria-hidden="true" />
            <Trans>Not sent</Trans>
          </span>
        )}
        {isClosed && (
          <Badge color="gray">
            <Trans>Closed</Trans>
          </Badge>
        )}
        {unread > 0 && (
          <span className={classes.unread}>
            <span aria-hidden="true">{badgeText(unread)}</span>
            <span className={classes.said}>{t`${unread} unread`}</span>
          </span>
        )}
      </span>
      <span className={classes.bottom}>
        <span className={classes.last} lang={detectLang(text)}>
          {lastMessage && (lastMessage.isOwn ? t`You: ${text}` : text)}
          {!lastMessage && t`No messages yet`}
        </span>
        {lastMessage && (
          <time className={classes.time} dateTime={lastActivityAt.toISOString()} title={formatInstant(lastActivityAt, zone, i18n.locale)}>
            {relativeTime(lastActivityAt, now, textsOf(i18n))}
          </time>
        )}
      </span>
    </Link>
  );
}

function ThreadsSkeleton() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading your conversations…`}>
      <div className={classes.list}>
        {[1, 2, 3, 4].map((index) => (
          <div key={index} className={classes.row}>
            <Skeleton circle height={48} />
            <Skeleton className={classes.top} height={18} width="60%" />
            <Skeleton className={classes.bottom} height={16} width="85%" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
