import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { clockJobs } from '#shared/domain/booking-clock.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import { NO_RESPONSE } from '#shared/vocabulary/bookings.ts';
import { inDatabase } from '#tests/support/cluster.ts';

const FIRST = '0013_the_students_side';
const admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} });
const name = `backfill_${process.pid}`;
const url = inDatabase(inject('adminUrl'), name);
const sql = postgres(url, { max: 1, transform: postgres.camel });
const folder = mkdtempSync(join(tmpdir(), 'vidya-migrations-'));

/** As the migrations before the clock leave a database. */
async function migrateBefore(): Promise<void> {
  cpSync('drizzle', folder, { recursive: true });
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex(({ tag }) => tag === FIRST),
  );
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  await migrate(url, folder);
}

type BookingCase = { name: string; status: BookingStatus; startsIn: number; hoursOld: number; isAlone?: boolean };
const CASES: BookingCase[] = [
  { name: 'unanswered and begun', status: 'pending', startsIn: -1000, hoursOld: 1030 },
  { name: 'waiting', status: 'pending', startsIn: 300, hoursOld: 1 },
  { name: 'held long ago', status: 'confirmed', startsIn: -900, hoursOld: 950 },
  { name: 'held long ago by a deleted account', status: 'confirmed', startsIn: -910, hoursOld: 950, isAlone: true },
  { name: 'held yesterday', status: 'confirmed', startsIn: -24, hoursOld: 100 },
  { name: 'completed before', status: 'completed', startsIn: -800, hoursOld: 850 },
  { name: 'soon', status: 'confirmed', startsIn: 5, hoursOld: 100 },
  { name: 'in two days', status: 'confirmed', startsIn: 50, hoursOld: 100 },
];

beforeAll(async () => {
  await admin`create database ${admin(name)}`;
  await migrateBefore();
  await sql`insert into users (id, name, email, role) select gen_random_uuid(), role, role || '@before.lk', role::role from unnest(array['student', 'tutor']) role`;
  await sql`insert into tutor_profiles (id, user_id, total_sessions, total_earnings_cents) select gen_random_uuid(), id, 1, 100 from users where role = 'tutor'`;
  for (const { name, status, startsIn, hoursOld, isAlone = false } of CASES) {
    await sql`
      insert into bookings (id, student_id, tutor_user_id, tutor_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number, created_at, updated_at)
      select gen_random_uuid(), student.id, case when not ${isAlone} then profile.user_id end, case when not ${isAlone} then profile.id end, ${name}, ${status},
        now() + ${startsIn} * interval '1 hour', now() + ${startsIn + 1} * interval '1 hour', 'online', 100, '0771234567',
        now() - ${hoursOld} * interval '1 hour', now() - ${hoursOld} * interval '1 hour'
      from users student, tutor_profiles profile where student.role = 'student'`;
  }
  await migrate(url, 'drizzle');
}, 60_000);

afterAll(async () => {
  await sql.end({ timeout: 5 });
  await admin`drop database if exists ${admin(name)} with (force)`;
  await admin.end({ timeout: 5 });
  rmSync(folder, { recursive: true, force: true });
});

const findByName = async (name: string) => (await sql`select * from bookings where subject_name = ${name}`)[0];

test('a request that nobody had answered by its start is cancelled with all given back', async () => {
  expect(await findByName('unanswered and begun')).toMatchObject({
    status: 'cancelled',
    cancelledBy: 'system',
    cancellationReason: NO_RESPONSE,
    refundCents: '100',
    retainedCents: '0',
    platformFeeCents: '0',
    cancelledAt: expect.any(Date),
    sequence: 1,
  });
});

test('a session that ended more than 48 hours before is completed as of then, and counts for its tutor', async () => {
  for (const name of ['held long ago', 'held long ago by a deleted account']) {
    const booking = await findByName(name);
    const completedAt = new Date(booking?.endTime.getTime() + 48 * 3_600_000);
    expect(booking).toMatchObject({ status: 'completed', completedAt, sequence: 1 });
  }
  expect(await sql`select total_sessions, total_earnings_cents from tutor_profiles`).toEqual([{ totalSessions: 2, totalEarningsCents: '200' }]);
});

test('nobody is notified of sessions that were over, and those stay as they were', async () => {
  expect(await findByName('completed before')).toMatchObject({ status: 'completed', completedAt: null, sequence: 0 });
  expect(await sql`select 1 from notifications`).toHaveLength(0);
  expect(await sql`select 1 from jobs where kind = 'mail.send'`).toHaveLength(0);
});

test('the clock is planned for the rest, as a command plans it', async () => {
  const rows = await sql`select id, subject_name, status, start_time, end_time, created_at from bookings where status in ('pending', 'confirmed')`;
  expect(rows.map(({ subjectName }) => subjectName).sort()).toEqual(['held yesterday', 'in two days', 'soon', 'waiting']);
  const expected = rows.flatMap(({ id, status, startTime, endTime, createdAt }) =>
    clockJobs({ id, status, startTime, endTime, createdAt }, new Date()).map(({ key, dueAt }) => ({ key, dueAt })),
  );
  const planned = await sql<{ key: string; dueAt: Date }[]>`select key, due_at from jobs`;
  const byKey = (first: { key: string }, other: { key: string }) => (first.key < other.key ? -1 : 1);
  expect([...planned].sort(byKey)).toEqual(expected.sort(byKey));
});
