import { z } from '@hono/zod-openapi';
import { editReviewInput, type ReviewView, reviewView, writeReviewInput } from '#shared/contracts/engagement.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { REVIEW } from './examples.ts';
import { body, idParams, type JsonObject, pathId, toId, toNumber } from './input.ts';
import { date, described, entity, id, image, message, named, success } from './schemas.ts';
import { wireSchema } from './views.ts';

export const reviewParams = idParams('The id of a review.', REVIEW.id);
export const reviewOfBookingParams = z.object({ bookingId: pathId('The id of an own booking.', REVIEW.booking) });

const FIELDS = { rating: 'Stars, from 1 to 5.', review: { minLength: LIMITS.review.min } };
const readReview = ({ rating, review }: JsonObject) => ({ rating: toNumber(rating), review: review ?? '' });

export const writeReviewBody = body('WriteReview', {
  contract: writeReviewInput,
  example: { bookingId: REVIEW.booking, rating: 5, review: REVIEW.review },
  fields: FIELDS,
  read: (sent) => ({ bookingId: toId(sent.bookingId) ?? '', ...readReview(sent) }),
});
export const editReviewBody = body('EditReview', {
  contract: editReviewInput.omit({ id: true }),
  example: { rating: 4, review: REVIEW.review },
  fields: FIELDS,
  read: readReview,
});

export const review = entity({
  booking: id,
  rating: z.int().min(1).max(5),
  review: z.string(),
  comment: z.string().openapi({ description: 'The same as `review`.' }),
  student: wireSchema(reviewView.shape.student),
  user: z.object({ name: z.string(), profileImage: image }).openapi({ description: 'The same as `student`.' }),
  subject: named,
  topics: z.array(described),
  isVerified: z.boolean(),
  createdAt: date,
  updatedAt: date,
}).openapi('Review', { example: REVIEW });

export const reviewBody = z.object({ success, rating: review });
export const savedReviewBody = z.object({ success, message: message(SUCCESS.reviewSubmitted), rating: review });

/** Every review is of a session that took place, so it is verified. */
export const toReview = (view: ReviewView) => ({
  ...view,
  booking: view.bookingId,
  comment: view.review,
  user: view.student,
  isVerified: true,
});
