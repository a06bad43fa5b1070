import { bookings } from '#db/schema/bookings.ts';
import { anyOf } from '#server/core/ids.ts';
import { selectBookings, toBookingView } from '#server/features/bookings/bookings.queries.ts';
import type { BookingsForWebhooks } from '#server/features/webhooks/webhooks.projector.ts';
import { booking } from '#server/rest/wire/bookings.ts';
import { toWire } from '#server/rest/wire/views.ts';

export const bookingsForWebhooks: BookingsForWebhooks = async ({ db, platform }, ids) => {
  const records = await selectBookings(db, anyOf(bookings.id, ids));
  return new Map(records.map((record) => [record.booking.id, toWire(booking, toBookingView(record), platform.publicUrl)]));
};
