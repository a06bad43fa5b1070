import { BookOpen, CalendarCheck, Hourglass, Star } from 'lucide-react';
import dashboard from '#client/features/tutor-dashboard/dashboard-page.module.css';
import { useStats } from '#client/features/tutor-dashboard/use-own-profile.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { InlineError } from '#client/ui/section-card.tsx';
import { StatCard } from '#client/ui/stat-card.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';

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
          <StatCard name="Total bookings" value={total} hint="Pending and completed" icon={CalendarCheck} link={{ to: '/tutor/bookings' }} />
        </li>
        <li>
          <StatCard
            name="Pending"
            value={data?.pending ?? unknown}
            hint={data?.pending === 0 ? 'Nobody is waiting' : 'Waiting for your answer'}
            icon={Hourglass}
            link={{ to: '/tutor/bookings', search: { filter: 'pending' } }}
          />
        </li>
        <li>
          <StatCard
            name="Rating"
            value={rating?.toFixed(1)}
            hint={reviewsInWords(profile.totalReviews)}
            icon={Star}
            link={{ to: '/tutors/$id', params: { id: profile.id }, search: { tab: 'reviews' } }}
          />
        </li>
        <li>
          <StatCard
            name="Subjects"
            value={profile.subjects.length}
            hint={profile.subjects.length === 0 ? 'Add what you teach' : 'In your profile'}
            icon={BookOpen}
            link={{ to: '/tutor/profile' }}
          />
        </li>
      </ul>
      {!data && error && (
        <InlineError
          message={errorMessageWithReason(error, 'Failed to fetch bookings')}
          isRetrying={isFetching}
          onRetry={() => void counts.refetch()}
        />
      )}
    </>
  );
}

function reviewsInWords(count: number): string {
  if (count === 0) return 'No reviews yet';
  return count === 1 ? 'From 1 review' : `From ${count} reviews`;
}
