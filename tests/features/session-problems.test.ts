import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { sessionProblems } from '#db/schema/moderation.ts';
import { inboxEvents } from '#db/schema/notifications.ts';
import { users } from '#db/schema/people.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import type { ReportProblemInput } from '#shared/contracts/moderation.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, type BookingOverrides, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { countDeadlocks, countLockWaits, createLatch, listErrorMessages, listResults, raceRounds } from '#tests/support/races.ts';
import { selectNotifications } from '#tests/support/selects.ts';

const database = useDatabase();
const DAY = 24 * HOUR;
const PASSWORD = 'correct horse';
const TEXT = 'Nobody was there for half an hour.';

async function aSession(overrides: BookingOverrides = {}) {
  const student = await aStudent(database.db);
  const tutor = overrides.tutor ?? (await aTutor(database.db));
  const startTime = new Date(NOW.getTime() - 2 * HOUR);
  return { student, tutor, booking: await aBooking(database.db, { student, tutor, status: 'confirmed', startTime, ...overrides }) };
}

type More = Partial<ReportProblemInput> & { now?: Date };
const report = (person: User, bookingId: string, { now = NOW, ...more }: More = {}) =>
  callerAs(database, person, { now: () => now }).moderation.reportProblem({ bookingId, kind: 'not_held', text: TEXT, ...more });
const stored = (bookingId: string) => database.db.select().from(sessionProblems).where(eq(sessionProblems.bookingId, bookingId));
const listNotices = async ({ id }: User) =>
  (await selectNotifications(database, id)).map(({ title, message, type, category, action }) => ({
    title,
    message,
    type,
    category,
    url: action?.url,
  }));

