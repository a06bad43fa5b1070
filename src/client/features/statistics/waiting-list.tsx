import { Skeleton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import type { WaitingCount, WaitingView } from '#shared/contracts/statistics.ts';
import { relativeTime } from '#shared/domain/relative-time.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import classes from './waiting-list.module.css';

type Kind = { name: keyof WaitingView; one: string; many: string; link: LinkProps };

const KINDS: readonly Kind[] = [
  { name: 'toReview', one: 'tutor to review', many: 'tutors to review', link: { to: '/admin/tutors', search: { filter: 'pending' } } },
  {
    name: 'changed',
    one: 'verified profile that changed',
    many: 'verified profiles that changed',
    link: { to: '/admin/tutors', search: { filter: 'changed' } },
  },
  { name: 'reports', one: 'open report', many: 'open reports', link: { to: '/admin/reports', search: { state: 'open' } } },
  { name: 'deadJobs', one: 'background job that failed for good', many: 'background jobs that failed for good', link: { to: '/admin/failed-jobs' } },
];

/** What an admin should look at, and since when it waits. */
export function WaitingList() {
  const { data, error, isFetching, refetch } = trpc.statistics.waiting.useQuery(undefined, { refetchInterval: BOOKING.clockMs });
  const waiting = data ? KINDS.filter(({ name }) => data[name].count > 0) : [];

  return (
    <SectionCard title="Needs attention">
      {!data && !error && <Skeleton height={112} />}
      {!data && error && (
        <InlineError
          message={errorMessageWithReason(error, 'Failed to fetch dashboard stats')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && waiting.length === 0 && (
        <p className={classes.none}>
          <CircleCheck size={20} aria-hidden="true" />
          Nothing waits for you.
        </p>
      )}
      {data && waiting.length > 0 && (
        <ul className={classes.list}>
          {waiting.map((kind) => (
            <li key={kind.name}>
              <Entry kind={kind} waiting={data[kind.name]} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

function Entry({ kind: { one, many, link }, waiting: { count, isMore, since } }: { kind: Kind; waiting: WaitingCount }) {
  const now = useMinuteClock();
  return (
    <Link {...link} className={classes.entry}>
      <span className={classes.count}>{isMore ? `${count}+` : count}</span>
      <span className={classes.what}>
        {count === 1 && !isMore ? one : many}
        {since && <span className={classes.since}>{`The first came ${relativeTime(since, now)}`}</span>}
      </span>
      <ChevronRight size={18} aria-hidden="true" />
    </Link>
  );
}
