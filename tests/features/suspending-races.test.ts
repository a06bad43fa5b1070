import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import * as schema from '#db/schema/index.ts';
import type { Caller } from '#server/api/router.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBooking,
  anAdmin,
  aStudent,
  aTutor,
  type Booking,
  HOUR,
  NEXT_MONDAY_NINE,
  NOW,
  signedIn,
  type Tutor,
  type User,
} from '#tests/support/factories.ts';
import { fakeGoogle, GOOGLE_ANSWER } from '#tests/support/google.ts';
import { countDeadlocks, countLockWaits, listErrorMessages, raceRounds, runUntilCommit } from '#tests/support/races.ts';

const database = useDatabase();
let tutor: Tutor;
let pending: Booking;
let problem: { id: string };

beforeAll(async () => {
  const { db } = database;
  tutor = await aTutor(db);
  pending = await aBooking(db, { tutor });
  const { id: bookingId } = await aBooking(db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - 90 * HOUR) });
  const words = { kind: 'quality', text: 'Nothing was explained.' } as const;
  problem = only(
    await db
      .insert(schema.sessionProblems)
      .values({ bookingId, reportedBy: 'student', ...words })
      .returning(),
  );
});

/** Requests at the moment of the suspension, which commits first. */
async function requestWhileSuspended(person: User, ask: () => Promise<unknown>): Promise<string[]> {
  const before = await countDeadlocks(database);
  const { caller, isDone, commit } = runUntilCommit(database, await anAdmin(database.db));
  const suspending = caller.moderation.setAccountStatus({ userId: person.id, status: 'suspended', reason: 'Asked for money' });
  await isDone;
  const request = Promise.allSettled([ask()]);
  await expect.poll(() => countLockWaits(database)).toBe(1);
  commit();
  await suspending;
  const refusals = listErrorMessages(await request);
  expect(await countDeadlocks(database)).toBe(before);
  return refusals;
}

const EXPIRED = ['Session expired. Please login again.'];

// spec suspending.7 | S5 | What somebody had begun before they were suspended is not done after it: no session, review, profile, post or report, and
//   nothing that admins do | src/server/core/active-account.ts
test('a session that a student asks for in the instant of being suspended is not booked', async () => {
  const { db } = database;
  const person = await aStudent(db);
  const times = { startTime: NEXT_MONDAY_NINE, endTime: new Date(NEXT_MONDAY_NINE.getTime() + HOUR) };
  const bookingInput = { tutorId: tutor.id, subjectId: tutor.subjectId, ...times, learningMethod: 'online', contactNumber: '0771234567' } as const;
  expect(await requestWhileSuspended(person, () => callerAs(database, person).bookings.request(bookingInput))).toEqual(EXPIRED);
  expect(await db.$count(schema.bookings, eq(schema.bookings.studentId, person.id))).toBe(0);
});

// spec suspending.7
test('neither is a review written, a profile or a post changed, nor anything reported', async () => {
  const { db } = database;
  const writer = await aStudent(db);
  const booking = await aBooking(db, { student: writer, tutor, status: 'completed', startTime: new Date(NOW.getTime() - 50 * HOUR) });
  const review = { bookingId: booking.id, rating: 1, review: 'Never again with this one.' };
  expect(await requestWhileSuspended(writer, () => callerAs(database, writer).reviews.write(review))).toEqual(EXPIRED);
  const reporter = await aStudent(db);
  const report = { about: 'profile', id: tutor.id, reason: 'spam' } as const;
  expect(await requestWhileSuspended(reporter, () => callerAs(database, reporter).moderation.report(report))).toEqual(EXPIRED);
  const { user } = await aTutor(db);
  expect(await requestWhileSuspended(user, () => callerAs(database, user).tutors.setVacation({ vacationMode: true }))).toEqual(EXPIRED);
  const { user: author } = await aTutor(db);
  const post = { title: 'Waves', content: 'All about waves.', status: 'published' } as const;
  expect(await requestWhileSuspended(author, () => callerAs(database, author).blogs.create(post))).toEqual(EXPIRED);
});

// spec suspending.7
test('whoever signs in with Google in the instant of being suspended has no session afterwards', async () => {
  const { db } = database;
  const person = await aStudent(db);
  const { auth } = callerAs(database, null, { google: fakeGoogle({ email: person.email }) });
  await auth.signInWithGoogle(GOOGLE_ANSWER);
  const refusals = await requestWhileSuspended(person, () => auth.signInWithGoogle(GOOGLE_ANSWER));
  expect(refusals).toEqual(['This account is suspended. Please contact help@vidya.test.']);
  expect(await db.$count(schema.sessions, eq(schema.sessions.userId, person.id))).toBe(0);
});

// spec suspending.7
test('an admin who is being suspended verifies, unverifies and deletes nobody', async () => {
  for (const act of ['approve', 'remind', 'remove'] as const) {
    const person = await signedIn(database.db, await anAdmin(database.db));
    expect(await requestWhileSuspended(person, () => callerAs(database, person).verification[act]({ id: tutor.id })), act).toEqual(EXPIRED);
  }
  const [profile] = await database.db.select().from(schema.tutorProfiles).where(eq(schema.tutorProfiles.id, tutor.id));
  expect(profile).toMatchObject({ isVerified: false, remindedAt: null });
});

// spec suspending.7
test.each<[string, (caller: Caller) => Promise<unknown>]>([
  ['the catalogue', ({ catalogue }) => catalogue.createCategory({ name: 'Nobody adds it' })],
  ['what everybody is told', ({ announcements }) => announcements.send({ audience: 'everyone', title: 'News', message: 'Words' })],
  ['what one is told', ({ notifications }) => notifications.write({ userId: tutor.user.id, type: 'info', title: 'News', message: 'Words' })],
  ['a tutor who owes an answer', ({ bookings }) => bookings.askForAnswer({ id: pending.id })],
  [
    'a report',
    ({ moderation }) => moderation.changeReports({ reports: [{ kind: 'session', id: problem.id, from: 'open', seenNote: '' }], state: 'resolved' }),
  ],
  ['a review', ({ moderation }) => moderation.hideReview({ reportId: problem.id, isHidden: true })],
])('nor do they do anything about %s', async (_, ask) => {
  const person = await anAdmin(database.db);
  expect(await requestWhileSuspended(person, () => ask(callerAs(database, person)))).toEqual(EXPIRED);
});

test('a subject that is deleted beside its tutors and their students waits for nobody in a circle', async () => {
  const { db } = database;
  const before = await countDeadlocks(database);
  const [first, second] = [callerAs(database, await signedIn(db, await anAdmin(db))), callerAs(database, await signedIn(db, await anAdmin(db)))];
  // Each of the three begins once.
  for (let round = 0; round < Math.max(3, raceRounds(8)); round += 1) {
    const [person, taught] = [await aStudent(db), await aTutor(db)];
    const otherTutors = await Promise.all([1, 2].map(() => aTutor(db, { subjects: [{ subjectId: taught.subjectId }] })));
    for (const [hour, of] of [taught, ...otherTutors].entries())
      await aBooking(db, { student: person, tutor: of, startTime: new Date(NEXT_MONDAY_NINE.getTime() + hour * HOUR) });
    const works = [
      () => first.catalogue.deleteSubject({ id: taught.subjectId }),
      () => second.moderation.deleteStudent({ id: person.id }),
      () => first.verification.remove({ id: taught.id }),
    ];
    await Promise.all([...works.slice(round % 3), ...works.slice(0, round % 3)].map((work) => work()));
  }
  expect(await countDeadlocks(database)).toBe(before);
});