describe('moderation.reportProblem', () => {
  // spec reports.4
  test.each(['student', 'tutor'] as const)('by the %s is kept in their words and moves nothing', async (by) => {
    const { student, tutor, booking } = await aSession();
    const problem = await report(by === 'student' ? student : tutor.user, booking.id, { kind: 'quality', text: `  ${TEXT} ` });
    const expectedProblem = { by, kind: 'quality', text: TEXT, state: 'open', adminNote: '', createdAt: NOW, updatedAt: NOW };
    expect(problem).toEqual({ id: expect.any(String), ...expectedProblem });
    expect(await stored(booking.id)).toMatchObject([{ id: problem.id, reportedBy: by, kind: 'quality', text: TEXT, state: 'open' }]);
    expect(only(await database.db.select().from(bookings).where(eq(bookings.id, booking.id)))).toEqual(booking);
  });

  // spec mail.29 | R §5 E23 | E23: the other party and every admin hear of a problem on a session |
  //   src/server/features/notifications/notifications.projector.ts
  test('tells the other party and every admin, and not the one who reports', async () => {
    const { student, tutor, booking } = await aSession();
    const admins = [await anAdmin(database.db), await anAdmin(database.db)];
    await report(student, booking.id);
    const warning = { title: 'Session Problem', type: 'warning' };
    expect(await listNotices(tutor.user)).toEqual([
      {
        ...warning,
        message: `A problem was reported on your session for ${booking.subjectName}.`,
        category: 'booking',
        url: `/bookings/${booking.id}`,
      },
    ]);
    for (const admin of admins) {
      const message = `A problem was reported on a session for ${booking.subjectName}.`;
      expect(await listNotices(admin)).toEqual([{ ...warning, message, category: 'system', url: '/admin/reports' }]);
      const [{ params } = {}] = await selectNotifications(database, admin.id);
      expect(params).toEqual({ bookingId: booking.id, subject: booking.subjectName });
    }
    expect(await listNotices(student)).toEqual([]);
    const events = await database.db.select().from(inboxEvents).where(eq(inboxEvents.userId, tutor.user.id));
    expect(events.map(({ payload }) => payload.type)).toEqual(['new_notification']);
    await database.db.delete(users).where(eq(users.role, 'admin'));
  });

  // spec reports.1
  test('goes from the start of the session to 14 days after its end', async () => {
    const { student, booking } = await aSession();
    const [start, last] = [booking.startTime, new Date(booking.endTime.getTime() + 14 * DAY)];
    await expect(report(student, booking.id, { now: new Date(start.getTime() - 1) })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'A problem can be reported once the session has begun',
    });
    await expect(report(student, booking.id, { now: new Date(last.getTime() + 1) })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'A problem can be reported until 14 days after the session',
    });
    expect(await stored(booking.id)).toEqual([]);
    await report(student, booking.id, { now: last });
    const another = await aSession();
    await report(another.student, another.booking.id, { now: another.booking.startTime });
  });

  // spec reports.1
  test.each(['pending', 'cancelled'] as const)('is refused for a %s session', async (status) => {
    const { student, booking } = await aSession({ status });
    await expect(report(student, booking.id)).rejects.toThrow('Only confirmed or completed sessions can be reported');
  });

  // spec reports.2 | D Booking | One open report per party, also in the database; again once it is decided | src/db/schema/moderation.ts
  test('is possible for a completed session, for both parties, each its own', async () => {
    const { student, tutor, booking } = await aSession({ status: 'completed' });
    await report(student, booking.id);
    await report(tutor.user, booking.id, { kind: 'behaviour' });
    expect((await stored(booking.id)).map(({ reportedBy, kind }) => [reportedBy, kind]).sort()).toEqual([
      ['student', 'not_held'],
      ['tutor', 'behaviour'],
    ]);
  });

  // spec reports.2
  test.each(['open', 'in_review', 'resolved', 'dismissed'] as const)('once more while the first is %s', async (state) => {
    const { student, booking } = await aSession();
    const { id } = await report(student, booking.id);
    await database.db.update(sessionProblems).set({ state }).where(eq(sessionProblems.id, id));
    if (state === 'resolved' || state === 'dismissed') {
      expect((await report(student, booking.id)).id).not.toBe(id);
      return;
    }
    await expect(report(student, booking.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You have already reported a problem on this session',
    });
  });

  // spec reports.1
  test('is not for those who are no party of the booking', async () => {
    const { booking } = await aSession();
    const strangers = [await aStudent(database.db), (await aTutor(database.db)).user, await anAdmin(database.db)];
    for (const stranger of strangers) {
      for (const id of [booking.id, NOW.toISOString()]) {
        await expect(report(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
      }
    }
    await expect(callerAs(database, null).moderation.reportProblem({ bookingId: booking.id, kind: 'other', text: TEXT })).rejects.toThrow(
      'Authentication required',
    );
    expect(await stored(booking.id)).toEqual([]);
  });

  // spec reports.3 | D Booking | Kind and a text of 10 to 1,000 characters, each said beside its field |
  //   src/client/features/session-problems/report-dialog.tsx
  test('asks for a kind, and for 10 to 1,000 characters after trimming', async () => {
    const { student, tutor, booking } = await aSession();
    await expect(report(student, booking.id, { text: ' nine char ' })).rejects.toThrow('Please describe the problem in at least 10 characters');
    await expect(report(student, booking.id, { text: 'x'.repeat(1001) })).rejects.toThrow('Description cannot be longer than 1000 characters');
    await expect(report(student, booking.id, { kind: 'boredom' as 'other' })).rejects.toThrow('Please choose what went wrong');
    await report(student, booking.id, { text: 'x'.repeat(1000) });
    for (const text of ['\u200B'.repeat(12), '\u2800'.repeat(12), `late${'\u2060'.repeat(12)}`, '🎓'.repeat(5)]) {
      await expect(report(tutor.user, booking.id, { text })).rejects.toThrow('Please describe the problem in at least 10 characters');
    }
    await report(tutor.user, booking.id, { text: ' 123456789x ' });
  });

  // spec mail.29
  test('is possible when the other account is deleted, and notifies nobody', async () => {
    const { tutor, booking } = await aSession({ studentId: null });
    expect(await report(tutor.user, booking.id)).toMatchObject({ by: 'tutor' });
    expect(await listNotices(tutor.user)).toEqual([]);
  });

  // spec reports.2
  test('several times at once is one report of each party', async () => {
    const before = await countDeadlocks(database);
    for (let round = 0; round < raceRounds(5); round += 1) {
      const { student, tutor, booking } = await aSession();
      const reporting = [student, tutor.user, student, tutor.user, student].map((person) => report(person, booking.id));
      const answers = await Promise.allSettled(reporting);
      expect(
        listResults(answers)
          .map(({ by }) => by)
          .sort(),
      ).toEqual(['student', 'tutor']);
      expect(new Set(listErrorMessages(answers))).toEqual(new Set(['You have already reported a problem on this session']));
      expect(await stored(booking.id)).toHaveLength(2);
      expect(await listNotices(tutor.user)).toHaveLength(1);
    }
    expect(await countDeadlocks(database)).toBe(before);
  });

  test('while the other party leaves is stored, and notifies those who remain', async () => {
    const before = await countDeadlocks(database);
    const passwordHash = await createPasswords().hash(PASSWORD);
    for (let round = 0; round < raceRounds(3); round += 1) {
      const tutor = await aTutor(database.db, { user: { passwordHash } });
      const { student, booking } = await aSession({ tutor });
      const leaving = callerAs(database, tutor.user).account.leave({ password: PASSWORD });
      const answers = await Promise.allSettled([report(tutor.user, booking.id), report(student, booking.id), leaving]);
      expect(['Booking not found']).toEqual(expect.arrayContaining(listErrorMessages(answers.slice(0, 1))));
      expect(answers.slice(1).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      expect(await stored(booking.id)).toHaveLength(2 - listErrorMessages(answers).length);
    }
    expect(await countDeadlocks(database)).toBe(before);
  });

  test('that is under way keeps the other party from leaving until it is sent, and neither waits for the other in a circle', async () => {
    const before = await countDeadlocks(database);
    const tutor = await aTutor(database.db, { user: { passwordHash: await createPasswords().hash(PASSWORD) } });
    const { student, booking } = await aSession({ tutor });
    const [locked, end] = [createLatch(), createLatch()];
    const holding = database.sql.begin(async (tx) => {
      await tx`lock table session_problems in share mode`;
      locked.open();
      await end.opened;
    });
    await locked.opened;
    const reporting = report(student, booking.id);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    const leaving = callerAs(database, tutor.user).account.leave({ password: PASSWORD });
    await expect.poll(() => countLockWaits(database)).toBe(2);
    end.open();
    await Promise.all([holding, reporting, leaving]);
    expect(await stored(booking.id)).toHaveLength(1);
    expect(await countDeadlocks(database)).toBe(before);
  });
});
