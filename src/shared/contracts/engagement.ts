import { z } from 'zod';
import { VALIDATION } from '#shared/messages.ts';
import { FAVOURITES, LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import { OAUTH_PROVIDERS } from '#shared/vocabulary/people.ts';
import { described, id, named, person, requiredText, rupees } from './common.ts';

export const reviewView = z.object({
  id: z.string(),
  bookingId: z.string(),
  rating: z.number(),
  review: z.string(),
  student: z.object({ id: z.string(), name: z.string(), profileImage: z.string() }),
  subject: named,
  topics: z.array(described),
  reply: z.object({ text: z.string(), createdAt: z.date() }).nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type ReviewView = z.infer<typeof reviewView>;

export const reviewsInput = z.object({
  tutorId: id,
  cursor: z.string().max(200).nullish(),
  limit: z.int().min(1).max(SEARCH.mostPerPage).default(10),
});
export type ReviewsInput = z.infer<typeof reviewsInput>;
export const reviewsPage = z.object({ reviews: z.array(reviewView), nextCursor: z.string().nullable() });
export type ReviewsPage = z.infer<typeof reviewsPage>;

/** How many reviews gave one star, two stars and so on. */
export const ratingCounts = z.object({ counts: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]) });
export type RatingCounts = z.infer<typeof ratingCounts>;

const reviewFields = {
  rating: z.int({ error: VALIDATION.rating }).min(1, VALIDATION.rating).max(5, VALIDATION.rating),
  review: requiredText('Review', LIMITS.review, { missing: VALIDATION.reviewMissing, short: VALIDATION.reviewShort }),
};
export const writeReviewInput = z.object({ bookingId: id, ...reviewFields });
export type WriteReviewInput = z.infer<typeof writeReviewInput>;
export const writtenReview = z.object({ isNew: z.boolean(), message: z.string(), rating: reviewView });
export type WrittenReview = z.infer<typeof writtenReview>;

export const reviewOfBookingInput = z.object({ bookingId: id });
export type ReviewOfBookingInput = z.infer<typeof reviewOfBookingInput>;
export const editReviewInput = z.object({ id, ...reviewFields });
export type EditReviewInput = z.infer<typeof editReviewInput>;
export const reviewInput = z.object({ id });
export type ReviewInput = z.infer<typeof reviewInput>;
export const replyInput = z.object({ id, reply: requiredText('Reply', { max: LIMITS.reply }, { missing: VALIDATION.replyMissing }) });
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
    subjects: z.array(named),
  }),
  createdAt: z.date(),
});
export type FavouriteView = z.infer<typeof favouriteView>;

export const favouritesInput = z
  .object({ cursor: z.string().max(200).nullish(), limit: z.int().min(1).max(SEARCH.mostPerPage).default(FAVOURITES.pageSize) })
  .prefault({});
export type FavouritesInput = z.infer<typeof favouritesInput>;
export const favouritesPage = z.object({ favourites: z.array(favouriteView), nextCursor: z.string().nullable() });
export type FavouritesPage = z.infer<typeof favouritesPage>;

export const favouriteInput = z.object({ tutorId: id });
export type FavouriteInput = z.infer<typeof favouriteInput>;
export const addedFavourite = z.object({ isNew: z.boolean(), message: z.string(), favourite: favouriteView });
export type AddedFavourite = z.infer<typeof addedFavourite>;

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
