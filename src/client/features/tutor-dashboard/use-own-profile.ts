import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { readFrom } from '#client/lib/realtime/read-from.ts';
import { isUnauthenticated, toApiError } from '#client/lib/rpc/errors.ts';
import { invalidateAll, useTRPC } from '#client/lib/rpc/trpc.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';

export type OwnProfile =
  | { state: 'loading' }
  | { state: 'loaded'; profile: TutorProfileView }
  | { state: 'missing' }
  | { state: 'failed'; error: unknown; isRetrying: boolean; retry: () => void };

export function useOwnProfile(): OwnProfile {
  const trpc = useTRPC();
  // A page that is shown because there is no profile would otherwise retry, be hidden, be shown, and retry again.
  const { data, error, isFetching, refetch } = useQuery(trpc.tutors.own.queryOptions(undefined, { retryOnMount: false }));
  if (isNotFound(error)) return { state: 'missing' };
  if (data) return { state: 'loaded', profile: data };
  // When the session has ended, the app redirects to the login.
  if (!error || isUnauthenticated(error)) return { state: 'loading' };
  return { state: 'failed', error, isRetrying: isFetching, retry: () => void refetch() };
}

export function useProfileUpdates(profile: TutorProfileView | null): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  useSubscription(
    trpc.inbox.watchTutor.subscriptionOptions(
      // The answers to this page show everything that is invalidated here.
      { tutorId: profile?.id ?? '', since: readFrom.at() },
      {
        enabled: profile !== null,
        onData: () => {
          void invalidateAll(queryClient, [trpc.tutors.own, trpc.daysOff, trpc.bookings]);
        },
      },
    ),
  );
}

const isNotFound = (error: unknown): boolean => toApiError(error)?.status === 404;
