import { bookings } from '#db/schema/bookings.ts';
import { anyOf } from '#server/core/ids.ts';
import { selectBookings, toBookingView } from '#server/features/bookings/bookings.queries.ts';
import type { BookingsForWebhooks } from '#server/features/webhooks/webhooks.projector.ts';
import { toBooking } from '#server/rest/wire/bookings.ts';

/** What webhooks tell of a booking is what REST answers its parties. */
export const bookingsAsSent: BookingsForWebhooks = async ({ db, platform }, ids) => {
  const records = await selectBookings(db, anyOf(bookings.id, ids));
  return new Map(records.map((record) => [record.booking.id, toBooking(toBookingView(record), platform.publicUrl)]));
};
