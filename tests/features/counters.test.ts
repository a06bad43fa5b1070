import { eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookings, bookingTopics } from '#db/schema/bookings.ts';
import { figureChanges } from '#db/schema/figures.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, type Booking, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';

const database = useDatabase();
let tutor: Tutor;
let student: User;
const created: Booking[] = [];

type Counter = { name: string; bucket: string; value: number };

/** Stored counters with their pending changes; those of zero are left out. */
const readCounters = () =>
  database.db.execute<Counter>(sql`
    select name, bucket::text, sum(value)::integer as value
    from (select name, bucket, value from figures union all select name, bucket, change from figure_changes) one
    group by 1, 2 having sum(value) <> 0 order by 1, 2`);

/** Computed from the rows, without the counters. */
const recount = () =>
  database.db.execute<Counter>(sql`
    select name, bucket::text, sum(value)::integer as value from (
      select 'bookings.' || status as name, '-infinity'::timestamptz as bucket, 1::bigint as value from bookings
      union all select 'bookings.made', date_bin('15 minutes', created_at, '2000-01-01Z'), 1 from bookings
      union all select 'revenue', '-infinity', amount_cents from bookings where status = 'completed'
      union all select 'revenue', date_bin('15 minutes', start_time, '2000-01-01Z'), amount_cents from bookings where status = 'completed'
      union all select 'students', '-infinity', 1 from users where role = 'student'
      union all select 'signups.' || role, date_bin('15 minutes', created_at, '2000-01-01Z'), 1 from users where role in ('student', 'tutor')
      union all select 'tutors', '-infinity', 1 from tutor_profiles
      union all select 'tutors.verified', '-infinity', 1 from tutor_profiles where is_verified
      union all select 'tutors.pending', '-infinity', 1 from tutor_profiles where verification_status = 'pending'
    ) one group by 1, 2 having sum(value) <> 0 order by 1, 2`);

async function expectAllCounted(): Promise<void> {
  const counted = [...(await readCounters())];
  expect(counted).toEqual([...(await recount())]);
  expect(counted.length).toBeGreaterThan(0);
}
const unfolded = () => database.db.$count(figureChanges);
const sweep = () => sweepExpired(database.db, NOW);

beforeAll(async () => {
  const { db } = database;
  tutor = await aTutor(db, { verificationStatus: 'pending' });
  student = await aStudent(db);
  for (let index = 0; index < 6; index += 1) {
    const startTime = new Date(NOW.getTime() + (index + 24) * HOUR);
    created.push(
      await aBooking(db, { student, tutor, startTime, amountCents: 150_050 + index, createdAt: new Date(NOW.getTime() - index * 7 * HOUR) }),
    );
  }
  await aBooking(db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - 50 * HOUR) });
});

const idOf = (index: number): string => created[index]?.id ?? '';

// spec s5.2 | S5 | The figures of the dashboard equal a slow recount, whoever writes and however, folded or not |
//   drizzle/0017_what_the_desk_counts.sql
describe('every figure is what a recount gives', () => {
  test('after rows have come', async () => {
    await expectAllCounted();
    expect(await unfolded()).toBeGreaterThan(0);
  });

  // spec s5.2
  test('after bookings and profiles have moved', async () => {
    const { db } = database;
    const [asTutor, asStudent] = [callerAs(database, tutor.user), callerAs(database, student)];
    await asTutor.bookings.setStatus({ id: idOf(0), status: 'confirmed' });
    await asTutor.bookings.setStatus({ id: idOf(1), status: 'cancelled' });
    await asStudent.bookings.cancel({ id: idOf(2) });
    const later = { now: () => new Date(NOW.getTime() + 30 * HOUR) };
    await callerAs(database, tutor.user, later).bookings.setStatus({ id: idOf(0), status: 'completed' });
    await callerAs(database, await anAdmin(db)).verification.approve({ id: tutor.id });
    await expectAllCounted();

    await db.update(bookings).set({ startTime: sql`start_time + interval '40 days'`, endTime: sql`end_time + interval '40 days'` });
    await db.update(bookings).set({ amountCents: 999 }).where(eq(bookings.status, 'completed'));
    await db
      .update(users)
      .set({ role: 'student', createdAt: new Date('2020-02-29T23:59:59.999Z') })
      .where(eq(users.role, 'admin'));
    await expectAllCounted();
  });

  // spec s5.2
  test('after rows have gone, alone and with what they hung on', async () => {
    const { db } = database;
    const other = await aTutor(db, { isVerified: true, verificationStatus: 'approved' });
    await aBooking(db, { tutor: other, status: 'completed', startTime: new Date(NOW.getTime() - 60 * HOUR) });
    await db.delete(bookingTopics).where(eq(bookingTopics.bookingId, idOf(3)));
    await db.delete(bookings).where(inArray(bookings.id, [idOf(3), idOf(0)]));
    await db.delete(tutorProfiles).where(eq(tutorProfiles.id, other.id));
    await db.delete(users).where(eq(users.id, other.user.id));
    await expectAllCounted();
  });

  // spec s5.2
  test('after a transaction that came to nothing, and statements without a row', async () => {
    const { db } = database;
    const before = [...(await readCounters())];
    const undone = db.transaction(async (tx) => {
      await aBooking(tx, { tutor, startTime: new Date(NOW.getTime() + 200 * HOUR) });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await db.update(bookings).set({ status: 'pending' }).where(sql`false`);
    await db.insert(users).select(db.select().from(users).where(sql`false`));
    expect([...(await readCounters())]).toEqual(before);
    await expectAllCounted();
  });

  // spec s5.2
  test('after the sweep has folded the changes in, and after what comes then', async () => {
    await sweep();
    expect(await unfolded()).toBe(0);
    await expectAllCounted();
    await aBooking(database.db, { tutor, startTime: new Date(NOW.getTime() + 300 * HOUR) });
    expect(await unfolded()).toBeGreaterThan(0);
    await expectAllCounted();
  });

  // spec s5.2
  test('while two sweeps and those who write are at work at once', async () => {
    const { db } = database;
    await db.execute(sql`
      insert into bookings (id, student_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number, created_at)
      select gen_random_uuid(), null, 'Physics', 'completed', at, at + interval '1 hour', 'online', n, '0771234567', at
      from (select n, ${NOW.toISOString()}::timestamptz - n * interval '1 hour' as at from generate_series(1, 3000) n) one`);
    const writing = Array.from({ length: 6 }, (_, index) => aBooking(db, { tutor, startTime: new Date(NOW.getTime() + (400 + index) * HOUR) }));
    await Promise.all([sweep(), sweep(), ...writing, sweep(), sweep()]);
    await expectAllCounted();
    for (let more = 0; more < 10 && (await unfolded()) > 0; more += 1) await Promise.all([sweep(), sweep()]);
    expect(await unfolded()).toBe(0);
    await expectAllCounted();
  });
});
