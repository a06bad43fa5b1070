import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BookOpen, CalendarCheck, Hourglass, type LucideIcon, Star } from 'lucide-react';
import { trpc } from '#client/api/trpc.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import dashboard from './dashboard-page.module.css';
import { CardProblem } from './desk-card.tsx';
import classes from './stat-cards.module.css';
import { useStats } from './use-own-profile.ts';

export type StatCardsProps = { profile: TutorProfileView };

export function StatCards({ profile }: StatCardsProps) {
  const counts = trpc.bookings.counts.useQuery(undefined, { refetchInterval: BOOKING.clockMs });
  const stats = useStats(profile.id);
  const { data, error, isFetching } = counts;
  const unknown = error ? null : undefined;
  const total = data ? data.pending + data.completed : unknown;
  const rating = stats === null ? profile.rating : stats?.averageRating;

  return (
    <>
      <ul className={dashboard.stats}>
        <li>
          <Link to="/tutor/bookings" className={classes.card}>
            <Stat name="Total bookings" value={total} hint="Pending and completed" icon={CalendarCheck} />
          </Link>
        </li>
        <li>
          <Link to="/tutor/bookings" search={{ filter: 'pending' }} className={classes.card}>
            <Stat
              name="Pending"
              value={data?.pending ?? unknown}
              hint={data?.pending === 0 ? 'Nobody is waiting' : 'Waiting for your answer'}
              icon={Hourglass}
            />
          </Link>
        </li>
        <li>
          <Link to="/tutors/$id" params={{ id: profile.id }} search={{ tab: 'reviews' }} className={classes.card}>
            <Stat name="Rating" value={rating?.toFixed(1)} hint={reviewsInWords(profile.totalReviews)} icon={Star} />
          </Link>
        </li>
        <li>
          <Link to="/tutor/profile" className={classes.card}>
            <Stat
              name="Subjects"
              value={profile.subjects.length}
              hint={profile.subjects.length === 0 ? 'Add what you teach' : 'In your profile'}
              icon={BookOpen}
            />
          </Link>
        </li>
      </ul>
      {!data && error && (
        <CardProblem error={error} otherwise="Failed to fetch bookings" isRetrying={isFetching} onRetry={() => void counts.refetch()} />
      )}
    </>
  );
}

/** A value that could not be read is null, one that is on its way undefined. */
type StatProps = { name: string; value: string | number | null | undefined; hint: string; icon: LucideIcon };

function Stat({ name, value, hint, icon: Icon }: StatProps) {
  return (
    <>
      <span className={classes.name}>
        <Icon size={18} aria-hidden="true" />
        {name}
      </span>
      {value === undefined ? <Skeleton className={classes.waiting} /> : <span className={classes.value}>{value ?? '–'}</span>}
      <span className={classes.hint}>{hint}</span>
    </>
  );
}

function reviewsInWords(count: number): string {
  if (count === 0) return 'No reviews yet';
  return count === 1 ? 'From 1 review' : `From ${count} reviews`;
}
