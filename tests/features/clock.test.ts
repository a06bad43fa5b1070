import { expect, test } from 'vitest';
import type { Executor } from '#db/executor.ts';
import { startClock } from '#server/infra/clock.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, HOUR } from '#tests/support/factories.ts';

const database = useDatabase();
const STORED = Date.parse('2026-03-02T04:30:00.000Z');
/** That answers so many milliseconds after the time that is stored, or not at all. */
const aDatabase = (answer: { at: number } | null) =>
  ({ execute: async () => (answer ? [answer] : Promise.reject(new Error('away'))) }) as unknown as Executor;

async function aClock({ machine, answer = { at: STORED } }: { machine: number; answer?: { at: number } | null }) {
  const time = { machine, elapsed: 5_000 };
  const clock = await startClock({ db: aDatabase(answer), machine: () => time.machine, elapsed: () => time.elapsed });
  clock.close();
  const pass = (ms: number, jump = 0) => {
    time.machine += ms + jump;
    time.elapsed += ms;
  };
  return { tell: () => clock.now().getTime() - STORED, pass };
}

// spec s13-faults.33 | S13 6 | The clock is the machine's while it agrees with PostgreSQL's to a second, else PostgreSQL's, and goes on without it |
//   src/server/infra/clock.ts
test.each([
  [0, 0],
  [999, 999],
  [-999, -999],
  [1_000, 0],
  [HOUR, 0],
  [-HOUR, 0],
])('a machine that is %i ms ahead tells %i ms more than PostgreSQL', async (ahead, shown) => {
  const clock = await aClock({ machine: STORED + ahead });
  expect(clock.tell()).toBe(shown);
  clock.pass(60_000);
  expect(clock.tell()).toBe(60_000 + shown);
});

// spec s13-faults.33
test.each([HOUR, -HOUR, 24 * HOUR])('a jump of %i ms is not followed, there or back', async (jump) => {
  const clock = await aClock({ machine: STORED });
  clock.pass(10, jump);
  expect(clock.tell()).toBe(10);
  clock.pass(10, -jump);
  expect(clock.tell()).toBe(20);
});

// spec s13-faults.33
test('while PostgreSQL does not answer, the machine is believed', async () => {
  expect((await aClock({ machine: STORED + HOUR, answer: null })).tell()).toBe(HOUR);
});

// spec s13-faults.34 | S13 6 | A session lasts by the clock of PostgreSQL, however wrong that of the machine is | src/server/infra/credentials.ts
test.each([2, -2])('a session of half an hour is valid where the machine is %i hours ahead, and ends all the same', async (hours) => {
  const right = new Date(Date.now() - hours * HOUR);
  const sessions = createSessions(database.db, () => right);
  const person = await aStudent(database.db);
  const token = await sessions.createSession(person.id, { isRemembered: false, origin: 'password', userAgent: '' });
  const endAt = (minutes: number) =>
    database.sql`update sessions set expires_at = ${new Date(right.getTime() + minutes * 60_000).toISOString()} where user_id = ${person.id}`;
  await endAt(30);
  expect(await sessions.findOwner(token)).toMatchObject({ userId: person.id });
  await endAt(-1);
  expect(await sessions.findOwner(token)).toBeNull();
});
