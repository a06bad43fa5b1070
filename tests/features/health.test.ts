import { beforeEach, describe, expect, test } from 'vitest';
import { uuidV7 } from '#db/columns.ts';
import { jobs } from '#db/schema/jobs.ts';
import type { ReplicaState } from '#server/core/ports.ts';
import { createHealthRoutes } from '#server/edge/health.ts';
import { countFreeBytesOf, findUnready, type ReadinessParts, readLastMigration, readVersion } from '#server/infra/readiness.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NOW } from '#tests/support/factories.ts';

const database = useDatabase();
/** Of this file's server. */
let isStopping = false;
let replicaState: (() => ReplicaState | null) | undefined;
const MINUTE_MS = 60_000;
const lastMigration = readLastMigration('drizzle');

const isReady: Omit<ReadinessParts, 'db'> = {
  now: () => NOW,
  isDatabaseAlive: () => true,
  lastMigration,
  countFreeBytes: () => countFreeBytesOf('.data'),
};
const ask = async (path: string, parts: Partial<ReadinessParts> = {}) => {
  const routes = createHealthRoutes({
    version: '1.2.3',
    isStopping: () => isStopping,
    findUnready: () => findUnready({ db: database.db, ...isReady, ...parts }),
    replicaState,
  });
  const response = await routes.request(path);
  return { status: response.status, body: await response.json(), retryAfter: response.headers.get('retry-after') };
};
const aJob = (overrides: Partial<typeof jobs.$inferInsert>) =>
  database.db.insert(jobs).values({ id: uuidV7(NOW.getTime()), kind: 'mail.send', dueAt: minutesAgo(20), createdAt: NOW, ...overrides });
const minutesAgo = (count: number) => new Date(NOW.getTime() - count * MINUTE_MS);

beforeEach(() => database.db.delete(jobs));

// spec s13-faults.28 | S13 6 | A server that is about to stop says so to load balancers, before it refuses anything | src/server/edge/health.ts,
//   src/server/main.ts
test.each(['/healthz', '/readyz'])('%s sends load balancers to another server while this one stops', async (path) => {
  isStopping = true;
  expect(await ask(path)).toEqual({ status: 503, body: { status: 'stopping' }, retryAfter: '5' });
  isStopping = false;
  expect(await ask(path)).toMatchObject({ status: 200 });
});

// spec s13-health.1 | S13 1 | /healthz says that the process answers, and its version, without asking the database | src/server/edge/health.ts
test('/healthz answers although nothing is ready', async () => {
  const nothing = { isDatabaseAlive: () => false, countFreeBytes: async () => 0 };
  expect(await ask('/healthz', nothing)).toMatchObject({ status: 200, body: { status: 'ok', version: '1.2.3' } });
  expect(readVersion('.')).toMatch(/^\d+\.\d+\.\d+$/);
});

// spec s13-health.2 | S13 1 | /readyz is 503 and names what is missing: the database, a migration, jobs that move, room on the disk |
//   src/server/infra/readiness.ts
describe('/readyz', () => {
  const ready = { status: 200, body: { status: 'ready' }, retryAfter: null };
  const without = (...problems: string[]) => ({ status: 503, body: { status: 'not ready', problems }, retryAfter: '5' });

  test('is ready with a database, its migrations, no job that is late, and room', async () => {
    expect(await ask('/readyz')).toEqual(ready);
    expect(await ask('/readyz', { countFreeBytes: null })).toEqual(ready);
  });

  test('misses a database that is away, or that refuses', async () => {
    expect(await ask('/readyz', { isDatabaseAlive: () => false })).toEqual(without('database'));
    const db = { ...database.db, execute: () => Promise.reject(new Error('CONNECTION_CLOSED')) } as unknown as ReadinessParts['db'];
    expect(await ask('/readyz', { db, countFreeBytes: async () => 1024 })).toEqual(without('database', 'disk'));
  });

  test('misses a migration of this release, and none of a newer one', async () => {
    expect(await ask('/readyz', { lastMigration: lastMigration + 1 })).toEqual(without('migrations'));
    expect(await ask('/readyz', { lastMigration: lastMigration - 1 })).toEqual(ready);
  });

  test('calls jobs stuck when one is long due and none is being done', async () => {
    await aJob({ dueAt: minutesAgo(14) });
    expect(await ask('/readyz')).toEqual(ready);
    await aJob({});
    expect(await ask('/readyz')).toEqual(without('jobs'));
    // A process that died while it had one.
    await aJob({ claimedUntil: minutesAgo(1) });
    expect(await ask('/readyz')).toEqual(without('jobs'));
    await aJob({ claimedUntil: minutesAgo(-1) });
    expect(await ask('/readyz')).toEqual(ready);
  });

  // spec s14-scale.18 | S14 6 | A server whose replica is away is ready, and /readyz says how the replica is | src/server/edge/health.ts
  test.each(['used', 'away', 'behind', 'other'] as const)('is ready with a replica that is %s, and says so', async (state) => {
    replicaState = () => state;
    expect(await ask('/readyz')).toEqual({ ...ready, body: { status: 'ready', replica: state } });
    replicaState = undefined;
  });

  test('does not wait for jobs that have failed for good', async () => {
    await aJob({ deadAt: minutesAgo(10) });
    expect(await ask('/readyz')).toEqual(ready);
  });
});
