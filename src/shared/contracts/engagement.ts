import { z } from 'zod';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { described, id, named } from './common.ts';

export const reviewView = z.object({
  id: z.string(),
  bookingId: z.string(),
  rating: z.number(),
  review: z.string(),
  student: z.object({ id: z.string(), name: z.string(), profileImage: z.string() }),
  subject: named,
  topics: z.array(described),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type ReviewView = z.infer<typeof reviewView>;

/** On a screen: a page by cursor, newest first. */
export const reviewsInput = z.object({
  tutorId: id,
  cursor: z.string().max(200).nullish(),
  limit: z.int().min(1).max(SEARCH.mostPerPage).default(10),
});
export type ReviewsInput = z.infer<typeof reviewsInput>;
export const reviewsPage = z.object({ reviews: z.array(reviewView), nextCursor: z.string().nullable() });
export type ReviewsPage = z.infer<typeof reviewsPage>;
