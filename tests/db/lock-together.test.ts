import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { lockForRequest, lockTogether } from '#db/locks.ts';
import { bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, NOW } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();

const isFree = async (table: string, id: string): Promise<boolean> =>
  (await database.sql`select from ${database.sql(table)} where id = ${id} for update skip locked`).length === 1;

/** While another transaction holds the row, until `work`, which waits for it, has been seen to wait. */
async function whileHeld<T>(table: string, id: string, work: () => Promise<T>, look: () => Promise<void>): Promise<T> {
  let waiting: Promise<T> | undefined;
  await database.sql.begin(async (sql) => {
    await sql`select from ${sql(table)} where id = ${id} for update`;
    waiting = work();
    const isWaiting = async () =>
      (await database.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length;
    await expect.poll(isWaiting, { interval: 5, timeout: 10_000 }).toBe(1);
    await look();
  });
  if (!waiting) throw new Error('nothing was begun');
  return waiting;
}

async function createParties() {
  const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
  return { student, tutor, booking: await aBooking(database.db, { student, tutor }) };
}
const lockParties = ({ student, tutor, booking }: Awaited<ReturnType<typeof createParties>>, db = database.db) =>
  db.transaction((tx) =>
    lockTogether(tx, {
      bookings: { update: eq(bookings.id, booking.id) },
      tutors: { noKeyUpdate: eq(tutorProfiles.userId, tutor.user.id) },
      users: { keyShare: [tutor.user.id, student.id] },
    }),
  );

// spec s14-bookings.6 | S14 3 | Rows of several tables are locked in one statement, in the order of all locks, and read as others have left them |
//   src/db/locks.ts
describe('lockTogether', () => {
  test('reads in one statement what tables have, with their types', async () => {
    const parties = await createParties();
    const { db, statements } = createRecordingDb(database);
    const locked = await lockParties(parties, db);
    expect(statements.filter(({ text }) => text.includes(' for '))).toHaveLength(1);
    const [booking] = await database.db.select().from(bookings).where(eq(bookings.id, parties.booking.id));
    const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, parties.tutor.id));
    expect(locked.bookings).toEqual([booking]);
    expect(locked.tutors).toEqual([profile]);
    expect(locked.users.map(({ id }) => id)).toEqual([parties.student.id, parties.tutor.user.id].toSorted());
  });

  // spec s14-bookings.6
  test('has the accounts while it waits for the profile, and not yet the booking', async () => {
    const parties = await createParties();
    await whileHeld(
      'tutor_profiles',
      parties.tutor.id,
      () => lockParties(parties),
      async () => {
        expect([await isFree('users', parties.student.id), await isFree('users', parties.tutor.user.id)]).toEqual([false, false]);
        expect(await isFree('bookings', parties.booking.id)).toBe(true);
      },
    );
  });

  // spec s14-bookings.6
  test('reads what was stored while it waited, of every row it locks', async () => {
    const parties = await createParties();
    const locked = await whileHeld(
      'users',
      parties.student.id,
      () => lockParties(parties),
      async () => {
        await database.db.update(bookings).set({ status: 'confirmed', confirmedAt: NOW }).where(eq(bookings.id, parties.booking.id));
        await database.db.update(tutorProfiles).set({ vacationMode: true }).where(eq(tutorProfiles.id, parties.tutor.id));
      },
    );
    expect(locked).toMatchObject({ bookings: [{ status: 'confirmed', confirmedAt: NOW }], tutors: [{ vacationMode: true }] });
  });
});

// spec s14-bookings.7 | S14 3 | A request locks both accounts in the order of their keys, then the profile, in one statement | src/db/locks.ts
describe('lockForRequest', () => {
  const ofRequest = (student: { id: string }, tutor: { id: string }) =>
    database.db.transaction((tx) => lockForRequest(tx, { studentId: student.id, tutorId: tutor.id }));

  test.each(['student', 'tutor'] as const)('waits for the account that comes first before it has the other: the %s', async (first) => {
    const tutor = await aTutor(database.db);
    const key = tutor.user.id.replace(/^./, first === 'student' ? '0' : 'f');
    const id = key === tutor.user.id ? tutor.user.id.replace(/^../, first === 'student' ? '00' : 'ff') : key;
    const student = await aStudent(database.db, { id });
    const [one, other] = first === 'student' ? [student, tutor.user] : [tutor.user, student];
    const { accounts } = await whileHeld(
      'users',
      one.id,
      () => ofRequest(student, tutor),
      async () => expect(await isFree('users', other.id)).toBe(true),
    );
    expect(accounts.map(({ id }) => id)).toEqual([one.id, other.id]);
    const [stored] = await database.db.select().from(users).where(eq(users.id, student.id));
    expect(stored).toMatchObject(accounts.find(({ id }) => id === student.id) ?? { id: 'nobody' });
  });

  // spec s14-bookings.7
  test('lets requests for one tutor pass each other, and with a buffer not', async () => {
    const [tutor, buffered] = [await aTutor(database.db), await aTutor(database.db, { bufferMinutes: 15 })];
    const students = [await aStudent(database.db), await aStudent(database.db)];
    const held = async (of: { id: string }) =>
      database.db.transaction(async (tx) => {
        const { isSerialized } = await lockForRequest(tx, { studentId: students[0]?.id ?? '', tutorId: of.id });
        const waits = await database.db
          .transaction(async (other) => {
            await other.execute(`set local lock_timeout = '100ms'`);
            await lockForRequest(other, { studentId: students[1]?.id ?? '', tutorId: of.id });
          })
          .then(
            () => false,
            () => true,
          );
        return { isSerialized, waits };
      });
    expect(await held(tutor)).toEqual({ isSerialized: false, waits: false });
    expect(await held(buffered)).toEqual({ isSerialized: true, waits: true });
  });
});
