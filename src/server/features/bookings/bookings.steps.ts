import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import type { BookingEventData, ProjectionContext } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import type { Transition } from '#shared/domain/booking-lifecycle.ts';
import { cancellationAmounts, refundShare } from '#shared/domain/cancellation.ts';
import type { BookingActor, BookingStatus, ProposalState } from '#shared/vocabulary/bookings.ts';

export type BookingRow = typeof bookings.$inferSelect;

/**
 * `refundedAs`: whose refund share applies, if not that of `by`.
 * `withoutUser`: who deletes the account, and is not notified.
 */
type BookingTransition = Transition & { refundedAs?: BookingActor; withoutUser?: string; meetingLink?: string };

const TIMESTAMP_OF = {
  pending: null,
  confirmed: 'confirmedAt',
  completed: 'completedAt',
  cancelled: 'cancelledAt',
} as const satisfies Record<BookingStatus, keyof BookingRow | null>;

/** Also locks the accounts it notifies and the tutor whose counters change. `by` must still be active. */
export async function lockForTransition(
  db: Executor,
  where: SQL | undefined,
  { by, accounts = 'keyShare' }: { by?: { id: string }; accounts?: 'keyShare' | 'noKeyUpdate' } = {},
): Promise<BookingRow | undefined> {
  const party = sql`select unnest(array[${bookings.studentId}, ${bookings.tutorUserId}]) from ${bookings} where ${where}`;
  const locked = await withLocks(db, {
    users: { [accounts]: sql`${users.id} = any(array(${party}) || ${sql.param(by ? [by.id] : [])}::uuid[])` },
    tutors: { noKeyUpdate: sql`${tutorProfiles.userId} = (select ${bookings.tutorUserId} from ${bookings} where ${where})` },
    bookings: { update: where },
  });
  if (by) requireActive(locked.users, by);
  return locked.bookings[0];
}

export async function transitionBookings(
  { db, now, record }: Pick<ProjectionContext, 'db' | 'now' | 'record'>,
  rows: readonly BookingRow[],
  { to, by, reason, refundedAs = by, withoutUser, meetingLink }: BookingTransition,
): Promise<void> {
  if (rows.length === 0) return;
  const at = now();
  const expected = rows.map(({ id, status, startTime, amountCents }) => {
    const { refund, retained, platformFee } = cancellationAmounts(amountCents, refundShare({ by: refundedAs, status, startTime, now: at }));
    return { id, status, refund, retained, fee: platformFee };
  });
  const cancellation = {
    cancellationReason: reason || null,
    cancelledBy: by,
    refundCents: sql`expected.refund`,
    retainedCents: sql`expected.retained`,
    platformFeeCents: sql`expected.fee`,
  };
  const timestamp = TIMESTAMP_OF[to];
  const changed = await db
    .update(bookings)
    .set({
      status: to,
      updatedAt: at,
      meetingLink,
      sequence: sql`${bookings.sequence} + 1`,
      ...(timestamp && { [timestamp]: at }),
      ...(to === 'cancelled' && cancellation),
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) as expected (id uuid, status booking_status, refund bigint, retained bigint, fee bigint)`,
    )
    .where(sql`${bookings.id} = expected.id and ${bookings.status} = expected.status`)
    .returning(getTableColumns(bookings));
  const ended = to === 'completed' || to === 'cancelled' ? changed.map(({ id }) => id) : [];
  if (ended.length > 0) await settleProposals(db, anyOf(bookingProposals.bookingId, ended), { state: 'closed', at });
  const previousStatus = new Map(rows.map(({ id, status }) => [id, status]));
  for (const booking of changed) {
    const eventBooking = toBookingEvent(withoutUser === undefined ? booking : withoutParty(booking, withoutUser));
    record({ type: 'booking.changed', booking: eventBooking, from: previousStatus.get(booking.id) ?? booking.status, by });
  }
}

export function settleProposals(db: Executor, where: SQL | undefined, { state, at }: { state: Exclude<ProposalState, 'open'>; at: Date }) {
  return db
    .update(bookingProposals)
    .set({ state, settledAt: at })
    .where(and(where, eq(bookingProposals.state, 'open')))
    .returning();
}

function withoutParty(booking: BookingRow, userId: string): BookingRow {
  const { studentId, tutorUserId } = booking;
  return { ...booking, studentId: studentId === userId ? null : studentId, tutorUserId: tutorUserId === userId ? null : tutorUserId };
}

export function toBookingEvent({ id, studentId, tutorUserId, tutorId, subjectName, status, startTime, endTime }: BookingRow): BookingEventData {
  return { id, studentId, tutorUserId, tutorId, subjectName, status, startTime, endTime };
}
