import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { reports } from '#db/schema/moderation.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import type { ReportInput } from '#shared/contracts/moderation.ts';
import type { ReportTarget } from '#shared/vocabulary/content.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aReview, aStudent, aThread, aTutor, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { countDeadlocks, listErrorMessages, listResults, raceRounds } from '#tests/support/races.ts';

const database = useDatabase();
const NOT_THERE = 'What you want to report is no longer there';
const PASSWORD = 'correct horse';
const SENT = { message: 'Report sent successfully' };

type More = Partial<ReportInput>;
const report = (person: User, about: ReportTarget, id: string, more: More = {}) =>
  callerAs(database, person, { hasRateLimits: false }).moderation.report({ about, id, reason: 'offensive', ...more });
const leave = (person: User) => callerAs(database, person).account.leave({ password: PASSWORD });
const reportsBy = ({ id }: User) => database.db.select().from(reports).where(eq(reports.reporterId, id));

async function aMessage() {
  const passwordHash = await createPasswords().hash(PASSWORD);
  const student = await aStudent(database.db, { passwordHash });
  const tutor = await aTutor(database.db, { user: { passwordHash }, bio: 'I teach Physics.' });
  const { id: threadId } = await aThread(database.db, { student, tutor });
  const { id } = await callerAs(database, tutor.user).messages.send({ threadId, clientId: randomUUID(), text: 'Pay me directly.' });
  return { student, tutor, threadId, id };
}

async function aReviewOf(tutor: Tutor) {
  const student = await aStudent(database.db);
  const booking = await aBooking(database.db, { student, tutor, status: 'completed', startTime: new Date(NOW.getTime() - 24 * HOUR) });
  return { student, ...(await aReview(database.db, { booking })) };
}

