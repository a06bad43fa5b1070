import { BookOpen, CalendarCheck, GraduationCap, Hourglass, UsersRound, Wallet } from 'lucide-react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { InlineError } from '#client/ui/section-card.tsx';
import { StatCard } from '#client/ui/stat-card.tsx';
import { formatRupees } from '#shared/domain/money.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import classes from './dashboard-page.module.css';

const FIGURES = new Intl.NumberFormat('en-IN');

/** Six figures, each with the way to what it counts. */
export function DashboardStatCards() {
  const { data, error, isFetching, refetch } = trpc.statistics.dashboard.useQuery(undefined, { refetchInterval: BOOKING.clockMs });
  const shown = (value: number | undefined) => (value === undefined ? (error ? null : undefined) : FIGURES.format(value));
  const revenue = data ? formatRupees(data.totalRevenue) : shown(undefined);

  return (
    <>
      <ul className={classes.stats}>
        <li>
          <StatCard name="Tutors" value={shown(data?.totalTutors)} hint="Verified or not" icon={GraduationCap} link={{ to: '/admin/tutors' }} />
        </li>
        <li>
          <StatCard name="Students" value={shown(data?.totalStudents)} hint="With an account" icon={UsersRound} link={{ to: '/admin/students' }} />
        </li>
        <li>
          <StatCard
            name="Active subjects"
            value={shown(data?.activeSubjects)}
            hint="In the catalogue"
            icon={BookOpen}
            link={{ to: '/admin/subjects' }}
          />
        </li>
        <li>
          <StatCard
            name="Pending verifications"
            value={shown(data?.pendingVerifications)}
            hint={data?.pendingVerifications === 0 ? 'Nobody is waiting' : 'Waiting for your decision'}
            icon={Hourglass}
            link={{ to: '/admin/tutors', search: { filter: 'pending' } }}
          />
        </li>
        <li>
          <StatCard name="Bookings" value={shown(data?.totalBookings)} hint="Of every status" icon={CalendarCheck} link={{ to: '/admin/bookings' }} />
        </li>
        <li>
          <StatCard
            name="Revenue"
            value={revenue}
            hint="Of completed sessions"
            icon={Wallet}
            link={{ to: '/admin/bookings', search: { status: 'completed' } }}
          />
        </li>
      </ul>
      {!data && error && (
        <InlineError
          message={errorMessageWithReason(error, 'Failed to fetch dashboard stats')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}
