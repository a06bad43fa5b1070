import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { lockUsers } from '#db/locks.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import type { SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { Unit } from '#server/core/unit-of-work.ts';
import { toBookable } from '#shared/domain/bookable.ts';
import type { BookableTutor, Moment } from '#shared/domain/booking-request.ts';
import { blockedTimes } from '#shared/domain/days-off.ts';
import { isOpen } from '#shared/domain/proposals.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { slotTaken, takenFor, tutorOfBooking } from './booking-checks.queries.ts';
import { type BookingRow, lockForMove } from './bookings.steps.ts';

export type ProposalRow = typeof bookingProposals.$inferSelect;
export type Held = { booking: BookingRow; side: Party };

const HOUR = 3_600_000;

/** `isTaking`: it is about to take another time, so no other that does the same for either party runs beside it. */
type How = { isTaking?: boolean };

export const ownOf = ({ id }: Pick<SignedIn['actor'], 'id'>, which: SQL): SQL | undefined =>
  and(which, or(eq(bookings.studentId, id), eq(bookings.tutorUserId, id)));

/** A booking of the caller's, locked as for any move of it. */
export async function lockOwn({ db, actor }: Unit<SignedIn>, which: SQL, { isTaking = false }: How = {}): Promise<Held | null> {
  const mine = ownOf(actor, which);
  if (isTaking) await lockParties(db, mine);
  const booking = await lockForMove(db, mine);
  return booking ? { booking, side: booking.studentId === actor.id ? 'student' : 'tutor' } : null;
}

/** A proposal that waits for this answer of the caller: to one of the own, or to one of the other party's. */
export async function lockOpen(
  unit: Unit<SignedIn>,
  id: string,
  { isOwn, ...how }: How & { isOwn: boolean },
): Promise<Held & { proposal: ProposalRow }> {
  const which = byId(bookingProposals.id, id);
  const held = await lockOwn(unit, bookingOf(which), how);
  const [proposal] = held ? await unit.db.select().from(bookingProposals).where(which) : [];
  if (!held || !proposal || (proposal.proposedBy === held.side) !== isOwn) throw new DomainError('proposal.not_found');
  if (!isOpen(proposal, unit.now())) throw new DomainError('proposal.not_open');
  if (held.booking.status !== 'confirmed') throw new DomainError('proposal.not_confirmed');
  return { ...held, proposal };
}

export const bookingOf = (proposal: SQL): SQL =>
  sql`${bookings.id} = (select ${bookingProposals.bookingId} from ${bookingProposals} where ${proposal})`;

type Rule = (tutor: BookableTutor, moment: Moment) => ErrorCode | null;

/** Refuses a start that the tutor does not offer by this rule, or at which either party has another booking; the time that is moved counts as free. */
export async function checkTime(
  { db, now, platform }: Unit<SignedIn>,
  booking: BookingRow,
  { start, rule }: { start: Date; rule: Rule },
): Promise<void> {
  const moment = { now: now(), zone: platform.zone };
  const tutor = await tutorOfBooking(db, { tutorId: booking.tutorId ?? '', today: wallClock(moment.now, moment.zone).date });
  const blocked = blockedTimes(tutor.daysOff, moment.zone);
  const bookable = { ...toBookable(tutor), blocked };
  const problem = rule(bookable, moment);
  if (problem) throw new DomainError(problem);

  const length = booking.endTime.getTime() - booking.startTime.getTime();
  const end = new Date(start.getTime() + length);
  const held = await takenFor(db, { tutorUserId: tutor.userId, studentId: booking.studentId, now: moment.now });
  // Nobody else of the two can begin when this one does.
  const taken = held.filter((time) => time.start.getTime() !== booking.startTime.getTime());
  if (!taken.some((time) => time.start < end && start < time.end)) return;
  const week = bookable.subjects.find(({ id }) => id === booking.subjectId)?.week ?? [];
  throw slotTaken({ week, hours: length / HOUR, taken, blocked, ...moment }, start, booking.startTime);
}

async function lockParties(db: Executor, mine: SQL | undefined): Promise<void> {
  const [found] = await db.select({ studentId: bookings.studentId, tutorUserId: bookings.tutorUserId }).from(bookings).where(mine);
  const ids = [found?.studentId, found?.tutorUserId].flatMap((id) => id ?? []);
  if (ids.length > 0) await lockUsers(db, ids);
}
