import { and, desc, eq, inArray, or } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { messageThreads } from '#db/schema/messages.ts';
import { sessionProblems } from '#db/schema/moderation.ts';
import type { SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import { toRupees } from '#shared/domain/money.ts';
import { isOpen } from '#shared/domain/proposals.ts';
import { DomainError } from '#shared/errors.ts';
import { type BookingRecord, isPartyOf, selectBookings, toAdminView, toBookingView } from './bookings.queries.ts';

const MAX_HISTORY = 50;

export async function getBookingDetails({ db, actor, now }: Pick<SignedIn, 'db' | 'actor' | 'now'>, { id }: { id: string }): Promise<BookingDetails> {
  const isOwn = or(eq(bookings.studentId, actor.id), eq(bookings.tutorUserId, actor.id));
  const [record] = await selectBookings(db, and(byId(bookings.id, id), actor.role === 'admin' ? undefined : isOwn));
  if (!record) throw new DomainError('booking.not_found');
  const { booking } = record;
  const isParty = isPartyOf(record, actor.id);
  const [proposals, problems, threadId] = await Promise.all([
    getProposals(db, booking, now()),
    listProblems(db, booking),
    isParty ? findThreadId(db, booking) : null,
  ]);
  const details = toBookingDetails(record, { ...proposals, problems, threadId });
  return isParty ? details : toAdminView(record, details);
}

type Booking = BookingRecord['booking'];
type Proposals = Pick<BookingDetails, 'proposal' | 'moves'>;

async function getProposals(db: Executor, { id, status }: Booking, now: Date): Promise<Proposals> {
  const latest = await db
    .select()
    .from(bookingProposals)
    .where(and(eq(bookingProposals.bookingId, id), inArray(bookingProposals.state, ['open', 'accepted'])))
    .orderBy(desc(bookingProposals.createdAt), desc(bookingProposals.id))
    .limit(MAX_HISTORY + 1);
  const open = status === 'confirmed' ? latest.find((proposal) => isOpen(proposal, now)) : undefined;
  const moves = latest
    .reverse()
    .flatMap(({ state, settledAt, fromStart, startTime, proposedBy }) =>
      state === 'accepted' && settledAt ? [{ at: settledAt, from: fromStart, to: startTime, proposedBy }] : [],
    );
  return { proposal: open ? toProposal(open) : null, moves: moves.slice(-MAX_HISTORY) };
}

function toProposal({ id, proposedBy, startTime, endTime, lapsesAt, createdAt }: typeof bookingProposals.$inferSelect): BookingDetails['proposal'] {
  return { id, by: proposedBy, startTime, endTime, lapsesAt, createdAt };
}

async function listProblems(db: Executor, { id }: Booking): Promise<BookingDetails['problems']> {
  const rows = await db
    .select()
    .from(sessionProblems)
    .where(eq(sessionProblems.bookingId, id))
    .orderBy(desc(sessionProblems.createdAt), desc(sessionProblems.id))
    .limit(MAX_HISTORY);
  return rows.reverse().map(({ reportedBy, bookingId, ...problem }) => ({ ...problem, by: reportedBy }));
}

async function findThreadId(db: Executor, { studentId, tutorUserId }: Booking): Promise<string | null> {
  if (!studentId || !tutorUserId) return null;
  const [thread] = await db
    .select({ id: messageThreads.id })
    .from(messageThreads)
    .where(and(eq(messageThreads.studentId, studentId), eq(messageThreads.tutorUserId, tutorUserId)));
  return thread?.id ?? null;
}

type DetailParts = Pick<BookingDetails, 'proposal' | 'moves' | 'problems' | 'threadId'>;

function toBookingDetails(record: BookingRecord, parts: DetailParts): BookingDetails {
  const { confirmedAt, completedAt, cancelledAt } = record.booking;
  return {
    ...toBookingView(record),
    confirmedAt,
    completedAt,
    cancelledAt,
    cancellation: toCancellation(record),
    sequence: record.booking.sequence,
    ...parts,
  };
}

function toCancellation({ booking }: BookingRecord): BookingDetails['cancellation'] {
  const { refundCents, retainedCents, platformFeeCents } = booking;
  if (refundCents === null || retainedCents === null || platformFeeCents === null) return null;
  return {
    refund: toRupees(refundCents),
    retained: toRupees(retainedCents),
    platformFee: toRupees(platformFeeCents),
    tutorShare: toRupees(retainedCents - platformFeeCents),
  };
}
