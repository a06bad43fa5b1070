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
import { asAdminsSee, type BookingRecord, isPartyOf, selectBookings, toBookingView } from './bookings.queries.ts';

/** Of moves, and of problems, the page shows the latest. */
const MOST = 50;

/** One booking, for its two parties and admins; for anyone else there is none. */
export async function bookingById({ db, actor, now }: Pick<SignedIn, 'db' | 'actor' | 'now'>, { id }: { id: string }): Promise<BookingDetails> {
  const mine = or(eq(bookings.studentId, actor.id), eq(bookings.tutorUserId, actor.id));
  const [record] = await selectBookings(db, and(byId(bookings.id, id), actor.role === 'admin' ? undefined : mine));
  if (!record) throw new DomainError('booking.not_found');
  const { booking } = record;
  const isParty = isPartyOf(record, actor.id);
  const [proposals, problems, threadId] = await Promise.all([
    proposalsOf(db, booking, now()),
    problemsOf(db, booking),
    isParty ? threadOf(db, booking) : null,
  ]);
  const details = toBookingDetails(record, { ...proposals, problems, threadId });
  return isParty ? details : asAdminsSee(record, details);
}

type Booking = BookingRecord['booking'];
type Proposals = Pick<BookingDetails, 'proposal' | 'moves'>;

async function proposalsOf(db: Executor, { id, status }: Booking, now: Date): Promise<Proposals> {
  const latest = await db
    .select()
    .from(bookingProposals)
    .where(and(eq(bookingProposals.bookingId, id), inArray(bookingProposals.state, ['open', 'accepted'])))
    .orderBy(desc(bookingProposals.createdAt), desc(bookingProposals.id))
    .limit(MOST + 1);
  const open = status === 'confirmed' ? latest.find((proposal) => isOpen(proposal, now)) : undefined;
  const moves = latest
    .reverse()
    .flatMap(({ state, settledAt, fromStart, startTime, proposedBy }) =>
      state === 'accepted' && settledAt ? [{ at: settledAt, from: fromStart, to: startTime, proposedBy }] : [],
    );
  return { proposal: open ? toProposal(open) : null, moves: moves.slice(-MOST) };
}

function toProposal({ id, proposedBy, startTime, endTime, lapsesAt, createdAt }: typeof bookingProposals.$inferSelect): BookingDetails['proposal'] {
  return { id, by: proposedBy, startTime, endTime, lapsesAt, createdAt };
}

async function problemsOf(db: Executor, { id }: Booking): Promise<BookingDetails['problems']> {
  const rows = await db
    .select()
    .from(sessionProblems)
    .where(eq(sessionProblems.bookingId, id))
    .orderBy(desc(sessionProblems.createdAt), desc(sessionProblems.id))
    .limit(MOST);
  return rows.reverse().map(({ reportedBy, bookingId, ...problem }) => ({ ...problem, by: reportedBy }));
}

async function threadOf(db: Executor, { studentId, tutorUserId }: Booking): Promise<string | null> {
  if (!studentId || !tutorUserId) return null;
  const [thread] = await db
    .select({ id: messageThreads.id })
    .from(messageThreads)
    .where(and(eq(messageThreads.studentId, studentId), eq(messageThreads.tutorUserId, tutorUserId)));
  return thread?.id ?? null;
}

type More = Pick<BookingDetails, 'proposal' | 'moves' | 'problems' | 'threadId'>;

function toBookingDetails(record: BookingRecord, more: More): BookingDetails {
  const { confirmedAt, completedAt, cancelledAt, cancelledBy } = record.booking;
  return {
    ...toBookingView(record),
    confirmedAt,
    completedAt,
    cancelledAt,
    cancelledBy,
    cancellation: cancellationOf(record),
    sequence: record.booking.sequence,
    ...more,
  };
}

function cancellationOf({ booking }: BookingRecord): BookingDetails['cancellation'] {
  const { refundCents, retainedCents, platformFeeCents } = booking;
  if (refundCents === null || retainedCents === null || platformFeeCents === null) return null;
  return {
    refund: toRupees(refundCents),
    retained: toRupees(retainedCents),
    platformFee: toRupees(platformFeeCents),
    tutorShare: toRupees(retainedCents - platformFeeCents),
  };
}
