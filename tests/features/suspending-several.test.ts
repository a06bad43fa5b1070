import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { SELECTION } from '#shared/vocabulary/limits.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aReview, aStudent, aTutor, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { countDeadlocks, raceRounds } from '#tests/support/races.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const REASON = 'Asked students to pay elsewhere';
let admin: User;

beforeAll(async () => {
  admin = await anAdmin(database.db, { name: 'Ayesha' });
});

type Person = Pick<User, 'id'>;
const suspend = (people: readonly Person[], by = admin) =>
  callerAs(database, by).moderation.setAccountStatuses({ userIds: people.map(({ id }) => id), status: 'suspended', reason: REASON });
const reinstate = (people: readonly Person[]) =>
  callerAs(database, admin).moderation.setAccountStatuses({ userIds: people.map(({ id }) => id), status: 'active' });
const statusOf = async ({ id }: Person) => only(await database.db.select().from(users).where(eq(users.id, id))).status;
const listStatuses = (people: readonly Person[]) => Promise.all(people.map(statusOf));
const countAudit = ({ id }: Person) => database.db.$count(auditEntries, eq(auditEntries.subjectId, id));

// spec s12-desk.17 | S12 D | Several accounts are suspended or reinstated as each would be alone; oneself, the last admin and who is gone are refused
//   without stopping the others, and a repeat changes nothing | src/server/features/moderation/accounts.commands.ts
describe('moderation.setAccountStatuses', () => {
  test('suspends each with the reason, cancels what has not ended, and reinstates', async () => {
    const { db } = database;
    const [tutor, student] = [await aTutor(db), await aStudent(db)];
    const shared = await aBooking(db, { tutor, student, status: 'confirmed', startTime: new Date(NOW.getTime() + 30 * HOUR) });
    const people = [student, tutor.user];
    expect(await suspend(people)).toEqual({ message: '2 accounts suspended successfully', refusals: [] });
    expect(await listStatuses(people)).toEqual(['suspended', 'suspended']);
    for (const person of people) {
      expect((await selectNotifications(database, person.id)).map(({ message }) => message)).toContain(`Your account was suspended: ${REASON}`);
      expect(await countAudit(person)).toBe(1);
    }
    expect(only(await db.select().from(bookings).where(eq(bookings.id, shared.id)))).toMatchObject({ status: 'cancelled', cancelledBy: 'system' });
    expect(await suspend(people)).toEqual({ message: '2 accounts suspended successfully', refusals: [] });
    expect(await Promise.all(people.map(countAudit))).toEqual([1, 1]);
    expect(await reinstate([student, tutor.user, student])).toEqual({ message: '2 accounts reinstated successfully', refusals: [] });
    expect(await listStatuses(people)).toEqual(['active', 'active']);
    expect(await findWrongListings(database)).toEqual([]);
  });

  test('refuses the own account and who is not there, by id, and suspends the others', async () => {
    const [first, last] = [await aStudent(database.db), await aStudent(database.db)];
    expect(await suspend([first, { id: admin.id.toUpperCase() }, { id: UNKNOWN }, { id: 'x' }, last])).toEqual({
      message: '2 of 5 accounts were suspended',
      refusals: [
        { userId: admin.id.toUpperCase(), message: 'You cannot suspend your own account' },
        { userId: UNKNOWN, message: 'User not found' },
        { userId: 'x', message: 'User not found' },
      ],
    });
    expect(await listStatuses([first, admin, last])).toEqual(['suspended', 'active', 'suspended']);
    expect(await suspend([admin])).toMatchObject({ message: 'No account was suspended' });
  });

  // spec suspending.10 | S5, S12 D | Who was suspended meanwhile, for another reason, is refused on the screens of admins, and the reason that was typed
  //   stays; the same reason once more is a repeat | src/server/features/moderation/accounts.commands.ts,
  //   src/client/features/moderation/account-status-dialog.tsx
  test('refuses who has been suspended for another reason, tells nobody, and suspends the others', async () => {
    const [earlier, other] = [await aStudent(database.db), await aStudent(database.db)];
    const second = await anAdmin(database.db);
    await suspend([earlier]);
    const again = { userIds: [earlier.id, other.id], status: 'suspended' as const, reason: 'Insulted a tutor' };
    const refusals = [{ userId: earlier.id, message: 'This account was already suspended, for another reason' }];
    const caller = callerAs(database, second, { now: () => new Date(NOW.getTime() + HOUR) }).moderation;
    expect(await caller.setAccountStatuses(again)).toEqual({ message: '1 of 2 accounts was suspended', refusals });
    expect(await caller.setAccountStatuses(again)).toEqual({ message: '1 of 2 accounts was suspended', refusals });
    expect([await countAudit(earlier), await countAudit(other)]).toEqual([1, 1]);
    expect(await selectNotifications(database, earlier.id)).toHaveLength(1);
    expect(await suspend([earlier], second)).toMatchObject({ refusals: [] });

    await reinstate([earlier]);
    expect(await caller.setAccountStatuses({ ...again, userIds: [earlier.id] })).toMatchObject({ refusals: [] });
    expect((await suspend([earlier])).refusals).toEqual(refusals);
    await database.db.delete(users).where(eq(users.id, second.id));
  });

  test('never leaves the platform without an admin, and stops where the caller was suspended meanwhile', async () => {
    const [first, second] = [await anAdmin(database.db), await anAdmin(database.db)];
    const student = await aStudent(database.db);
    expect(await suspend([second, admin], first)).toMatchObject({ message: '2 accounts suspended successfully' });
    // Suspended above, but still in this call: nothing is done any more.
    await expect(suspend([student], second)).rejects.toThrow('Session expired. Please login again.');
    expect(await listStatuses([first, student])).toEqual(['active', 'active']);
    const deleted = only(await database.db.delete(users).where(eq(users.id, second.id)).returning());
    expect((await suspend([first], deleted)).refusals).toEqual([{ userId: first.id, message: 'The last admin cannot be suspended' }]);
    await callerAs(database, first).moderation.setAccountStatuses({ userIds: [admin.id], status: 'active' });
  });

  test('needs a reason to suspend, and takes between 1 and 50 accounts', async () => {
    const { setAccountStatuses } = callerAs(database, admin).moderation;
    const student = await aStudent(database.db);
    for (const reason of ['', ' \u200b'])
      await expect(setAccountStatuses({ userIds: [student.id], status: 'suspended', reason })).rejects.toThrow(
        'Please provide a reason for suspension',
      );
    for (const count of [0, SELECTION.accounts + 1])
      await expect(setAccountStatuses({ userIds: Array(count).fill(student.id), status: 'active' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await statusOf(student)).toBe('active');
  });

  test('waits in no circle for another admin who suspends the same accounts in another order', async () => {
    const { db } = database;
    const before = await countDeadlocks(database);
    const other = await anAdmin(db);
    for (let round = 0; round < raceRounds(8); round += 1) {
      const tutors = await Promise.all([1, 2, 3].map(() => aTutor(db)));
      const students = await Promise.all([1, 2, 3].map(() => aStudent(db)));
      for (const [index, tutor] of tutors.entries())
        for (const student of students)
          await aBooking(db, { tutor, student, startTime: new Date(NOW.getTime() + (30 + index * 3 + students.indexOf(student)) * HOUR) });
      const people = [...tutors.map(({ user }) => user), ...students];
      const answers = await Promise.all([suspend(people), suspend(people.toReversed(), other)]);
      expect(answers.flatMap(({ refusals }) => refusals)).toEqual([]);
      expect(new Set(await listStatuses(people))).toEqual(new Set(['suspended']));
      expect(await Promise.all(people.map(countAudit))).toEqual(people.map(() => 1));
    }
    expect(await countDeadlocks(database)).toBe(before);
  });
});

// spec s12-desk.18 | S12 D | What happens when several are suspended is read in one go and summed up, a session of two of them once |
//   src/server/features/moderation/accounts.queries.ts
test('the consequences of several are summed up, with as many statements as for one', async () => {
  const { db } = database;
  const [tutor, student, other] = [await aTutor(db), await aStudent(db), await aStudent(db)];
  const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
  await aBooking(db, { tutor, student, startTime: at(30), amountCents: 100_000 });
  await aBooking(db, { student: other, status: 'confirmed', startTime: at(31), amountCents: 50_050 });
  await aBooking(db, { student: other, status: 'confirmed', startTime: at(-3), amountCents: 70_000 });
  await aReview(db, { booking: await aBooking(db, { student, status: 'completed', startTime: at(-60) }) });
  const read = async (...people: readonly Person[]) => {
    const recording = createRecordingDb(database);
    const answer = await callerAs({ db: recording.db }, admin).moderation.consequences({ userIds: people.map(({ id }) => id) });
    return { answer, count: recording.statements.length };
  };
  const one = await read(student);
  const all = await read(tutor.user, student, other, { id: UNKNOWN });
  expect(one.answer).toEqual({ isLastAdmin: false, cancelled: 1, refund: 1000, completed: 0, reviews: 1 });
  expect(all.answer).toEqual({ isLastAdmin: false, cancelled: 2, refund: 1500.5, completed: 1, reviews: 1 });
  expect(all.count).toBe(one.count);
  await expect(read({ id: UNKNOWN })).rejects.toThrow('User not found');
});
