import { and, eq, or } from 'drizzle-orm';
import { bookings } from '#db/schema/bookings.ts';
import type { SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { toRupees } from '#shared/domain/money.ts';
import { DomainError } from '#shared/errors.ts';
import { type BookingRecord, selectBookings, toBookingView } from './bookings.queries.ts';

/** One booking, for its two parties and admins; for anyone else there is none. */
export async function bookingById({ db, actor }: SignedIn, { id }: { id: string }): Promise<BookingDetails> {
  const isParty = or(eq(bookings.studentId, actor.id), eq(bookings.tutorUserId, actor.id));
  const [record] = await selectBookings(db, and(byId(bookings.id, id), actor.role === 'admin' ? undefined : isParty));
  if (!record) throw new DomainError('booking.not_found');
  const { studentId, tutorUserId } = record.booking;
  const details = toBookingDetails(record);
  // Where the two meet is theirs alone.
  return actor.id === studentId || actor.id === tutorUserId ? details : { ...details, meetingLink: null, address: '' };
}

function toBookingDetails(record: BookingRecord): BookingDetails {
  const { confirmedAt, completedAt, cancelledAt, cancelledBy } = record.booking;
  return { ...toBookingView(record), confirmedAt, completedAt, cancelledAt, cancelledBy, cancellation: cancellationOf(record) };
}

function cancellationOf({ booking }: BookingRecord): BookingDetails['cancellation'] {
  const { refundCents, retainedCents, platformFeeCents } = booking;
  if (refundCents === null || retainedCents === null || platformFeeCents === null) return null;
  return {
    refund: toRupees(refundCents),
    retained: toRupees(retainedCents),
    platformFee: toRupees(platformFeeCents),
    tutorShare: toRupees(retainedCents - platformFeeCents),
  };
}
