import { setTimeout as pause } from 'node:timers/promises';
import { createTRPCClient, httpLink } from '@trpc/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import type { AppRouter } from '#server/api/router.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { transformer } from '#shared/transformer.ts';
import { aTutor, type Tutor } from '#tests/support/factories.ts';
import { inDatabase, launchReplicated, type ReplicatedPostgres } from '#tests/support/faults/replicated-postgres.ts';
import { UNREACHED_LIMITS } from '#tests/support/faults/server-limits.ts';
import { freePort, type ServerProcess, startServer } from '#tests/support/server.ts';

const METRIC_MS = 100;
/** The bound of the lag, and two looks. */
const NOTICED_MS = 8_000;

let pair: ReplicatedPostgres;
let primary: Connection;
let replica: Connection;
let server: ServerProcess;
let metricsUrl: string;
let tutor: Tutor;
let token: string;

beforeEach(async () => {
  pair = await launchReplicated({ isSynchronous: false });
  primary = connect(inDatabase(pair.first.url), { max: 2, name: 'the test' });
  replica = connect(inDatabase(pair.second.url), { max: 2, name: 'the test' });
  tutor = await aTutor(primary.db);
  token = await createSessions(primary.db).createSession(tutor.user.id, { isRemembered: true, origin: 'password', userAgent: '' });
  const metricsPort = await freePort();
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const env = { DATABASE_READ_URL: inDatabase(pair.second.url), METRICS_PORT: String(metricsPort), RATE_LIMITS: UNREACHED_LIMITS };
  server = await startServer({ databaseUrl: inDatabase(pair.first.url), env });
  await untilReplica('used');
});
afterEach(async () => {
  await server?.stop();
  await Promise.all([primary, replica].map((connection) => connection?.close()));
  await pair?.close();
});

const visitor = () => createTRPCClient<AppRouter>({ links: [httpLink({ url: `${server.url}/trpc`, transformer })] });
const owner = () =>
  createTRPCClient<AppRouter>({ links: [httpLink({ url: `${server.url}/trpc`, transformer, headers: { authorization: `Bearer ${token}` } })] });

