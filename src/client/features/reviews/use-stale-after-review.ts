import { trpc } from '#client/lib/rpc/trpc.ts';

/** Has read again what a review changes: itself, its booking, and the tutor's rating wherever it stands. */
export function useStaleAfterReview(): () => Promise<unknown> {
  const { reviews, bookings, tutors, favourites } = trpc.useUtils();
  return () => Promise.all([reviews, bookings, tutors, favourites].map((answers) => answers.invalidate()));
}
