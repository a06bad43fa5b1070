import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aThread, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';

const sent: string[] = [];
const database = useDatabase({
  max: 10,
  watchStatement: (text) => {
    sent.push(text);
    return () => {};
  },
});
let tutor: Tutor;
let student: User;

beforeAll(async () => {
  tutor = await aTutor(database.db);
  student = await aStudent(database.db);
});

/**
 * Of the procedure, its rate limit included. The session was looked up before, and begin and commit, which postgres.js sends, are not counted.
 * Nor is the notification after it, which it may share with others.
 */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  sent.length = 0;
  await call();
  return sent.filter((text) => !text.includes('pg_notify')).map((text) => text.trim().replace(/\s+/g, ' ').slice(0, 120));
}

const hoursAfter = (hours: number, start = NEXT_MONDAY_NINE) => new Date(start.getTime() + hours * HOUR);
const asTutor = () => callerAs(database, tutor.user).bookings;
const request = (startTime: Date, idempotencyKey?: string) =>
  callerAs(database, student).bookings.request({
    tutorId: tutor.id,
    subjectId: tutor.subjectId,
    startTime,
    endTime: hoursAfter(1, startTime),
    learningMethod: 'online',
    contactNumber: '0771234567',
    selectedTopics: [],
    notes: '',
    address: '',
    ...(idempotencyKey && { idempotencyKey }),
  });

// spec s14-bookings.1 | S14 3 | A booking takes at most 11 statements, its key and its savepoint included; each later step and a review at most 8 |
//   src/server/features/bookings/bookings.commands.ts, src/server/features/bookings/bookings.steps.ts, src/db/locks.ts, src/db/rows.ts
describe('the statements of a step', () => {
  const pending = (hours: number) => aBooking(database.db, { tutor, student, startTime: hoursAfter(hours) });
  const over = (status: 'confirmed' | 'completed', hours: number) =>
    aBooking(database.db, { tutor, student, status, startTime: hoursAfter(-hours, NOW) });

  test('a request takes 11 with a key, and 8 without', async () => {
    expect(await statementsOf(() => request(hoursAfter(0), randomUUID()))).toHaveLength(11);
    expect(await statementsOf(() => request(hoursAfter(1)))).toHaveLength(8);
  });

  // spec s14-bookings.1
  test('an acceptance takes 7', async () => {
    const { id } = await pending(2);
    expect(await statementsOf(() => asTutor().setStatus({ id, status: 'confirmed' }))).toHaveLength(7);
  });

  // spec s14-bookings.1
  test('a cancellation takes 7 by the tutor, and 6 by a student whose request was not yet accepted', async () => {
    const [first, second] = [await pending(3), await pending(4)];
    expect(await statementsOf(() => asTutor().setStatus({ id: first.id, status: 'cancelled', reason: 'I am ill today' }))).toHaveLength(7);
    expect(await statementsOf(() => callerAs(database, student).bookings.cancel({ id: second.id }))).toHaveLength(6);
  });

  // spec s14-bookings.1
  test('a completion takes 7', async () => {
    const { id } = await over('confirmed', 24);
    expect(await statementsOf(() => asTutor().setStatus({ id, status: 'completed' }))).toHaveLength(7);
  });

  // spec s14-bookings.1
  test('a review takes 8', async () => {
    const { id: bookingId } = await over('completed', 48);
    const write = () => callerAs(database, student).reviews.write({ bookingId, rating: 5, review: 'A very patient teacher.' });
    expect(await statementsOf(write)).toHaveLength(8);
  });

  // spec s14-bookings.1
  test('a message takes 8', async () => {
    const [newStudent, newTutor] = [await aStudent(database.db), await aTutor(database.db)];
    const { id: threadId } = await aThread(database.db, { student: newStudent, tutor: newTutor });
    const send = () => callerAs(database, newStudent).messages.send({ threadId, clientId: randomUUID(), text: 'Hello' });
    expect(await statementsOf(send)).toHaveLength(8);
  });
});
