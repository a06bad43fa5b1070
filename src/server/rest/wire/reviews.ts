import { z } from '@hono/zod-openapi';
import { editReviewInput, type ReviewView, writeReviewInput } from '#shared/contracts/engagement.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { REVIEW } from './examples.ts';
import { body, idOf, number, pathId, type Sent } from './reading.ts';
import { absolute, date, described, entity, id, image, named, success, told, withId } from './shapes.ts';

export const reviewParams = z.object({ id: pathId('The id of a review.', REVIEW.id) });
export const reviewOfBookingParams = z.object({ bookingId: pathId('The id of an own booking.', REVIEW.booking) });

const written = ({ rating, review }: Sent) => ({ rating: number(rating), review: review ?? '' });

const REVIEW_FIELD = { rating: { description: 'Stars, from 1 to 5.' }, review: { minLength: LIMITS.review.min } };

export const writeReviewBody = body('WriteReview', {
  contract: writeReviewInput,
  example: { bookingId: REVIEW.booking, rating: 5, review: REVIEW.review },
  fields: REVIEW_FIELD,
  read: (sent) => ({ bookingId: idOf(sent.bookingId) ?? '', ...written(sent) }),
});
export const editReviewBody = body('EditReview', {
  contract: editReviewInput.omit({ id: true }),
  example: { rating: 4, review: REVIEW.review },
  fields: REVIEW_FIELD,
  read: written,
});

export const review = entity({
  booking: id,
  rating: z.int().min(1).max(5),
  review: z.string(),
  comment: z.string().openapi({ description: 'The same as `review`.' }),
  student: entity({ name: z.string(), profileImage: image }),
  user: z.object({ name: z.string(), profileImage: image }).openapi({ description: 'The same as `student`.' }),
  subject: named,
  topics: z.array(described),
  isVerified: z.boolean(),
  createdAt: date,
  updatedAt: date,
}).openapi('Review', { example: REVIEW });

export const reviewBody = z.object({ success, rating: review });
export const savedReviewBody = z.object({ success, message: told(SUCCESS.reviewSubmitted), rating: review });

/** Text and reviewer stand under two names each; every review is of a session that took place. */
export function toReview(view: ReviewView, site: string) {
  const { id, student, review } = view;
  const profileImage = absolute(student.profileImage, site);
  return {
    _id: id,
    id,
    booking: view.bookingId,
    rating: view.rating,
    review,
    comment: review,
    student: { _id: student.id, id: student.id, name: student.name, profileImage },
    user: { name: student.name, profileImage },
    subject: withId(view.subject),
    topics: view.topics.map(withId),
    isVerified: true,
    createdAt: view.createdAt,
    updatedAt: view.updatedAt,
  };
}
