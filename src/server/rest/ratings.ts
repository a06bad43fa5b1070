import { createRoute } from '@hono/zod-openapi';
import { created, json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { editReviewBody, reviewBody, reviewOfBookingParams, reviewParams, savedReviewBody, toReview, writeReviewBody } from './wire/reviews.ts';
import { okBody } from './wire/shapes.ts';

const TAG = 'Ratings';
const success = true as const;

const write = createRoute({
  method: 'post',
  path: '/',
  ...operation(TAG, 'student', 'Review a completed booking; a second review takes the place of the first'),
  request: json(writeReviewBody),
  responses: { ...ok(savedReviewBody), ...created(savedReviewBody), ...refusals(400, 401, 403, 404, 409) },
});

const ofBooking = createRoute({
  method: 'get',
  path: '/booking/{bookingId}',
  ...operation(TAG, 'student', 'The own review of a booking; 404 where there is none yet'),
  request: { params: reviewOfBookingParams },
  responses: { ...ok(reviewBody), ...refusals(401, 403, 404) },
});

const edit = createRoute({
  method: 'put',
  path: '/{id}',
  ...operation(TAG, 'student', 'Change an own review'),
  request: { params: reviewParams, ...json(editReviewBody) },
  responses: { ...ok(savedReviewBody), ...refusals(400, 401, 403, 404) },
});

const remove = createRoute({
  method: 'delete',
  path: '/{id}',
  ...operation(TAG, 'student', 'Delete an own review'),
  request: { params: reviewParams },
  responses: { ...ok(okBody), ...refusals(401, 403, 404) },
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
