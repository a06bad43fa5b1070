import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { type ServerProcess, startServer } from '#tests/support/server.ts';

const database = useDatabase({ max: 1, name: 'the test' });
const PROCESSES = 2;
const POOL_SIZE = 3;
let server: ServerProcess;

beforeAll(async () => {
  const env = { WEB_CONCURRENCY: String(PROCESSES), DATABASE_POOL_SIZE: String(POOL_SIZE) };
  server = await startServer({ databaseUrl: database.url, env });
});
afterAll(() => server?.stop());

// spec s14-scale.17 | S14 6 | A process has the connections of its pool, at most DATABASE_POOL_SIZE, and one that listens |
//   src/db/client.ts, src/server/main.ts
test('a process has the connections of its pool, and one that listens', async () => {
  const ask = () => fetch(`${server.url}/api/tutors?q=${Math.random()}`).then((answer) => answer.arrayBuffer());
  await Promise.all(Array.from({ length: 60 }, ask));
  const rows = await database.sql<{ name: string; count: number }[]>`
    select application_name as name, count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'vidya%' group by 1`;
  const counts = Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  expect(counts['vidya (listens)']).toBe(PROCESSES);
  expect(counts.vidya).toBe(PROCESSES * POOL_SIZE);
  expect(Object.keys(counts).sort()).toEqual(['vidya', 'vidya (listens)']);
});
