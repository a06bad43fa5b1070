import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { lockBookings, lockTutors, shareUsers } from '#db/locks.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { BookingNews, Settling } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { demandStanding } from '#server/core/standing.ts';
import type { Move } from '#shared/domain/booking-lifecycle.ts';
import { cancellationFigures, refundShare } from '#shared/domain/cancellation.ts';
import type { BookingActor, BookingStatus, ProposalState } from '#shared/vocabulary/bookings.ts';

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

/** One booking with all that a move of it changes: its parties are told, and the tutor's figures follow. `by`: who must not have left meanwhile. */
export async function lockForMove(db: Executor, which: SQL | undefined, by?: { id: string }): Promise<BookingRow | undefined> {
  const party = sql`select unnest(array[${bookings.studentId}, ${bookings.tutorUserId}]) from ${bookings} where ${which}`;
  const accounts = await shareUsers(db, sql`${users.id} = any(array(${party}) || ${sql.param(by ? [by.id] : [])}::uuid[])`);
  if (by) demandStanding(accounts, by);
  await lockTutors(db, sql`${tutorProfiles.userId} = (select ${bookings.tutorUserId} from ${bookings} where ${which})`);
  const [booking] = await lockBookings(db, which);
  return booking;
}

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
    .set({
      status: to,
      updatedAt: at,
      meetingLink,
      sequence: sql`${bookings.sequence} + 1`,
      ...(reached && { [reached]: at }),
      ...(to === 'cancelled' && cancellation),
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(standing)}::jsonb) as standing (id uuid, status booking_status, refund bigint, retained bigint, fee bigint)`,
    )
    .where(sql`${bookings.id} = standing.id and ${bookings.status} = standing.status`)
    .returning(getTableColumns(bookings));
  // What has come to its end goes to no other time.
  const ended = to === 'completed' || to === 'cancelled' ? moved.map(({ id }) => id) : [];
  if (ended.length > 0) await settle(db, anyOf(bookingProposals.bookingId, ended), { state: 'closed', at });
  const from = new Map(found.map(({ id, status }) => [id, status]));
  for (const booking of moved) {
    const news = newsOf(withoutUser === undefined ? booking : forgetting(booking, withoutUser));
    record({ type: 'booking.changed', booking: news, from: from.get(booking.id) ?? booking.status, by });
  }
}

/** Under the lock of the booking, which every change of its proposals is made under. */
export function settle(db: Executor, which: SQL | undefined, { state, at }: { state: Exclude<ProposalState, 'open'>; at: Date }) {
  return db
    .update(bookingProposals)
    .set({ state, settledAt: at })
    .where(and(which, eq(bookingProposals.state, 'open')))
    .returning();
}

function forgetting(booking: BookingRow, userId: string): BookingRow {
  const { studentId, tutorUserId } = booking;
  return { ...booking, studentId: studentId === userId ? null : studentId, tutorUserId: tutorUserId === userId ? null : tutorUserId };
}

export function newsOf({ id, studentId, tutorUserId, tutorId, subjectName, status, startTime, endTime }: BookingRow): BookingNews {
  return { id, studentId, tutorUserId, tutorId, subjectName, status, startTime, endTime };
}
