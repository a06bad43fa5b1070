import { SUCCESS } from '#shared/messages.ts';
import { ADDITIONAL, call, done, ok } from './operation.ts';
import { restGroup } from './support.ts';
import { bookingParams, toBooking } from './wire/bookings.ts';
import { dashboardBody, deskBookingsBody, deskBookingsQuery } from './wire/desk.ts';

const TAG = 'Admin';

const stats = call('statistics.dashboard', {
  method: 'get',
  path: '/dashboard/stats',
  contract: 66,
  tag: TAG,
  who: 'admin',
  summary: 'The six figures of the dashboard',
  description: '`totalTutors` counts all profiles, `totalRevenue` is what completed bookings cost in rupees, before any fee.',
  answers: ok(dashboardBody),
});

const bookings = call('bookings.desk', {
  method: 'get',
  path: '/bookings',
  contract: 75,
  tag: TAG,
  who: 'admin',
  summary: 'A page of all bookings',
  description: 'Every booking of the platform. Admins see neither meeting links nor addresses, and cannot move a booking.',
  request: { query: deskBookingsQuery },
  answers: ok(deskBookingsBody),
});

const notify = call('bookings.askForAnswer', {
  method: 'post',
  path: '/bookings/{id}/notify',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'admin',
  summary: 'Remind the tutor of a pending booking',
  description: 'By notification and mail. It moves nothing.',
  request: { params: bookingParams },
  answers: done(SUCCESS.reminderSent),
  refuses: ['booking.not_found', 'booking.answered', 'request.limited'],
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
