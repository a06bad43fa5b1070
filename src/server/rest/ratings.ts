import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { callGroup, done, ok, okOrCreated } from './calls.ts';
import { REVIEW } from './wire/examples.ts';
import { editReviewBody, reviewBody, reviewOfBookingParams, reviewParams, savedReviewBody, toReview, writeReviewBody } from './wire/reviews.ts';

const INVALID = { rating: VALIDATION.rating, review: [VALIDATION.reviewMissing, VALIDATION.reviewShort] };

const { app, call } = callGroup('Ratings', 'student');
export const ratingRoutes = app;

call('POST /api/ratings', 'reviews.write', {
  contract: 56,
  summary: 'Review a completed booking; a second review takes the place of the first',
  description:
    'One for each completed booking of one’s own: 201 for the first, 200 where it takes the place of an earlier one. The rating of the tutor follows at once. The tutor is told of the first.',
  body: writeReviewBody,
  answers: okOrCreated(savedReviewBody),
  errors: ['booking.not_found', 'review.not_completed', 'request.limited'],
  invalid: INVALID,
  handle: async ({ api, input, c }) => {
    const { isNew, message, rating } = await api.reviews.write(input);
    c.status(isNew ? 201 : 200);
    return { message, rating: toReview(rating) };
  },
});

call('GET /api/ratings/booking/{bookingId}', 'reviews.ofBooking', {
  contract: 57,
  summary: 'The own review of a booking; 404 where there is none yet',
  description: '404 `review.none` also for a booking that is not one’s own.',
  params: reviewOfBookingParams,
  answers: ok(reviewBody),
  errors: ['review.none'],
  handle: async ({ api, input }) => ({ rating: toReview(await api.reviews.ofBooking(input)) }),
});

call('PUT /api/ratings/{id}', 'reviews.edit', {
  summary: 'Change an own review',
  description: 'Unlike other PUT calls it takes both `rating` and `review`: with one of them absent it answers 400.',
  params: reviewParams,
  body: editReviewBody,
  answers: ok(savedReviewBody, { success: true, message: SUCCESS.reviewSubmitted, rating: { ...REVIEW, rating: 4 } }),
  errors: ['review.not_found', 'request.limited'],
  invalid: INVALID,
  handle: async ({ api, input }) => {
    const { message, rating } = await api.reviews.edit(input);
    return { message, rating: toReview(rating) };
  },
});

call('DELETE /api/ratings/{id}', 'reviews.remove', {
  summary: 'Delete an own review',
  description: 'The rating of the tutor follows at once. The booking can be reviewed again.',
  params: reviewParams,
  answers: done(SUCCESS.reviewRemoved),
  errors: ['review.not_found', 'request.limited'],
  handle: ({ api, input }) => api.reviews.remove(input),
});
