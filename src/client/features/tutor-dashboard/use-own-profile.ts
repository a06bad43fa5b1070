import { isUnauthenticated, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { TutorProfileView, TutorStatsView } from '#shared/contracts/tutors.ts';

export type OwnProfile =
  | { state: 'loading' }
  | { state: 'loaded'; profile: TutorProfileView }
  | { state: 'missing' }
  | { state: 'failed'; error: unknown; isRetrying: boolean; retry: () => void };

export function useOwnProfile(): OwnProfile {
  // A page that is shown because there is no profile would otherwise retry, be hidden, be shown, and retry again.
  const { data, error, isFetching, refetch } = trpc.tutors.own.useQuery(undefined, { retryOnMount: false });
  if (isNotFound(error)) return { state: 'missing' };
  if (data) return { state: 'loaded', profile: data };
  // When the session has ended, the app redirects to the login.
  if (!error || isUnauthenticated(error)) return { state: 'loading' };
  return { state: 'failed', error, isRetrying: isFetching, retry: () => void refetch() };
}

const ZEROS: TutorStatsView = { totalStudents: 0, totalSessions: 0, averageRating: 0, totalEarnings: 0, cancellationCharges: 0 };

export function useStats(tutorId: string): TutorStatsView | null | undefined {
  const { data, error } = trpc.tutors.stats.useQuery({ id: tutorId });
  if (isNotFound(error)) return ZEROS;
  return data ?? (error ? null : undefined);
}

export function useProfileUpdates(profile: TutorProfileView | null): void {
  const utils = trpc.useUtils();
  trpc.inbox.watchTutor.useSubscription(
    { tutorId: profile?.id ?? '' },
    {
      enabled: profile !== null,
      onData: () => {
        for (const queries of [utils.tutors.own, utils.tutors.stats, utils.daysOff, utils.bookings]) void queries.invalidate();
      },
    },
  );
}

const isNotFound = (error: unknown): boolean => toApiError(error)?.status === 404;
