import { and, inArray } from 'drizzle-orm';
import { bookings } from '#db/schema/bookings.ts';
import type { BookingNews, Settling } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import type { Move } from '#shared/domain/booking-lifecycle.ts';

export type BookingRow = typeof bookings.$inferSelect;

/** Moves those that still stand where they were found, all at once, and says so. */
export async function moveBookings(
  { db, now, record }: Pick<Settling, 'db' | 'now' | 'record'>,
  found: readonly BookingRow[],
  move: Move,
): Promise<void> {
  const { to, by, reason } = move;
  const cancellation = to === 'cancelled' ? { cancellationReason: reason || null, cancelledBy: by } : {};
  const from = new Map(found.map(({ id, status }) => [id, status]));
  const moved = await db
    .update(bookings)
    .set({ status: to, updatedAt: now(), ...cancellation })
    .where(and(anyOf(bookings.id, [...from.keys()]), inArray(bookings.status, [...new Set(from.values())])))
    .returning();
  for (const booking of moved) record({ type: 'booking.changed', booking: newsOf(booking), from: from.get(booking.id) ?? booking.status, by });
}

export function newsOf({ id, studentId, tutorUserId, tutorId, subjectName, status, startTime, endTime }: BookingRow): BookingNews {
  return { id, studentId, tutorUserId, tutorId, subjectName, status, startTime, endTime };
}
