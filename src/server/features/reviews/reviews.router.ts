import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { router, sharedProcedure, studentProcedure, tutorProcedure } from '#server/core/trpc.ts';
import { readsReplica } from '#server/core/visitor-reads.ts';
import { done } from '#shared/contracts/common.ts';
import {
  editReviewInput,
  ratingCounts,
  replyInput,
  reviewInput,
  reviewOfBookingInput,
  reviewsInput,
  reviewsPage,
  reviewView,
  writeReviewInput,
  writtenReview,
} from '#shared/contracts/engagement.ts';
import { SUCCESS } from '#shared/messages.ts';
import { editReview, removeReview, replyToReview, writeReview } from './reviews.commands.ts';
import { countRatingsOfTutor, getReviewOfBooking, listAllReviewsOfTutor, listReviewsOfTutor } from './reviews.queries.ts';

const reading = sharedProcedure.use(readsReplica).meta({ failed: 'Failed to fetch reviews' });
const writing = studentProcedure.meta({ failed: 'Failed to submit review. Please try again.', refused: 'Only students can review sessions' });

export const reviewsRouter = router({
  ofTutor: reading
    .input(reviewsInput)
    .output(reviewsPage)
    .query(({ ctx, input }) => listReviewsOfTutor(ctx, input)),
  ratings: reading
    .input(reviewsInput.pick({ tutorId: true }))
    .output(ratingCounts)
    .query(({ ctx, input }) => countRatingsOfTutor(ctx, input)),
  allOfTutor: reading
    .input(reviewsInput.pick({ tutorId: true }))
    .output(reviewView.array())
    .query(({ ctx, input }) => listAllReviewsOfTutor(ctx, input)),
  ofBooking: studentProcedure
    .meta({ failed: 'Failed to fetch reviews', refused: 'Only students can review sessions' })
    .input(reviewOfBookingInput)
    .output(reviewView)
    .query(({ ctx, input }) => getReviewOfBooking(ctx, input)),
  write: writing
    .input(writeReviewInput)
    .use(rateLimit('writeReview', perCaller))
    .output(writtenReview)
    .mutation(({ ctx, input }) => writeReview(ctx, input)),
  edit: writing
    .input(editReviewInput)
    .use(rateLimit('writeReview', perCaller))
    .output(writtenReview)
    .mutation(({ ctx, input }) => editReview(ctx, input)),
  remove: writing
    .input(reviewInput)
    .use(rateLimit('writeReview', perCaller))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeReview(ctx, input);
      return { message: SUCCESS.reviewRemoved };
    }),
  reply: tutorProcedure
    .meta({ failed: 'Failed to send the reply. Please try again.', refused: 'Only tutors can reply to reviews' })
    .input(replyInput)
    .output(reviewView)
    .mutation(({ ctx, input }) => replyToReview(ctx, input)),
});
