import { createRoute } from '@hono/zod-openapi';
import { ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { bookingParams, toBooking } from './wire/bookings.ts';
import { dashboardBody, deskBookingsBody, deskBookingsQuery } from './wire/desk.ts';
import { okBody } from './wire/shapes.ts';

const TAG = 'Admin';

const stats = createRoute({
  method: 'get',
  path: '/dashboard/stats',
  ...operation(TAG, 'admin', 'The six figures of the dashboard'),
  responses: { ...ok(dashboardBody), ...refusals(401, 403) },
});

const bookings = createRoute({
  method: 'get',
  path: '/bookings',
  ...operation(TAG, 'admin', 'A page of all bookings'),
  request: { query: deskBookingsQuery },
  responses: { ...ok(deskBookingsBody), ...refusals(401, 403) },
});

const notify = createRoute({
  method: 'post',
  path: '/bookings/{id}/notify',
  ...operation(TAG, 'admin', 'Remind the tutor of a pending booking'),
  request: { params: bookingParams },
  responses: { ...ok(okBody), ...refusals(401, 403, 404, 409, 429) },
});

/** Mounted at `/api/admin`. */
export function deskRoutes() {
  const group = restGroup();

  group.openapi(stats, async (c) => c.json(await c.var.api.statistics.dashboard(), 200));
  group.openapi(bookings, async (c) => {
    const { bookings, totalPages, page: currentPage, total } = await c.var.api.bookings.desk(c.req.valid('query'));
    const shown = bookings.map((view) => toBooking(view, c.var.site));
    return c.json({ bookings: shown, totalPages, currentPage, total, totalBookings: total }, 200);
  });
  group.openapi(notify, async (c) => {
    const { message } = await c.var.api.bookings.askForAnswer(c.req.valid('param'));
    return c.json({ success: true as const, message }, 200);
  });

  return group;
}
