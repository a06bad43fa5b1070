import { eq, inArray } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';
import { createCaller } from '#server/api/router.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { countLockWaits, holdCommit, listErrorMessages, raceRounds } from '#tests/support/races.ts';

const database = useDatabase();
const ROUNDS = raceRounds(8);
let deadlocksBefore: number;

beforeEach(async () => {
  deadlocksBefore = await deadlocks();
});

async function deadlocks(): Promise<number> {
  await database.sql`select pg_stat_force_next_flush()`;
  const [row] = await database.sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`;
  return row?.deadlocks;
}

const leave = (person: User) => callerAs(database, person).account.leave({ password: PASSWORD });
const later = (hours: number) => new Date(NEXT_MONDAY_NINE.getTime() + hours * HOUR);
const rounds = Array.from({ length: ROUNDS }, (_, index) => index);

function ask(student: User, tutor: Tutor, hour = 0) {
  const times = { startTime: later(hour), endTime: later(hour + 1) };
  return callerAs(database, student).bookings.request({
    tutorId: tutor.id,
    subjectId: tutor.subjectId,
    ...times,
    learningMethod: 'online',
    contactNumber: '0771234567',
  });
}

/** Nothing upcoming is left to a deleted account, counters are right, and there was no deadlock. */
async function allIsInOrder(): Promise<void> {
  const orphans = await database.sql`
    select id, status from bookings where status in ('pending', 'confirmed') and (student_id is null or tutor_user_id is null)`;
  expect([...orphans]).toEqual([]);
  expect(await findWrongListings(database)).toEqual([]);
  expect(await deadlocks()).toBe(deadlocksBefore);
}

// spec leaving.11 | S2 | Nothing is left over when people book, confirm and leave at once | src/db/locks.ts
test('a student leaves while requesting sessions: each is refused or cancelled', async () => {
  for (const _ of rounds) {
    const student = await aStudent(database.db, { passwordHash: PASSWORD_HASH, emailVerifiedAt: NOW });
    const tutor = await aTutor(database.db);
    const answers = await Promise.allSettled([ask(student, tutor, 0), ask(student, tutor, 1), leave(student), ask(student, tutor, 2)]);
    expect(answers[2]?.status).toBe('fulfilled');
    for (const message of listErrorMessages(answers)) expect(message).toBe('Session expired. Please login again.');
  }
  await allIsInOrder();
});

test('a session requested while the account is being deleted waits and is then refused', async () => {
  const student = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
  const tutor = await aTutor(database.db);
  const { begin, isDone, commit } = holdCommit(database);
  const leaving = createCaller({ ...contextAs(database, student), begin }).account.leave({ password: PASSWORD });
  await isDone;
  const requests = Promise.allSettled([ask(student, tutor)]);
  await expect.poll(() => countLockWaits(database)).toBe(1);
  commit();
  await leaving;
  expect(listErrorMessages(await requests)).toEqual(['Session expired. Please login again.']);
  await allIsInOrder();
});

// spec cancel.11
test('a student who leaves while a tutor confirms waits, and then does not owe what was not shown', async () => {
  const student = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
  const tutor = await aTutor(database.db);
  const { id } = await aBooking(database.db, {
    student,
    tutor,
    startTime: new Date(NOW.getTime() + HOUR),
    endTime: new Date(NOW.getTime() + 2 * HOUR),
  });
  const { begin, isDone, commit } = holdCommit(database);
  const confirming = createCaller({ ...contextAs(database, tutor.user), begin }).bookings.setStatus({ id, status: 'confirmed' });
  await isDone;
  const leaving = Promise.allSettled([callerAs(database, student).account.leave({ password: PASSWORD, maxRetained: 0 })]);
  await expect.poll(() => countLockWaits(database)).toBe(1);
  commit();
  await confirming;
  expect(listErrorMessages(await leaving)).toEqual(['What you owe for cancelling has changed. Please check it and try again.']);
  const [booking] = await database.db.select().from(schema.bookings).where(eq(schema.bookings.id, id));
  expect(booking).toMatchObject({ status: 'confirmed', studentId: student.id, retainedCents: null });
  await allIsInOrder();
});

test('a tutor leaves while sessions are requested: each is refused or cancelled', async () => {
  for (const _ of rounds) {
    const tutor = await aTutor(database.db, { user: { passwordHash: PASSWORD_HASH } });
    const students = await Promise.all([0, 1, 2, 3].map(() => aStudent(database.db)));
    const requests = students.map((student, index) => ask(student, tutor, index));
    const answers = await Promise.allSettled([...requests.slice(0, 2), leave(tutor.user), ...requests.slice(2)]);
    expect(answers[2]?.status).toBe('fulfilled');
    for (const message of listErrorMessages(answers)) expect(message).toBe('Tutor Not Found');
  }
  await allIsInOrder();
});

// spec leaving.11
test('a tutor confirms while the student leaves: the booking is confirmed and then cancelled, or cannot be confirmed', async () => {
  for (const _ of rounds) {
    const student = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    const tutor = await aTutor(database.db);
    const bookings = await Promise.all([0, 1, 2].map((hour) => aBooking(database.db, { student, tutor, startTime: later(hour) })));
    const confirming = bookings.map(({ id }) => callerAs(database, tutor.user).bookings.setStatus({ id, status: 'confirmed' }));
    const answers = await Promise.allSettled([...confirming, leave(student)]);
    expect(answers.at(-1)?.status).toBe('fulfilled');
    for (const message of listErrorMessages(answers)) expect(message).toBe('Only pending bookings can be confirmed');
    const ids = bookings.map(({ id }) => id);
    const after = await database.db.select().from(schema.bookings).where(inArray(schema.bookings.id, ids));
    expect(after.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  }
  await allIsInOrder();
});

// spec leaving.11
test('students and tutors who have bookings with each other all leave simultaneously', async () => {
  for (const _ of rounds.slice(0, 4)) {
    const students = await Promise.all([0, 1, 2].map(() => aStudent(database.db, { passwordHash: PASSWORD_HASH })));
    const tutors = await Promise.all([0, 1, 2].map(() => aTutor(database.db, { user: { passwordHash: PASSWORD_HASH } })));
    for (const [row, student] of students.entries()) {
      for (const [column, tutor] of tutors.entries()) {
        await aBooking(database.db, { student, tutor, status: 'confirmed', startTime: later((row + column) % 3) });
      }
    }
    const people = [...students, ...tutors.map(({ user }) => user)].sort(() => 0.5 - Math.random());
    const answers = await Promise.allSettled(people.map(leave));
    expect(listErrorMessages(answers)).toEqual([]);
  }
  await allIsInOrder();
});

test('a user who leaves twice simultaneously leaves once', async () => {
  const student = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
  await aBooking(database.db, { student, status: 'confirmed' });
  const answers = await Promise.allSettled([leave(student), leave(student), leave(student)]);
  expect(listErrorMessages(answers)).toEqual(['Session expired. Please login again.', 'Session expired. Please login again.']);
  await allIsInOrder();
});

// spec leaving.12 | D Accounts | The last admin cannot be deleted; of several who leave at once one stays | src/db/accounts.ts
// spec s5-bad-input.5
test('when all admins leave simultaneously, one remains', async () => {
  for (const _ of rounds.slice(0, 5)) {
    const admins = await Promise.all([0, 1, 2].map(() => anAdmin(database.db, { passwordHash: PASSWORD_HASH })));
    const answers = await Promise.allSettled(admins.map(leave));
    expect(listErrorMessages(answers)).toEqual(['The last admin cannot be deleted']);
    const deleted = await database.db.delete(schema.users).where(eq(schema.users.role, 'admin')).returning();
    expect(deleted).toHaveLength(1);
  }
});
