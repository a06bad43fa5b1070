import { CalendarCheck, CalendarClock, Heart } from 'lucide-react';
import classes from '#client/features/student-dashboard/dashboard-page.module.css';
import { FirstSteps } from '#client/features/student-dashboard/first-steps.tsx';
import { NextSession, type NextSessionProps, NextSessionWaiting } from '#client/features/student-dashboard/next-session.tsx';
import { QuickActions } from '#client/features/student-dashboard/quick-actions.tsx';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { getFirstName } from '#client/ui/first-name.ts';
import { LastSeenNote } from '#client/ui/last-seen-note.tsx';
import { InlineError, SectionCard } from '#client/ui/section-card.tsx';
import { StatCard } from '#client/ui/stat-card.tsx';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';

export type DashboardPageProps = { name: string; zone: string; JoinButton: NextSessionProps['JoinButton'] };

/** What a student finds at home: what is ahead, what there has been, and where to go on. */
export function DashboardPage({ name, zone, JoinButton }: DashboardPageProps) {
  const now = useMinuteClock();
  const { data, error, isFetching, refetch } = trpc.bookings.studentOverview.useQuery(undefined, {
    refetchInterval: BOOKING.clockMs,
    // Favourites change elsewhere, and nobody says so.
    refetchOnMount: 'always',
  });
  // The overview looks ahead: what has begun is no longer in it, and just then one wants to join.
  const ongoing = trpc.bookings.forStudent.useQuery({ filter: 'ongoing', limit: 1 }, { refetchInterval: BOOKING.clockMs });
  const underWay = ongoing.data?.bookings.find(({ endTime }) => now < endTime);

  const unknown = error ? null : undefined;
  const session = underWay ?? data?.next;
  const isNew = data?.upcoming === 0 && data.completed === 0 && !underWay;

  return (
    <div className={classes.page}>
      <LastSeenNote zone={zone} />
      <h1 className={classes.welcome}>{`Welcome, ${getFirstName(name)}`}</h1>
      <ul className={classes.stats}>
        <li>
          <StatCard
            name="Upcoming sessions"
            value={data?.upcoming ?? unknown}
            hint="Requested and confirmed"
            icon={CalendarClock}
            link={{ to: '/student/bookings' }}
          />
        </li>
        <li>
          <StatCard
            name="Completed sessions"
            value={data?.completed ?? unknown}
            hint="Yours to review"
            icon={CalendarCheck}
            link={{ to: '/student/bookings', search: { filter: 'completed' } }}
          />
        </li>
        <li>
          <StatCard
            name="Favorite tutors"
            value={data?.favourites ?? unknown}
            hint="Kept for later"
            icon={Heart}
            link={{ to: '/student/favorites' }}
          />
        </li>
      </ul>
      <div className={classes.columns}>
        {isNew ? (
          <FirstSteps />
        ) : (
          <SectionCard title={underWay ? 'Session under way' : 'Next session'}>
            {session && <NextSession booking={session} now={now} zone={zone} JoinButton={JoinButton} />}
            {!session && data && <p className={classes.none}>Nothing ahead at the moment. Book your next session whenever it suits you.</p>}
            {!session && !data && !error && <NextSessionWaiting />}
            {error && (
              <InlineError
                message={errorMessageWithReason(error, 'Failed to fetch bookings')}
                isRetrying={isFetching}
                onRetry={() => void refetch()}
              />
            )}
          </SectionCard>
        )}
        <QuickActions />
      </div>
    </div>
  );
}
