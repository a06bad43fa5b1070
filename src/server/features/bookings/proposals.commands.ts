import { eq, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import type { SignedIn } from '#server/core/context.ts';
import { sqlState } from '#server/core/failures.ts';
import { byId } from '#server/core/ids.ts';
import { enqueue } from '#server/core/jobs.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { BookingDetails, ProposalInput, ProposeTimeInput } from '#shared/contracts/bookings.ts';
import { acceptanceProblem, lapseOf, proposedTimeProblem, proposingProblem } from '#shared/domain/proposals.ts';
import { DomainError } from '#shared/errors.ts';
import { bookingById } from './booking-details.queries.ts';
import { newsOf, settle } from './bookings.steps.ts';
import { checkTime, lockOpen, lockOwn, ownOf } from './proposals.steps.ts';

/** What PostgreSQL says where another booking has the time. */
const OVERLAP = '23P01';

/** Proposes another time of the same length for a confirmed booking; one that was open before gives way to it. */
export function proposeTime(ctx: SignedIn, { bookingId: id, startTime: start }: ProposeTimeInput): Promise<BookingDetails> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const at = now();
    const held = await lockOwn(unit, byId(bookings.id, id));
    if (!held) throw new DomainError('booking.not_found');
    const { booking, side } = held;
    const problem = proposingProblem(booking, at);
    if (problem) throw new DomainError(problem);
    await checkTime(unit, booking, { start, rule: (tutor, moment) => proposedTimeProblem(tutor, { booking, start, by: side }, moment) });

    const replaced = await settle(db, eq(bookingProposals.bookingId, booking.id), { state: 'replaced', at });
    const { id: bookingId, startTime: fromStart } = booking;
    const lapsesAt = lapseOf(fromStart, start, at);
    const endTime = new Date(start.getTime() + booking.endTime.getTime() - fromStart.getTime());
    const row = { bookingId, proposedBy: side, startTime: start, endTime, fromStart, lapsesAt, createdAt: at };
    const { id: proposalId } = only(await db.insert(bookingProposals).values(row).returning());
    if (replaced.length > 0) record({ type: 'proposal.withdrawn', booking: newsOf(booking) });
    record({ type: 'proposal.made', booking: newsOf(booking), by: side, startTime: start, lapsesAt, proposalId });
    enqueue(unit, { kind: 'proposal.lapse', params: { proposalId }, dueAt: lapsesAt, key: `proposal.lapse ${proposalId}` });
    return bookingById(unit, booking);
  });
}

/** Refuses whoever has no such booking, before anything is counted. */
export async function checkOwn({ db, actor }: Pick<SignedIn, 'db' | 'actor'>, { bookingId: id }: { bookingId: string }): Promise<void> {
  if (!(await db.$count(bookings, ownOf(actor, byId(bookings.id, id))))) throw new DomainError('booking.not_found');
}

/** Moves a booking to the time that the other party has proposed, if nobody has it meanwhile. */
export function acceptProposal(ctx: SignedIn, input: ProposalInput): Promise<BookingDetails> {
  const accepting = () => inUnitOfWork(ctx, (unit) => accept(unit, input));
  const isOverlap = (error: unknown) => sqlState(error) === OVERLAP;
  // A request that took the time between the look and the write undoes both; the next look sees it.
  return accepting().catch((error: unknown) => {
    if (!isOverlap(error)) throw error;
    return accepting().catch((again: unknown) => {
      throw isOverlap(again) ? new DomainError('booking.slot_taken') : again;
    });
  });
}

async function accept(unit: Unit<SignedIn>, { id }: ProposalInput): Promise<BookingDetails> {
  const { db, now, record } = unit;
  const { booking, proposal } = await lockOpen(unit, id, { isOwn: false, isTaking: true });
  const { startTime, endTime } = proposal;
  await checkTime(unit, booking, { start: startTime, rule: (tutor, { zone }) => acceptanceProblem(tutor, { booking, start: startTime }, zone) });

  const at = now();
  const moved = await db
    .update(bookings)
    .set({ startTime, endTime, sequence: sql`${bookings.sequence} + 1`, updatedAt: at })
    .where(eq(bookings.id, booking.id))
    .returning();
  await settle(db, eq(bookingProposals.id, proposal.id), { state: 'accepted', at });
  record({ type: 'booking.rescheduled', booking: newsOf(only(moved)), from: { startTime: booking.startTime, endTime: booking.endTime } });
  return bookingById(unit, booking);
}

/** Says no to what the other party has proposed; the booking stays where it is. */
export function declineProposal(ctx: SignedIn, { id }: ProposalInput): Promise<BookingDetails> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const { booking, proposal } = await lockOpen(unit, id, { isOwn: false });
    await settle(db, eq(bookingProposals.id, proposal.id), { state: 'declined', at: now() });
    record({ type: 'proposal.declined', booking: newsOf(booking), by: proposal.proposedBy, startTime: proposal.startTime });
    return bookingById(unit, booking);
  });
}

/** Takes back what the caller has proposed. */
export function withdrawProposal(ctx: SignedIn, { id }: ProposalInput): Promise<BookingDetails> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const { booking, proposal } = await lockOpen(unit, id, { isOwn: true });
    await settle(db, eq(bookingProposals.id, proposal.id), { state: 'withdrawn', at: now() });
    record({ type: 'proposal.withdrawn', booking: newsOf(booking) });
    return bookingById(unit, booking);
  });
}
