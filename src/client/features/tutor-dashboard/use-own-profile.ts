import { isUnauthenticated, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { TutorProfileView, TutorStatsView } from '#shared/contracts/tutors.ts';

export type OwnProfile =
  | { state: 'waiting' }
  | { state: 'there'; profile: TutorProfileView }
  /** Nothing has failed: there is none. */
  | { state: 'none' }
  | { state: 'failed'; error: unknown; isRetrying: boolean; retry: () => void };

/** The tutor's own profile. */
export function useOwnProfile(): OwnProfile {
  // A page that is shown because there is none would otherwise ask again, and wait, and be shown, and ask again.
  const { data, error, isFetching, refetch } = trpc.tutors.own.useQuery(undefined, { retryOnMount: false });
  if (isNotFound(error)) return { state: 'none' };
  if (data) return { state: 'there', profile: data };
  // A session that has ended is left by itself, in its own words.
  if (!error || isUnauthenticated(error)) return { state: 'waiting' };
  return { state: 'failed', error, isRetrying: isFetching, retry: () => void refetch() };
}

const ZEROS: TutorStatsView = { totalStudents: 0, totalSessions: 0, averageRating: 0, totalEarnings: 0, cancellationCharges: 0 };

/** Figures of a tutor whom nobody finds are zeros, not an error; null where they could not be read, undefined until they are. */
export function useStats(tutorId: string): TutorStatsView | null | undefined {
  const { data, error } = trpc.tutors.stats.useQuery({ id: tutorId });
  if (isNotFound(error)) return ZEROS;
  return data ?? (error ? null : undefined);
}

/** Vacation, verification, bookings and days off, as they change in another tab or on another device. */
export function useFollowedProfile(profile: TutorProfileView | null): void {
  const utils = trpc.useUtils();
  trpc.inbox.watchTutor.useSubscription(
    { tutorId: profile?.id ?? '' },
    {
      enabled: profile !== null,
      onData: () => {
        for (const answers of [utils.tutors.own, utils.tutors.stats, utils.daysOff, utils.bookings]) void answers.invalidate();
      },
    },
  );
}

const isNotFound = (error: unknown): boolean => toApiError(error)?.status === 404;
