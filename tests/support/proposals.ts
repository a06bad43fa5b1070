import { callerAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { aBooking, aStudent, aTutor, type BookingOverrides, HOUR, NEXT_MONDAY_NINE, NOW } from './factories.ts';

const WEEK = 7 * 24 * HOUR;

/** Next Monday, or one some weeks later, at this hour in Colombo. */
export const mondayAt = (hour: number, weeks = 0): Date => new Date(NEXT_MONDAY_NINE.getTime() + (hour - 9) * HOUR + weeks * WEEK);

/** A confirmed session next Monday from nine to eleven, and its two people. */
export async function createSession({ db }: Pick<TestDatabase, 'db'>, overrides: BookingOverrides = {}) {
  const tutor = overrides.tutor ?? (await aTutor(db));
  const student = overrides.student ?? (await aStudent(db));
  const times = { startTime: mondayAt(9), endTime: mondayAt(11) };
  const booking = await aBooking(db, { status: 'confirmed', confirmedAt: NOW, ...times, ...overrides, tutor, student });
  return { tutor, student, booking };
}

export type ProposalOverrides = BookingOverrides & { by?: 'student' | 'tutor'; to?: Date; at?: Date };

/** Such a session, for which one party, the student unless told who, has proposed another time. */
export async function createProposal(database: TestDatabase, { by: proposedBy = 'student', to: newStart = mondayAt(13), at: proposedAt = NOW, ...overrides }: ProposalOverrides = {}) {
  const session = await createSession(database, overrides);
  const { student, tutor, booking } = session;
  const [proposer, other] = proposedBy === 'student' ? [student, tutor.user] : [tutor.user, student];
  const caller = callerAs(database, proposer, { now: () => proposedAt });
  const { proposal } = await caller.proposals.propose({ bookingId: booking.id, startTime: newStart });
  return { ...session, proposer, other, id: proposal?.id ?? '' };
}
