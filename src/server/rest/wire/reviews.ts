import { z } from '@hono/zod-openapi';
import { editReviewInput, type ReviewView, writeReviewInput } from '#shared/contracts/engagement.ts';
import { body, idOf, number, pathId, type Sent } from './reading.ts';
import { absolute, date, described, entity, named, withId } from './shapes.ts';

export const reviewParams = z.object({ id: pathId });
export const reviewOfBookingParams = z.object({ bookingId: pathId });

const written = ({ rating, review }: Sent) => ({ rating: number(rating), review: review ?? '' });

export const writeReviewBody = body('WriteReview', {
  contract: writeReviewInput,
  read: (sent) => ({ bookingId: idOf(sent.bookingId) ?? '', ...written(sent) }),
});
export const editReviewBody = body('EditReview', { contract: editReviewInput.omit({ id: true }), read: written });

export const review = entity({
  booking: z.string(),
  rating: z.number(),
  review: z.string(),
  comment: z.string(),
  student: entity({ name: z.string(), profileImage: z.string() }),
  user: z.object({ name: z.string(), profileImage: z.string() }),
  subject: named,
  topics: z.array(described),
  isVerified: z.boolean(),
  createdAt: date,
  updatedAt: date,
}).openapi('Review');

export const reviewBody = z.object({ success: z.literal(true), rating: review });
export const savedReviewBody = z.object({ success: z.literal(true), message: z.string(), rating: review });

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
