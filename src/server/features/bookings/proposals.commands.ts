import { eq, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import type { SignedIn } from '#server/core/context.ts';
import { getSqlState } from '#server/core/errors.ts';
import { byId } from '#server/core/ids.ts';
import { enqueue } from '#server/core/jobs.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { BookingDetails, ProposalInput, ProposeTimeInput } from '#shared/contracts/bookings.ts';
import { acceptanceProblem, lapseTime, proposedTimeProblem, proposingProblem } from '#shared/domain/proposals.ts';
import { DomainError } from '#shared/errors.ts';
import { getBookingDetails } from './booking-details.queries.ts';
import { settleProposals, toBookingEvent } from './bookings.steps.ts';
import { checkNewTime, extendProposal, lockOpenProposal, lockOwnBooking, whereOwn } from './proposals.steps.ts';

const EXCLUSION_VIOLATION = '23P01';

export function proposeTime(ctx: SignedIn, { bookingId: id, startTime: start }: ProposeTimeInput): Promise<BookingDetails> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const at = now();
    const own = await lockOwnBooking(unit, byId(bookings.id, id));
    if (!own) throw new DomainError('booking.not_found');
    const { booking, side } = own;
    const problem = proposingProblem(booking, at);
    if (problem) throw new DomainError(problem);
    await checkNewTime(unit, booking, { start, rule: (tutor, moment) => proposedTimeProblem(tutor, { booking, start, by: side }, moment) });

    const { id: bookingId, startTime: fromStart } = booking;
    const lapsesAt = lapseTime(fromStart, start, at);
    const planLapse = (proposalId: string) =>
      enqueue(unit, {
        kind: 'proposal.lapse',
        params: { proposalId },
        dueAt: lapsesAt,
        key: `proposal.lapse ${proposalId} ${lapsesAt.toISOString()}`,
      });
    // The answer to the first try may have been lost: the other party knows already.
    const [extended] = await extendProposal(db, { bookingId, proposedBy: side, startTime: start }, { lapsesAt, at });
    if (extended) {
      planLapse(extended.id);
      return getBookingDetails(unit, booking);
    }

    const replaced = await settleProposals(db, eq(bookingProposals.bookingId, booking.id), { state: 'replaced', at });
    const endTime = new Date(start.getTime() + booking.endTime.getTime() - fromStart.getTime());
    const row = { bookingId, proposedBy: side, startTime: start, endTime, fromStart, lapsesAt, createdAt: at };
    const { id: proposalId } = only(await db.insert(bookingProposals).values(row).returning());
    if (replaced.length > 0) record({ type: 'proposal.withdrawn', booking: toBookingEvent(booking) });
    record({ type: 'proposal.made', booking: toBookingEvent(booking), by: side, startTime: start, lapsesAt, proposalId });
    planLapse(proposalId);
    return getBookingDetails(unit, booking);
  });
}

export async function checkOwnBooking({ db, actor }: Pick<SignedIn, 'db' | 'actor'>, { bookingId: id }: { bookingId: string }): Promise<void> {
  if (!(await db.$count(bookings, whereOwn(actor, byId(bookings.id, id))))) throw new DomainError('booking.not_found');
}

export function acceptProposal(ctx: SignedIn, input: ProposalInput): Promise<BookingDetails> {
  const tryAccept = () => inUnitOfWork(ctx, (unit) => acceptOnce(unit, input));
  const isOverlap = (error: unknown) => getSqlState(error) === EXCLUSION_VIOLATION;
  // A request may take the time between check and update; the second attempt's check sees it.
  return tryAccept().catch((error: unknown) => {
    if (!isOverlap(error)) throw error;
    return tryAccept().catch((secondError: unknown) => {
      throw isOverlap(secondError) ? new DomainError('booking.slot_taken') : secondError;
    });
  });
}

async function acceptOnce(unit: Unit<SignedIn>, { id }: ProposalInput): Promise<BookingDetails> {
  const { db, now, record } = unit;
  const { booking, proposal } = await lockOpenProposal(unit, id, { isProposer: false, isRescheduling: true });
  const { startTime, endTime } = proposal;
  await checkNewTime(unit, booking, { start: startTime, rule: (tutor, { zone }) => acceptanceProblem(tutor, { booking, start: startTime }, zone) });

  const at = now();
  const updated = await db
    .update(bookings)
    .set({ startTime, endTime, sequence: sql`${bookings.sequence} + 1`, updatedAt: at })
    .where(eq(bookings.id, booking.id))
    .returning();
  await settleProposals(db, eq(bookingProposals.id, proposal.id), { state: 'accepted', at });
  const by = proposal.proposedBy === 'student' ? 'tutor' : 'student';
  record({
    type: 'booking.rescheduled',
    booking: toBookingEvent(only(updated)),
    by,
    from: { startTime: booking.startTime, endTime: booking.endTime },
  });
  return getBookingDetails(unit, booking);
}

export function declineProposal(ctx: SignedIn, { id }: ProposalInput): Promise<BookingDetails> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const { booking, proposal } = await lockOpenProposal(unit, id, { isProposer: false });
    await settleProposals(db, eq(bookingProposals.id, proposal.id), { state: 'declined', at: now() });
    record({ type: 'proposal.declined', booking: toBookingEvent(booking), by: proposal.proposedBy, startTime: proposal.startTime });
    return getBookingDetails(unit, booking);
  });
}

export function withdrawProposal(ctx: SignedIn, { id }: ProposalInput): Promise<BookingDetails> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const { booking, proposal } = await lockOpenProposal(unit, id, { isProposer: true });
    await settleProposals(db, eq(bookingProposals.id, proposal.id), { state: 'withdrawn', at: now() });
    record({ type: 'proposal.withdrawn', booking: toBookingEvent(booking) });
    return getBookingDetails(unit, booking);
  });
}
