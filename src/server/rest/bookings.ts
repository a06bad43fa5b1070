import { createRoute, z } from '@hono/zod-openapi';
import type { Caller } from '#server/api/router.ts';
import { bookingMoved, SUCCESS } from '#shared/messages.ts';
import { created, json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { booking, bookingParams, changeStatusBody, requestBookingBody, requestKeyHeader, savedBookingBody, toBooking } from './wire/bookings.ts';
import { okBody } from './wire/shapes.ts';

const TAG = 'Bookings';
const success = true as const;

/** The same under two paths. */
export const requestCall = {
  request: { headers: requestKeyHeader, ...json(requestBookingBody) },
  responses: { ...created(savedBookingBody), ...refusals(400, 401, 403, 404, 409, 429) },
};
type Requested = { header: z.infer<typeof requestKeyHeader>; json: z.infer<typeof requestBookingBody> };

export async function requestBooking({ api, site }: { api: Caller; site: string }, { header, json }: Requested) {
  const made = await api.bookings.request({ ...json, idempotencyKey: header['Idempotency-Key'] });
  return { success, message: SUCCESS.bookingRequested, booking: toBooking(made, site) };
}

const request = createRoute({ method: 'post', path: '/', ...operation(TAG, 'student', 'Ask a tutor for a session'), ...requestCall });

const list = createRoute({
  method: 'get',
  path: '/',
  ...operation(TAG, 'user', 'Own bookings as student and as tutor, for admins all; newest first'),
  responses: { ...ok(z.array(booking)), ...refusals(401) },
});

const one = createRoute({
  method: 'get',
  path: '/{id}',
  ...operation(TAG, 'user', 'One booking, for its parties and admins'),
  request: { params: bookingParams },
  responses: { ...ok(booking), ...refusals(401, 404) },
});

const changeStatus = createRoute({
  method: 'patch',
  path: '/{id}/status',
  ...operation(TAG, 'user', 'Confirm, cancel or complete an own booking; students can only cancel'),
  request: { params: bookingParams, ...json(changeStatusBody) },
  responses: { ...ok(savedBookingBody), ...refusals(400, 401, 403, 404, 409) },
});

const cancel = createRoute({
  method: 'delete',
  path: '/{id}',
  ...operation(TAG, 'student', 'Cancel an own booking, which is kept as cancelled'),
  request: { params: bookingParams },
  responses: { ...ok(okBody), ...refusals(401, 403, 404, 409) },
});

const remind = createRoute({
  method: 'post',
  path: '/{id}/reminder',
  ...operation(TAG, 'user', 'Remind both parties of a confirmed booking ahead; for its tutor and admins'),
  request: { params: bookingParams },
  responses: { ...ok(okBody), ...refusals(401, 403, 404, 409, 429) },
});

/** Mounted at `/api/bookings`. */
export function bookingRoutes() {
  const group = restGroup();

  group.openapi(request, async (c) => c.json(await requestBooking(c.var, { header: c.req.valid('header'), json: c.req.valid('json') }), 201));
  group.openapi(list, async (c) => {
    const found = await c.var.api.bookings.allForCaller();
    return c.json(
      found.map((view) => toBooking(view, c.var.site)),
      200,
    );
  });
  group.openapi(one, async (c) => c.json(toBooking(await c.var.api.bookings.byId(c.req.valid('param')), c.var.site), 200));
  group.openapi(changeStatus, async (c) => {
    const moved = await c.var.api.bookings.changeStatus({ ...c.req.valid('json'), ...c.req.valid('param') });
    return c.json({ success, message: bookingMoved(moved.status), booking: toBooking(moved, c.var.site) }, 200);
  });
  group.openapi(cancel, async (c) => {
    await c.var.api.bookings.cancel(c.req.valid('param'));
    return c.json({ success, message: SUCCESS.bookingCancelled }, 200);
  });
  group.openapi(remind, async (c) => {
    const { message } = await c.var.api.bookings.sendReminder(c.req.valid('param'));
    return c.json({ success, message }, 200);
  });

  return group;
}
