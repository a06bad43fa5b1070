import { z } from 'zod';
import { VALIDATION } from '#shared/messages.ts';
import { FAVOURITES, LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import { OAUTH_PROVIDERS } from '#shared/vocabulary/people.ts';
import { described, id, named, person, rupees, written } from './common.ts';

export const reviewView = z.object({
  id: z.string(),
  bookingId: z.string(),
  rating: z.number(),
  review: z.string(),
  student: z.object({ id: z.string(), name: z.string(), profileImage: z.string() }),
  subject: named,
  topics: z.array(described),
  /** The tutor's, in the app only. */
  reply: z.object({ text: z.string(), createdAt: z.date() }).nullable(),
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

const said = {
  rating: z.int({ error: VALIDATION.rating }).min(1, VALIDATION.rating).max(5, VALIDATION.rating),
  review: written('Review', LIMITS.review, { missing: VALIDATION.reviewMissing, short: VALIDATION.reviewShort }),
};
/** The one review of a booking: made, or replaced. */
export const writeReviewInput = z.object({ bookingId: id, ...said });
export type WriteReviewInput = z.infer<typeof writeReviewInput>;
export const writtenReview = z.object({ isNew: z.boolean(), message: z.string(), rating: reviewView });
export type WrittenReview = z.infer<typeof writtenReview>;

export const reviewOfBookingInput = z.object({ bookingId: id });
export type ReviewOfBookingInput = z.infer<typeof reviewOfBookingInput>;
export const editReviewInput = z.object({ id, ...said });
export type EditReviewInput = z.infer<typeof editReviewInput>;
export const reviewInput = z.object({ id });
export type ReviewInput = z.infer<typeof reviewInput>;
export const replyInput = z.object({ id, reply: written('Reply', { max: LIMITS.reply }, { missing: VALIDATION.replyMissing }) });
export type ReplyInput = z.infer<typeof replyInput>;

export const favouriteView = z.object({
  id: z.string(),
  tutor: z.object({
    id: z.string(),
    user: person,
    bio: z.string(),
    rating: z.number(),
    totalReviews: z.number(),
    isVerified: z.boolean(),
    vacationMode: z.boolean(),
    /** Active ones, in the tutor's own order. */
    subjects: z.array(named),
  }),
  createdAt: z.date(),
});
export type FavouriteView = z.infer<typeof favouriteView>;

/** On a screen: a page by cursor, the newest first. */
export const favouritesInput = z
  .object({ cursor: z.string().max(200).nullish(), limit: z.int().min(1).max(SEARCH.mostPerPage).default(FAVOURITES.pageSize) })
  .prefault({});
export type FavouritesInput = z.infer<typeof favouritesInput>;
export const favouritesPage = z.object({ favourites: z.array(favouriteView), nextCursor: z.string().nullable() });
export type FavouritesPage = z.infer<typeof favouritesPage>;

export const favouriteInput = z.object({ tutorId: id });
export type FavouriteInput = z.infer<typeof favouriteInput>;
/** Whether it was not there before. */
export const addedFavourite = z.object({ isNew: z.boolean(), message: z.string(), favourite: favouriteView });
export type AddedFavourite = z.infer<typeof addedFavourite>;

/** The caller's own account with what a student has done. */
export const studentProfile = person.extend({
  role: z.literal('student'),
  emailVerified: z.boolean(),
  phone: z.string(),
  socialProvider: z.enum(OAUTH_PROVIDERS).nullable(),
  stats: z.object({ totalBookings: z.number(), completedBookings: z.number(), favoriteTutors: z.number(), totalSpent: rupees }),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type StudentProfile = z.infer<typeof studentProfile>;
