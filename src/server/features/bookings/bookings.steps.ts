import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { lockTogether } from '#db/locks.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import type { BookingEventData, ProjectionContext } from '#server/core/events.ts';
import type { Transition } from '#shared/domain/booking-lifecycle.ts';
import { cancellationAmounts, refundShare } from '#shared/domain/cancellation.ts';
import type { BookingActor, BookingStatus, ProposalState } from '#shared/vocabulary/bookings.ts';

export type BookingRow = typeof bookings.$inferSelect;

/**
 * `refundedAs`: whose refund share applies, if not that of `by`.
 * `withoutUser`: the account that is being deleted, which is not notified.
 */
type BookingTransition = Transition & { refundedAs?: BookingActor; withoutUser?: string; meetingLink?: string };

const TIMESTAMPS: Record<BookingStatus, SQL | null> = {
  pending: null,
  confirmed: sql.raw('confirmed_at'),
  completed: sql.raw('completed_at'),
  cancelled: sql.raw('cancelled_at'),
};

/** Also locks the accounts it notifies and the tutor whose counters change. `by` must still be active. */
export async function lockForTransition(
  db: Executor,
  where: SQL | undefined,
  { by, accounts = 'keyShare' }: { by?: { id: string }; accounts?: 'keyShare' | 'noKeyUpdate' } = {},
): Promise<BookingRow | undefined> {
  const party = sql`select unnest(array[${bookings.studentId}, ${bookings.tutorUserId}]) from ${bookings} where ${where}`;
  const locked = await lockTogether(db, {
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
  const time = sql`${at.toISOString()}::timestamptz`;
  const cancellation = sql`, cancellation_reason = ${reason || null}, cancelled_by = ${by}, refund_cents = expected.refund,
    retained_cents = expected.retained, platform_fee_cents = expected.fee`;
  const changed = await db.execute<{ id: string }>(sql`
    with changed as (
      update bookings as booking
      set status = ${to}, updated_at = ${time}, sequence = booking.sequence + 1 ${meetingLink !== undefined ? sql`, meeting_link = ${meetingLink}` : undefined}
        ${TIMESTAMPS[to] && sql`, ${TIMESTAMPS[to]} = ${time}`} ${to === 'cancelled' ? cancellation : undefined}
      from jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) as expected (id uuid, status booking_status, refund bigint, retained bigint, fee bigint)
      where booking.id = expected.id and booking.status = expected.status
      returning booking.id
    ) ${to === 'completed' || to === 'cancelled' ? sql`, settled as (${closeProposals(time)})` : undefined}
    select id from changed`);
  const changedIds = new Set(changed.map(({ id }) => id));
  for (const row of rows.filter(({ id }) => changedIds.has(id))) {
    const booking = toBookingEvent({ ...(withoutUser === undefined ? row : withoutParty(row, withoutUser)), status: to });
    record({ type: 'booking.changed', booking, from: row.status, by });
  }
}

const closeProposals = (time: SQL) => sql`
  update booking_proposals set state = 'closed', settled_at = ${time} where state = 'open' and booking_id in (select id from changed)`;

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
