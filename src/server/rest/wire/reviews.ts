import { z } from '@hono/zod-openapi';
import type { ReviewView } from '#shared/contracts/engagement.ts';
import { absolute, date, described, entity, named, withId } from './shapes.ts';

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
