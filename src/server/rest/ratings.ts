import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { ADDITIONAL, call, created, done, json, ok } from './operation.ts';
import { restGroup } from './support.ts';
import { REVIEW } from './wire/examples.ts';
import { editReviewBody, reviewBody, reviewOfBookingParams, reviewParams, savedReviewBody, toReview, writeReviewBody } from './wire/reviews.ts';

const TAG = 'Ratings';
const success = true as const;
const SAID_INVALID = { rating: VALIDATION.rating, review: [VALIDATION.reviewMissing, VALIDATION.reviewShort] };

const write = call('reviews.write', {
  method: 'post',
  path: '/',
  contract: 56,
  tag: TAG,
  who: 'student',
  summary: 'Review a completed booking; a second review takes the place of the first',
  description:
    'One for each completed booking of one’s own: 201 for the first, 200 where it takes the place of an earlier one. The rating of the tutor follows at once. The tutor is told of the first.',
  request: json(writeReviewBody),
  answers: { ...ok(savedReviewBody), ...created(savedReviewBody) },
  refuses: ['booking.not_found', 'review.not_completed', 'request.limited'],
  invalid: SAID_INVALID,
});

const ofBooking = call('reviews.ofBooking', {
  method: 'get',
  path: '/booking/{bookingId}',
  contract: 57,
  tag: TAG,
  who: 'student',
  summary: 'The own review of a booking; 404 where there is none yet',
  description: '404 `review.none` also for a booking that is not one’s own.',
  request: { params: reviewOfBookingParams },
  answers: ok(reviewBody),
  refuses: ['review.none'],
});

const edit = call('reviews.edit', {
  method: 'put',
  path: '/{id}',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'student',
  summary: 'Change an own review',
  description: 'Unlike other PUT calls it takes both `rating` and `review`: with one of them absent it answers 400.',
  request: { params: reviewParams, ...json(editReviewBody) },
  answers: ok(savedReviewBody, { success, message: SUCCESS.reviewSubmitted, rating: { ...REVIEW, rating: 4 } }),
  refuses: ['review.not_found', 'request.limited'],
  invalid: SAID_INVALID,
});

const remove = call('reviews.remove', {
  method: 'delete',
  path: '/{id}',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'student',
  summary: 'Delete an own review',
  description: 'The rating of the tutor follows at once. The booking can be reviewed again.',
  request: { params: reviewParams },
  answers: done(SUCCESS.reviewRemoved),
  refuses: ['review.not_found', 'request.limited'],
});

/** Mounted at `/api/ratings`. */
export function ratingRoutes() {
  const group = restGroup();

  group.openapi(write, async (c) => {
    const { isNew, message, rating } = await c.var.api.reviews.write(c.req.valid('json'));
    return c.json({ success, message, rating: toReview(rating, c.var.site) }, isNew ? 201 : 200);
  });
  group.openapi(ofBooking, async (c) => {
    const rating = await c.var.api.reviews.ofBooking(c.req.valid('param'));
    return c.json({ success, rating: toReview(rating, c.var.site) }, 200);
  });
  group.openapi(edit, async (c) => {
    const { message, rating } = await c.var.api.reviews.edit({ ...c.req.valid('json'), ...c.req.valid('param') });
    return c.json({ success, message, rating: toReview(rating, c.var.site) }, 200);
  });
  group.openapi(remove, async (c) => {
    const { message } = await c.var.api.reviews.remove(c.req.valid('param'));
    return c.json({ success, message }, 200);
  });

  return group;
}
