import { and, eq, gte, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import type { SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { Unit } from '#server/core/unit-of-work.ts';
import { toBookable } from '#shared/domain/bookable.ts';
import type { BookableTutor, Moment } from '#shared/domain/booking-request.ts';
import { blockedTimes } from '#shared/domain/days-off.ts';
import { isOverlapping } from '#shared/domain/free-times.ts';
import { refusalFor } from '#shared/domain/notice.ts';
import { isOpen } from '#shared/domain/proposals.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { getTutorForBooking, listTakenTimesOfBoth, slotTakenError } from './booking-checks.queries.ts';
import { type BookingRow, lockForTransition } from './bookings.steps.ts';

export type ProposalRow = typeof bookingProposals.$inferSelect;
export type OwnBooking = { booking: BookingRow; side: Party };

/** `isRescheduling` locks both accounts, so that two acceptances of one account cannot deadlock. */
type LockOptions = { isRescheduling?: boolean };

export const whereOwn = ({ id }: Pick<SignedIn['actor'], 'id'>, where: SQL): SQL | undefined =>
  and(where, or(eq(bookings.studentId, id), eq(bookings.tutorUserId, id)));

export async function lockOwnBooking(
  { db, actor }: Unit<SignedIn>,
  where: SQL,
  { isRescheduling = false }: LockOptions = {},
): Promise<OwnBooking | null> {
  const isOwn = whereOwn(actor, where);
  const booking = await lockForTransition(db, isOwn, { accounts: isRescheduling ? 'noKeyUpdate' : 'keyShare' });
  return booking ? { booking, side: booking.studentId === actor.id ? 'student' : 'tutor' } : null;
}

export async function lockOpenProposal(
  unit: Unit<SignedIn>,
  id: string,
  { isProposer, ...options }: LockOptions & { isProposer: boolean },
): Promise<OwnBooking & { proposal: ProposalRow }> {
  const where = byId(bookingProposals.id, id);
  const own = await lockOwnBooking(unit, whereBookingOf(where), options);
  const [proposal] = own ? await unit.db.select().from(bookingProposals).where(where) : [];
  if (!own || !proposal || (proposal.proposedBy === own.side) !== isProposer) throw new DomainError('proposal.not_found');
  if (!isOpen(proposal, unit.now())) throw new DomainError('proposal.not_open');
  if (own.booking.status !== 'confirmed') throw new DomainError('proposal.not_confirmed');
  return { ...own, proposal };
}

type SameTime = Pick<ProposalRow, 'bookingId' | 'proposedBy' | 'startTime'>;

/** The open proposal of the same time by the same party. */
export function extendProposal(db: Executor, { bookingId, proposedBy, startTime }: SameTime, { lapsesAt, at }: { lapsesAt: Date; at: Date }) {
  const isSame = and(
    eq(bookingProposals.bookingId, bookingId),
    eq(bookingProposals.proposedBy, proposedBy),
    eq(bookingProposals.startTime, startTime),
  );
  return db
    .update(bookingProposals)
    .set({ lapsesAt })
    .where(and(isSame, eq(bookingProposals.state, 'open'), gte(bookingProposals.lapsesAt, at)))
    .returning();
}

export const whereBookingOf = (proposal: SQL): SQL =>
  sql`${bookings.id} = (select ${bookingProposals.bookingId} from ${bookingProposals} where ${proposal})`;

type Rule = (tutor: BookableTutor, moment: Moment) => ErrorCode | null;

export async function checkNewTime(
  { db, now, platform }: Unit<SignedIn>,
  booking: BookingRow,
  { start, rule }: { start: Date; rule: Rule },
): Promise<void> {
  const moment = { now: now(), zone: platform.zone };
  const tutor = await getTutorForBooking(db, { tutorId: booking.tutorId ?? '', today: wallClock(moment.now, moment.zone).date });
  const blocked = blockedTimes(tutor.daysOff, moment.zone);
  const bookable = { ...toBookable(tutor), blocked };
  const problem = rule(bookable, moment);
  if (problem) throw new DomainError(problem, refusalFor(problem, tutor.minimumNoticeHours));

  const length = booking.endTime.getTime() - booking.startTime.getTime();
  const { studentId, startTime: except } = booking;
  const taken = await listTakenTimesOfBoth(db, { studentId, now: moment.now, except }, tutor);
  if (!isOverlapping({ start, end: new Date(start.getTime() + length) }, taken)) return;
  const { subjects, minimumNoticeHours } = bookable;
  const week = subjects.find(({ id }) => id === booking.subjectId)?.week ?? [];
  throw slotTakenError({ week, hours: length / HOUR_MS, taken, blocked, minimumNoticeHours, ...moment }, start, booking.startTime);
}