const replicaState = async () => ((await (await fetch(`${server.url}/readyz`)).json()) as { replica?: string }).replica;
async function untilReplica(state: string): Promise<void> {
  while ((await replicaState()) !== state) await pause(METRIC_MS);
}
/** The value of a metric, with its labels. */
async function metric(name: string): Promise<number> {
  const line = (await (await fetch(metricsUrl)).text()).split('\n').find((text) => text.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}
const fromReplica = () => metric('vidya_visitor_reads_total{source="replica"}');
const pageOf = async () => (await fetch(`${server.url}/tutors/${tutor.id}`, { headers: { accept: 'text/html' } })).text();
const setBio = (bio: string) => primary.sql`update tutor_profiles set bio = ${bio} where id = ${tutor.id}`;
/** Visitors share answers for half a minute, and the bio is written past the app, which drops them after a change of its own. */
const dropSharedAnswers = () => primary.sql`select pg_notify('news', '*')`;
const setReplay = (isPaused: boolean) => (isPaused ? replica.sql`select pg_wal_replay_pause()` : replica.sql`select pg_wal_replay_resume()`);
/** Any write moves the log on. */
const writeOn = () => primary.sql`update tutor_profiles set updated_at = updated_at where id = ${tutor.id}`;
const linesWith = (text: string) => server.output.filter((line) => line.includes(text)).length;

/** By a search that nobody has shared. */
async function untilReadFromReplica(): Promise<void> {
  const before = await fromReplica();
  const read = () => visitor().tutors.search.query({ search: Math.random().toString(36).slice(2) });
  await expect.poll(async () => (await read()) && (await fromReplica()), { timeout: 5_000 }).toBeGreaterThan(before);
}

async function untilReplayed(): Promise<void> {
  const [row] = await primary.sql`select pg_current_wal_lsn()::text as lsn`;
  while (!(await replica.sql`select pg_last_wal_replay_lsn() >= ${row?.lsn}::pg_lsn as "isThere"`)[0]?.isThere) await pause(10);
}

// spec s14-scale.8 | S14 6 | What visitors read of search, profiles and posts comes from the replica of DATABASE_READ_URL; whoever is signed in
//   reads the primary | src/server/core/visitor-reads.ts, src/db/replica.ts, src/server/services.ts
test('visitors read the replica, and a person who is signed in finds at once what was just written', async () => {
  await setBio('As it was, in the replica too.');
  await untilReplayed();
  await setReplay(true);
  await setBio('Written a moment ago.');
  expect((await visitor().tutors.byId.query({ id: tutor.id })).bio).toBe('As it was, in the replica too.');
  expect((await owner().tutors.byId.query({ id: tutor.id })).bio).toBe('Written a moment ago.');
  expect((await owner().tutors.own.query()).bio).toBe('Written a moment ago.');
  await setReplay(false);
  await untilReplayed();
  await dropSharedAnswers();
  const api = visitor();
  await expect.poll(async () => (await api.tutors.byId.query({ id: tutor.id })).bio).toBe('Written a moment ago.');
  // What was dropped is read from the primary until the replica is known to have it.
  await untilReadFromReplica();
  await dropSharedAnswers();
  await untilReadFromReplica();
  const before = await fromReplica();
  await api.tutors.search.query({});
  await api.tutors.searchPage.query({ page: 1, limit: 10 });
  await api.tutors.suggest.query({ text: 'ma' });
  await api.tutors.popularSubjects.query();
  await api.tutors.stats.query({ id: tutor.id });
  await api.blogs.published.query({});
  await api.blogs.all.query({});
  await api.blogs.allOfTutor.query({ id: tutor.id });
  await api.reviews.ofTutor.query({ tutorId: tutor.id });
  await api.reviews.ratings.query({ tutorId: tutor.id });
  expect((await fromReplica()) - before).toBe(10);
});

// spec s14-scale.9 | S14 6 | After a change that drops pages, the primary is read until the replica has that change: no page is stored as it was
//   before | src/db/replica-freshness.ts, src/server/services.ts
test('a page that a change has dropped is not filled again with what the replica had before', async () => {
  await pageOf();
  await setReplay(true);
  const profile = await owner().tutors.own.query();
  await owner().tutors.setVacation.mutate({ vacationMode: !profile.vacationMode });
  await setBio('Seen by everybody at once.');
  // The event drops the pages of the process some milliseconds after the commit.
  await pause(200);
  expect(await pageOf()).toContain('Seen by everybody at once.');
  const before = await fromReplica();
  await visitor().tutors.byId.query({ id: tutor.id });
  await visitor().tutors.search.query({ search: 'nobody has searched for this' });
  expect(await fromReplica()).toBe(before);
  await setReplay(false);
  await untilReplayed();
  await untilReadFromReplica();
});

// spec s14-scale.10 | S14 6 | A replica that lags by more than 5 s is not read until it has caught up; the log, /readyz and a metric say so |
//   src/db/replica.ts, src/server/edge/health.ts, src/server/infra/telemetry/metrics.ts
test('a replica that is too far behind is left, and taken again when it has caught up', async () => {
  await setReplay(true);
  await setBio('Written while it stood still.');
  const since = performance.now();
  while ((await replicaState()) !== 'behind') {
    await writeOn();
    await pause(METRIC_MS);
  }
  expect(performance.now() - since).toBeLessThan(NOTICED_MS);
  expect((await visitor().tutors.byId.query({ id: tutor.id })).bio).toBe('Written while it stood still.');
  expect(await metric('vidya_replica_up{replica="reads"}')).toBe(0);
  expect(await metric('vidya_replica_lag_seconds{replica="reads"}')).toBeGreaterThan(5);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await setReplay(false);
  await untilReplica('used');
  expect(await metric('vidya_replica_up{replica="reads"}')).toBe(1);
  expect(linesWith('too far behind')).toBe(1);
  expect(linesWith('comes from the replica of DATABASE_READ_URL')).toBe(2);
});

// spec s14-scale.11 | S14 6 | When the replica dies no visitor notices: the primary answers, also what was under way; its return is noticed |
//   src/server/core/visitor-reads.ts, src/db/replica.ts
test('when the replica is killed under load every visitor is answered, and it is read again when it is back', async () => {
  const statuses: number[] = [];
  let isOver = false;
  const asking = Array.from({ length: 4 }, async () => {
    while (!isOver)
      statuses.push(
        (await fetch(`${server.url}/trpc/tutors.byId?input=${encodeURIComponent(JSON.stringify(transformer.serialize({ id: tutor.id })))}`)).status,
      );
  });
  await pause(500);
  await pair.second.kill();
  await untilReplica('away');
  await pause(500);
  await pair.second.start();
  await untilReplica('used');
  await pause(200);
  isOver = true;
  await Promise.all(asking);
  process.stdout.write(
    `replica killed: ${statuses.length} answers, ${await metric('vidya_visitor_reads_total{source="primary"}')} of them given by the primary instead\n`,
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(linesWith('does not answer: what visitors read')).toBe(1);
});

// spec s14-scale.12 | S14 6 | A server that takes writes is no replica, and is not read as one | src/db/replica.ts
test('a replica that was promoted is not read any more', async () => {
  await pair.second.promote();
  await untilReplica('other');
  await setBio('Only in the primary.');
  expect((await visitor().tutors.byId.query({ id: tutor.id })).bio).toBe('Only in the primary.');
});
