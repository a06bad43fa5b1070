import { createRoute } from '@hono/zod-openapi';
import { SUCCESS } from '#shared/messages.ts';
import { created, json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { requestBookingBody, requestedBookingBody, studentBookingsBody, studentBookingsQuery, toBooking } from './wire/bookings.ts';

const TAG = 'Students';

const bookings = createRoute({
  method: 'get',
  path: '/bookings',
  ...operation(TAG, 'student', 'Own bookings, newest first; all of them unless a page is asked for'),
  request: { query: studentBookingsQuery },
  responses: { ...ok(studentBookingsBody), ...refusals(401, 403) },
});

const request = createRoute({
  method: 'post',
  path: '/bookings',
  ...operation(TAG, 'student', 'Ask a tutor for a session'),
  request: json(requestBookingBody),
  responses: { ...created(requestedBookingBody), ...refusals(400, 401, 403, 404, 409) },
});

/** Mounted at `/api/students`. */
export function studentRoutes() {
  const group = restGroup();

  group.openapi(bookings, async (c) => {
    const { bookings, pagination } = await c.var.api.bookings.allForStudent(c.req.valid('query'));
    return c.json({ success: true as const, bookings: bookings.map((view) => toBooking(view, c.var.site)), pagination }, 200);
  });
  group.openapi(request, async (c) => {
    const booking = await c.var.api.bookings.request(c.req.valid('json'));
    return c.json({ success: true as const, message: SUCCESS.bookingRequested, booking: toBooking(booking, c.var.site) }, 201);
  });

  return group;
}
