import { eq } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { callerAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { aBooking, aStudent, aTutor, type BookingOverrides, HOUR, NEXT_MONDAY_NINE, NOW, type User } from './factories.ts';
import { selectNotifications } from './selects.ts';

const WEEK = 7 * 24 * HOUR;

/** Next Monday, or some weeks later, at this hour in Colombo. */
export const mondayAt = (hour: number, weeks = 0): Date => new Date(NEXT_MONDAY_NINE.getTime() + (hour - 9) * HOUR + weeks * WEEK);

/** Confirmed, next Monday 09:00 to 11:00. */
export async function createSession({ db }: Pick<TestDatabase, 'db'>, overrides: BookingOverrides = {}) {
  const tutor = overrides.tutor ?? (await aTutor(db));
  const student = overrides.student ?? (await aStudent(db));
  const times = { startTime: mondayAt(9), endTime: mondayAt(11) };
  const booking = await aBooking(db, { status: 'confirmed', confirmedAt: NOW, ...times, ...overrides, tutor, student });
  return { tutor, student, booking };
}

export type ProposalOverrides = BookingOverrides & { by?: 'student' | 'tutor'; to?: Date; at?: Date };

export async function createProposal(
  database: TestDatabase,
  { by: proposedBy = 'student', to: newStart = mondayAt(13), at: proposedAt = NOW, ...overrides }: ProposalOverrides = {},
) {
  const session = await createSession(database, overrides);
  const { student, tutor, booking } = session;
  const [proposer, other] = proposedBy === 'student' ? [student, tutor.user] : [tutor.user, student];
  const caller = callerAs(database, proposer, { now: () => proposedAt });
  const { proposal } = await caller.proposals.propose({ bookingId: booking.id, startTime: newStart });
  return { ...session, proposer, other, id: proposal?.id ?? '' };
}

export const afterNow = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);
/** When a proposal made at `NOW` lapses, and when these tests answer it. */
export const LAPSES_AT = afterNow(24 * HOUR);
export const ANSWERED_AT = afterNow(HOUR);

export function useProposals(database: TestDatabase) {
  return {
    callerAt: (person: User, now: Date) => callerAs(database, person, { now: () => now }),
    findBooking: async ({ id }: { id: string }) => only(await database.db.select().from(bookings).where(eq(bookings.id, id))),
    findProposal: async (id: string) => only(await database.db.select().from(bookingProposals).where(eq(bookingProposals.id, id))),
    listNotificationKinds: async ({ id }: User) => (await selectNotifications(database, id)).map(({ kind }) => kind),
  };
}
