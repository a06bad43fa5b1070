import { VALIDATION } from '#shared/messages.ts';
import { ADDITIONAL, call, created, json, ok } from './operation.ts';
import { restGroup } from './support.ts';
import { editReviewBody, reviewBody, reviewOfBookingParams, reviewParams, savedReviewBody, toReview, writeReviewBody } from './wire/reviews.ts';
import { okBody } from './wire/shapes.ts';

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
  request: { params: reviewParams, ...json(editReviewBody) },
  answers: ok(savedReviewBody),
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
  request: { params: reviewParams },
  answers: ok(okBody),
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
