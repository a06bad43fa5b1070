import { randomUUID } from 'node:crypto';
import { callerAs } from '#tests/support/callers.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { aStudent, aThread, aTutor, NEXT_MONDAY_NINE, NOW } from '#tests/support/factories.ts';
import { mondayAt } from '#tests/support/proposals.ts';
import type { Write } from './record.ts';

export type SmallLife = { studentId: string; tutorUserId: string; waiting: string; moved: string; held: string; proposalId: string; writes: Write[] };

/**
 * Made by the product: a confirmed booking with an open proposal (`waiting`), one with an accepted proposal (`moved`),
 * one that was completed and reviewed (`held`), and a message. `writes` is what a driver would have noted.
 */
export async function createSmallLife(database: TestDatabase): Promise<SmallLife> {
  const tutor = await aTutor(database.db);
  const student = await aStudent(database.db, { emailVerifiedAt: NOW });
  const studentApi = callerAs(database, student, { hasRateLimits: false });
  const tutorApi = callerAs(database, tutor.user, { hasRateLimits: false });
  const writes: Write[] = [];
  const thread = await aThread(database.db, { student, tutor });

  async function createConfirmed(hour: number): Promise<string> {
    const mark = randomUUID();
    const times = { startTime: mondayAt(hour), endTime: mondayAt(hour + 1), duration: 1 as const };
    const input = { tutorId: tutor.id, subjectId: tutor.subjectId, learningMethod: 'online' as const, contactNumber: '0771234567', address: '' };
    const { id } = await studentApi.bookings.request({ ...input, ...times, notes: mark, selectedTopics: [] });
    await tutorApi.bookings.setStatus({ id, status: 'confirmed' });
    writes.push({ kind: 'made', mark, bookingId: id, certainty: 'yes' }, { kind: 'moved', bookingId: id, to: 'confirmed', certainty: 'yes' });
    return id;
  }
  async function propose(bookingId: string, start: Date): Promise<string> {
    const { proposal } = await studentApi.proposals.propose({ bookingId, startTime: start });
    const proposalId = proposal?.id ?? '';
    writes.push({ kind: 'proposed', bookingId, by: 'student', start: start.toISOString(), proposalId, certainty: 'yes' });
    return proposalId;
  }

  const waiting = await createConfirmed(9);
  const proposalId = await propose(waiting, mondayAt(13));
  const moved = await createConfirmed(10);
  const acceptedId = await propose(moved, mondayAt(14));
  await tutorApi.proposals.accept({ id: acceptedId });
  writes.push({ kind: 'settled', proposalId: acceptedId, as: 'accepted', certainty: 'yes' });

  const held = await createConfirmed(11);
  const later = { hasRateLimits: false, now: () => new Date(NEXT_MONDAY_NINE.getTime() + 4 * 3_600_000) };
  await callerAs(database, tutor.user, later).bookings.setStatus({ id: held, status: 'completed' });
  await callerAs(database, student, later).reviews.write({ bookingId: held, rating: 4, review: 'A review of it' });
  writes.push({ kind: 'moved', bookingId: held, to: 'completed', certainty: 'yes' });
  writes.push({ kind: 'reviewed', bookingId: held, text: 'A review of it', certainty: 'yes' });

  const clientId = randomUUID();
  await tutorApi.messages.send({ threadId: thread.id, clientId, text: 'A message' });
  writes.push({ kind: 'sent', clientId, certainty: 'yes' });
  return { studentId: student.id, tutorUserId: tutor.user.id, waiting, moved, held, proposalId, writes };
}
