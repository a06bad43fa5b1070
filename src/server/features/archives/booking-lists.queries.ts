import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { bookingProposals } from '#db/schema/bookings.ts';
import { sessionProblems } from '#db/schema/moderation.ts';
import type { Ctx } from '#server/core/context.ts';
import { anyOf } from '#server/core/ids.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { defineList, inPages, type Page, type PersonalList } from './list-entries.queries.ts';

export type BookingsOfParty = (ctx: Ctx, query: { userId: string; party: Party } & Page) => Promise<BookingView[]>;
type Owner = { userId: string; party: Party };

const COLUMNS = [
  'id',
  'status',
  'subject',
  'topics',
  'student',
  'studentEmail',
  'childName',
  'tutor',
  'tutorEmail',
  'tutorPhone',
  'startTime',
  'endTime',
  'learningMethod',
  'amount',
  'paymentStatus',
  'contactNumber',
  'notes',
  'address',
  'meetingLink',
  'cancellationReason',
  'createdAt',
  'updatedAt',
] as const;

/** The bookings as the owner sees them in the app, with contact details of the other party only as far as they are shown there. */
export function listBookingLists(ctx: Ctx, owner: Owner, listBookings: BookingsOfParty): PersonalList[] {
  const readBookings = () => inPages((page) => listBookings(ctx, { ...owner, ...page }));
  return [
    defineList('bookings', COLUMNS, () => mapPages(readBookings(), async (views) => views.map(toRow))),
    defineList('proposed-times', ['bookingId', 'proposedBy', 'state', 'startTime', 'endTime', 'createdAt'], () =>
      mapPages(readBookings(), (views) => listProposals(ctx.db, views)),
    ),
    defineList('session-problems', ['bookingId', 'kind', 'text', 'state', 'createdAt'], () =>
      mapPages(readBookings(), (views) => listProblems(ctx.db, views, owner.party)),
    ),
  ];
}

async function* mapPages<T, R>(pages: AsyncIterable<T[]>, toRows: (page: T[]) => Promise<R[]>): AsyncGenerator<R[]> {
  for await (const page of pages) yield await toRows(page);
}

function toRow({ subject, student, tutor, selectedTopics, ...booking }: BookingView) {
  return {
    ...booking,
    subject: subject.name,
    topics: selectedTopics.map(({ name }) => name),
    student: student.name,
    studentEmail: student.email,
    tutor: tutor.user?.name ?? '',
    tutorEmail: tutor.user?.email ?? '',
    tutorPhone: tutor.phone,
  };
}

const idsOf = (views: readonly BookingView[]): string[] => views.map(({ id }) => id);

function listProposals(db: Executor, views: readonly BookingView[]) {
  const { bookingId, proposedBy, state, startTime, endTime, createdAt } = bookingProposals;
  return db
    .select({ bookingId, proposedBy, state, startTime, endTime, createdAt })
    .from(bookingProposals)
    .where(anyOf(bookingId, idsOf(views)))
    .orderBy(asc(bookingId), asc(createdAt));
}

function listProblems(db: Executor, views: readonly BookingView[], party: Party) {
  const { bookingId, kind, text, state, createdAt } = sessionProblems;
  return db
    .select({ bookingId, kind, text, state, createdAt })
    .from(sessionProblems)
    .where(and(anyOf(bookingId, idsOf(views)), eq(sessionProblems.reportedBy, party)))
    .orderBy(asc(bookingId), asc(createdAt));
}
