import { getTableColumns, sql } from 'drizzle-orm';
import { bookings } from '#db/schema/bookings.ts';
import type { BookingNews, Settling } from '#server/core/events.ts';
import type { Move } from '#shared/domain/booking-lifecycle.ts';
import { cancellationFigures, refundShare } from '#shared/domain/cancellation.ts';
import type { BookingActor, BookingStatus } from '#shared/vocabulary/bookings.ts';

export type BookingRow = typeof bookings.$inferSelect;

/**
 * `refundedAs`: by whose bands a cancellation gives back, where that is not who makes it.
 * `withoutUser`: who leaves, and is not told. `meetingLink`: where the parties meet from now on.
 */
type ManyMove = Move & { refundedAs?: BookingActor; withoutUser?: string; meetingLink?: string };

const REACHED = {
  pending: null,
  confirmed: 'confirmedAt',
  completed: 'completedAt',
  cancelled: 'cancelledAt',
} as const satisfies Record<BookingStatus, keyof BookingRow | null>;

/** Moves those that still stand where they were found, all at once, and says so; a cancellation keeps its figures. */
export async function moveBookings(
  { db, now, record }: Pick<Settling, 'db' | 'now' | 'record'>,
  found: readonly BookingRow[],
  { to, by, reason, refundedAs = by, withoutUser, meetingLink }: ManyMove,
): Promise<void> {
  if (found.length === 0) return;
  const at = now();
  const standing = found.map(({ id, status, startTime, amountCents }) => {
    const { refund, retained, platformFee } = cancellationFigures(amountCents, refundShare({ by: refundedAs, status, startTime, now: at }));
    return { id, status, refund, retained, fee: platformFee };
  });
  const cancellation = {
    cancellationReason: reason || null,
    cancelledBy: by,
    refundCents: sql`standing.refund`,
    retainedCents: sql`standing.retained`,
    platformFeeCents: sql`standing.fee`,
  };
  const reached = REACHED[to];
  const moved = await db
    .update(bookings)
    .set({ status: to, updatedAt: at, meetingLink, ...(reached && { [reached]: at }), ...(to === 'cancelled' && cancellation) })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(standing)}::jsonb) as standing (id uuid, status booking_status, refund bigint, retained bigint, fee bigint)`,
    )
    .where(sql`${bookings.id} = standing.id and ${bookings.status} = standing.status`)
    .returning(getTableColumns(bookings));
  const from = new Map(found.map(({ id, status }) => [id, status]));
  for (const booking of moved) {
    const news = newsOf(withoutUser === undefined ? booking : forgetting(booking, withoutUser));
    record({ type: 'booking.changed', booking: news, from: from.get(booking.id) ?? booking.status, by });
  }
}

function forgetting(booking: BookingRow, userId: string): BookingRow {
  const { studentId, tutorUserId } = booking;
  return { ...booking, studentId: studentId === userId ? null : studentId, tutorUserId: tutorUserId === userId ? null : tutorUserId };
}

export function newsOf({ id, studentId, tutorUserId, tutorId, subjectName, status, startTime, endTime }: BookingRow): BookingNews {
  return { id, studentId, tutorUserId, tutorId, subjectName, status, startTime, endTime };
}