describe('a report', () => {
  // spec reports.5 | D Booking | A message, a review and a profile can be reported: once per person and thing, spam, offensive, false or other, text
  //   optional | src/server/features/moderation/moderation.commands.ts
  test('is stored with its reason and text, and is shown to the reporter as reported', async () => {
    const { student, tutor, id } = await aMessage();
    const review = await aReviewOf(tutor);
    expect(await report(student, 'message', id, { reason: 'spam', text: '  He asks for money.  ' })).toEqual(SENT);
    expect(await report(student, 'review', review.id)).toEqual(SENT);
    expect(await report(student, 'profile', tutor.id, { reason: 'false' })).toEqual(SENT);
    const snapshot = {
      reporterId: student.id,
      messageId: null,
      reviewId: null,
      tutorId: null,
      bookingId: null,
      text: '',
      state: 'open',
      adminNote: '',
      createdAt: NOW,
    };
    expect((await reportsBy(student)).sort((first, other) => first.reason.localeCompare(other.reason))).toMatchObject([
      { ...snapshot, about: 'profile', tutorId: tutor.id, aboutUserId: tutor.user.id, snapshot: 'I teach Physics.', reason: 'false' },
      {
        ...snapshot,
        about: 'review',
        reviewId: review.id,
        bookingId: review.bookingId,
        aboutUserId: review.student.id,
        snapshot: review.review,
        reason: 'offensive',
      },
      {
        ...snapshot,
        about: 'message',
        messageId: id,
        aboutUserId: tutor.user.id,
        snapshot: 'Pay me directly.',
        reason: 'spam',
        text: 'He asks for money.',
      },
    ]);

    const listReported = (person: User, about: ReportTarget, ids: string[]) => callerAs(database, person).moderation.reportedAmong({ about, ids });
    expect(await listReported(student, 'message', [id, randomUUID(), 'none'])).toEqual([id]);
    expect(await listReported(student, 'review', [review.id])).toEqual([review.id]);
    expect(await listReported(student, 'profile', [tutor.id])).toEqual([tutor.id]);
    expect(await listReported(student, 'profile', [])).toEqual([]);
    expect(await listReported(tutor.user, 'message', [id])).toEqual([]);
    expect(await listReported(await aStudent(database.db), 'profile', [tutor.id])).toEqual([]);
  });

  // spec reports.5
  test('is made once for each person and thing, whatever became of the first', async () => {
    const { student, tutor, id } = await aMessage();
    const review = await aReviewOf(tutor);
    const targets = [
      ['message', id],
      ['review', review.id],
      ['profile', tutor.id],
    ] as const;
    for (const [about, of] of targets) await report(student, about, of);
    await database.db.update(reports).set({ state: 'dismissed' }).where(eq(reports.reporterId, student.id));
    for (const [about, of] of targets) {
      await expect(report(student, about, of, { reason: 'other' })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'You have already reported this',
      });
    }
    expect(await reportsBy(student)).toHaveLength(3);
    expect(await report(await aStudent(database.db), 'review', review.id)).toEqual(SENT);
  });

  // spec reports.5
  test('made several times at once is made once', async () => {
    const before = await countDeadlocks(database);
    for (let round = 0; round < raceRounds(5); round += 1) {
      const { student, id } = await aMessage();
      const answers = await Promise.allSettled([0, 1, 2, 3].map(() => report(student, 'message', id)));
      expect(listResults(answers)).toEqual([SENT]);
      expect(new Set(listErrorMessages(answers))).toEqual(new Set(['You have already reported this']));
      expect(await reportsBy(student)).toHaveLength(1);
    }
    expect(await countDeadlocks(database)).toBe(before);
  });

  // spec reports.5
  test('names a reason that there is, and at most 1,000 characters', async () => {
    const { student, id } = await aMessage();
    await expect(report(student, 'message', id, { reason: 'boring' as 'spam' })).rejects.toThrow('Please choose a reason');
    await expect(report(student, 'message', id, { text: 'x'.repeat(1001) })).rejects.toThrow('Description cannot be longer than 1000 characters');
    await expect(report(student, 'thread' as 'message', id)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await report(student, 'message', id, { text: 'x'.repeat(1000) });
  });

  // spec reports.5
  test('needs a login', async () => {
    const { tutor } = await aMessage();
    const visitor = callerAs(database, null).moderation;
    await expect(visitor.report({ about: 'profile', id: tutor.id, reason: 'spam' })).rejects.toThrow('Authentication required');
    await expect(visitor.reportedAmong({ about: 'profile', ids: [tutor.id] })).rejects.toThrow('Authentication required');
  });

  // spec rest-limits.14 | S4 | Reports: 30 an hour | src/server/features/moderation/moderation.router.ts
  test('can be sent 30 times an hour', async () => {
    const { student } = await aMessage();
    const send = (id: string) => callerAs(database, student).moderation.report({ about: 'profile', id, reason: 'spam' });
    for (let index = 0; index < 30; index += 1) await expect(send(randomUUID())).rejects.toThrow(NOT_THERE);
    await expect(send(randomUUID())).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  // spec reports.6
  test.each(['message', 'review', 'profile'] as const)('of a %s that does not exist finds nothing', async (about) => {
    const student = await aStudent(database.db);
    for (const id of [randomUUID(), 'none']) {
      await expect(report(student, about, id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: NOT_THERE });
    }
  });
});

// spec reports.6 | D Booking | Only of what one is shown and has not made | src/server/features/moderation/moderation.commands.ts
describe('a message', () => {
  test('is reported by the side that got it, also after a block, and never by the one that wrote it', async () => {
    const { student, tutor, threadId, id } = await aMessage();
    await callerAs(database, student).messages.block({ threadId, isBlocked: true });
    expect(await report(student, 'message', id)).toEqual(SENT);
    await expect(report(tutor.user, 'message', id)).rejects.toMatchObject({ code: 'CONFLICT', message: 'You cannot report yourself' });
  });

  test('of others is not there, for admins neither', async () => {
    const { id } = await aMessage();
    for (const stranger of [await aStudent(database.db), (await aTutor(database.db)).user, await anAdmin(database.db)]) {
      await expect(report(stranger, 'message', id)).rejects.toThrow(NOT_THERE);
    }
  });
});

// spec reports.6
describe('a review', () => {
  test('is reported by anybody who is signed in, the tutor it is about among them, and not by who wrote it', async () => {
    const tutor = await aTutor(database.db);
    const { student, id } = await aReviewOf(tutor);
    for (const person of [await aStudent(database.db), tutor.user, (await aTutor(database.db)).user, await anAdmin(database.db)]) {
      expect(await report(person, 'review', id)).toEqual(SENT);
    }
    await expect(report(student, 'review', id)).rejects.toThrow('You cannot report yourself');
  });

  test.each(['rejected', 'suspended', 'without a profile'])('of a tutor who is %s is shown to that tutor at most', async (state) => {
    const tutor = await aTutor(database.db, { user: { status: state === 'suspended' ? 'suspended' : 'active' } });
    const { id } = await aReviewOf(tutor);
    const profile = eq(tutorProfiles.id, tutor.id);
    if (state === 'rejected') await database.db.update(tutorProfiles).set({ verificationStatus: 'rejected' }).where(profile);
    if (state === 'without a profile') await database.db.delete(tutorProfiles).where(profile);
    await expect(report(await aStudent(database.db), 'review', id)).rejects.toThrow(NOT_THERE);
    if (state === 'suspended') await expect(report(tutor.user, 'review', id)).rejects.toThrow('Session expired. Please login again.');
    else expect(await report(tutor.user, 'review', id)).toEqual(SENT);
  });
});

describe('a profile', () => {
  // spec reports.6
  test('is reported by anybody who is signed in but its owner', async () => {
    const tutor = await aTutor(database.db);
    for (const person of [await aStudent(database.db), (await aTutor(database.db)).user, await anAdmin(database.db)]) {
      expect(await report(person, 'profile', tutor.id)).toEqual(SENT);
    }
    await expect(report(tutor.user, 'profile', tutor.id)).rejects.toThrow('You cannot report yourself');
  });

  test('that nobody finds is not there', async () => {
    const student = await aStudent(database.db);
    const rejected = await aTutor(database.db, { verificationStatus: 'rejected' });
    const suspended = await aTutor(database.db, { user: { status: 'suspended' } });
    for (const { id } of [rejected, suspended]) await expect(report(student, 'profile', id)).rejects.toThrow(NOT_THERE);
  });
});

// spec reports.5, leaving.7
test('what somebody reported stays when they leave, without their name', async () => {
  const { student, id } = await aMessage();
  await report(student, 'message', id);
  await leave(student);
  expect(await database.db.select().from(reports).where(eq(reports.messageId, id))).toMatchObject([{ reporterId: null, reason: 'offensive' }]);
});

describe('a report stays', () => {
  // spec reports.7 | S4 | A report keeps the words it is about, and stays when message, review or profile goes; what comes in its place is the same
  //   thing | drizzle/0015_reports_that_stay.sql
  test('when the profile that it is about goes, and the next one of the same person is the same thing', async () => {
    const { student, tutor } = await aMessage();
    await report(student, 'profile', tutor.id);
    await callerAs(database, tutor.user).tutors.deleteProfile();
    expect(await reportsBy(student)).toMatchObject([
      { about: 'profile', tutorId: null, aboutUserId: tutor.user.id, snapshot: 'I teach Physics.', state: 'open' },
    ]);
    const { tutor: next } = await callerAs(database, tutor.user).tutors.createProfile({});
    await database.db.update(tutorProfiles).set({ verificationStatus: 'approved', isVerified: true }).where(eq(tutorProfiles.id, next.id));
    await expect(report(student, 'profile', next.id)).rejects.toThrow('You have already reported this');
    expect(await callerAs(database, student).moderation.reportedAmong({ about: 'profile', ids: [next.id] })).toEqual([next.id]);
    expect(await report(await aStudent(database.db), 'profile', next.id)).toEqual(SENT);
  });

  // spec reports.7
  test('when the review that it is about is removed, and one that is written anew is the same thing', async () => {
    const tutor = await aTutor(database.db);
    const { student, ...review } = await aReviewOf(tutor);
    await report(tutor.user, 'review', review.id);
    const reviews = callerAs(database, student).reviews;
    await reviews.remove({ id: review.id });
    expect(await reportsBy(tutor.user)).toMatchObject([
      { about: 'review', reviewId: null, bookingId: review.bookingId, aboutUserId: student.id, snapshot: 'A patient teacher.' },
    ]);
    const { rating: next } = await reviews.write({ bookingId: review.bookingId, rating: 1, review: 'Said in other words.' });
    await expect(report(tutor.user, 'review', next.id)).rejects.toThrow('You have already reported this');
    expect(await callerAs(database, tutor.user).moderation.reportedAmong({ about: 'review', ids: [next.id] })).toEqual([next.id]);
    expect(await reportsBy(tutor.user)).toHaveLength(1);
  });

  // spec reports.7
  test('when both sides of the conversation have left, with the words of the message', async () => {
    const { student, tutor, id } = await aMessage();
    await report(student, 'message', id);
    const [created] = await reportsBy(student);
    await leave(student);
    await leave(tutor.user);
    expect(
      await database.db
        .select()
        .from(reports)
        .where(eq(reports.id, `${created?.id}`)),
    ).toMatchObject([{ about: 'message', reporterId: null, messageId: null, aboutUserId: null, snapshot: 'Pay me directly.', reason: 'offensive' }]);
  });

  test('and neither waits for ever when whom it is about leaves at the same time', async () => {
    const before = await countDeadlocks(database);
    for (let round = 0; round < raceRounds(5); round += 1) {
      const { student, tutor, id } = await aMessage();
      const [reporting] = await Promise.allSettled([report(student, 'message', id), leave(tutor.user), report(student, 'profile', tutor.id)]);
      expect(reporting.status).toBe('fulfilled');
    }
    expect(await countDeadlocks(database)).toBe(before);
  });
});

// spec reports.8 | S4 | The own reports, newest first, with what admins have made of them | src/server/features/moderation/reports.queries.ts
describe('moderation.ownReports', () => {
  test('gives the newest first, with what admins have made of them, and nothing of others', async () => {
    const { student, tutor, id } = await aMessage();
    const review = await aReviewOf(tutor);
    const at = (hours: number) => ({ now: () => new Date(NOW.getTime() + hours * HOUR) });
    const send = (about: ReportTarget, of: string, hours: number) =>
      callerAs(database, student, at(hours)).moderation.report({ about, id: of, reason: 'spam', text: `${hours}` });
    await send('message', id, 1);
    await send('review', review.id, 2);
    await send('profile', tutor.id, 3);
    await database.db.update(reports).set({ state: 'resolved', adminNote: 'Thank you.' }).where(eq(reports.messageId, id));
    await report(await aStudent(database.db), 'profile', tutor.id);
    const own = callerAs(database, student).moderation;
    const first = await own.ownReports({ limit: 2 });
    const expectedReport = (hours: number) => ({ id: expect.any(String), reason: 'spam', text: `${hours}`, createdAt: at(hours).now() });
    const open = { state: 'open', adminNote: '' };
    expect(first.reports).toEqual([
      { ...expectedReport(3), ...open, about: 'profile' },
      { ...expectedReport(2), ...open, about: 'review' },
    ]);
    expect(await own.ownReports({ limit: 2, cursor: first.nextCursor })).toEqual({
      reports: [{ ...expectedReport(1), about: 'message', state: 'resolved', adminNote: 'Thank you.' }],
      nextCursor: null,
    });
    expect(await callerAs(database, tutor.user).moderation.ownReports({})).toEqual({ reports: [], nextCursor: null });
  });

  test('needs a login, and a cursor that is one', async () => {
    await expect(callerAs(database, null).moderation.ownReports({})).rejects.toThrow('Authentication required');
    await expect(callerAs(database, await aStudent(database.db)).moderation.ownReports({ cursor: 'x' })).rejects.toThrow('Invalid input');
  });
});
