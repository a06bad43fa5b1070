import { anyone, router } from '#server/core/trpc.ts';
import { reviewsInput, reviewsPage, reviewView } from '#shared/contracts/engagement.ts';
import { allReviewsOfTutor, reviewsOfTutor } from './reviews.queries.ts';

const reading = anyone.meta({ failed: 'Failed to fetch reviews' });

export const reviewsRouter = router({
  ofTutor: reading
    .input(reviewsInput)
    .output(reviewsPage)
    .query(({ ctx, input }) => reviewsOfTutor(ctx, input)),
  allOfTutor: reading
    .input(reviewsInput.pick({ tutorId: true }))
    .output(reviewView.array())
    .query(({ ctx, input }) => allReviewsOfTutor(ctx, input)),
});
