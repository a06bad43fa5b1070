import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessions } from '#server/infra/credentials.ts';
import { transformer } from '#shared/transformer.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, HOUR, type User } from '#tests/support/factories.ts';
import { type Balancer, startBalancer } from '#tests/support/faults/balancer.ts';
import { steadyPort } from '#tests/support/faults/server-kills.ts';
import { UNREACHED_LIMITS } from '#tests/support/faults/server-limits.ts';
import { type ServerProcess, startServer } from '#tests/support/server.ts';
import { openStream, type TestStream } from '#tests/support/streams.ts';

const ROUNDS = 3;
const CLIENTS = 6;
/** `sleep 10` of the runbook: until the balancer takes an app again. */
const TAKEN_AGAIN_MS = 10_000;

const database = useDatabase();
const ports: number[] = [];
const apps: ServerProcess[] = [];
let balancer: Balancer;
let person: User;
let token: string;
let stream: TestStream;

const startApp = (port: number) =>
  startServer({
    databaseUrl: database.url,
    port,
    env: { PUBLIC_URL: balancer.url, TRUST_PROXY: 'true', STOP_DELAY_SECONDS: '5', RATE_LIMITS: UNREACHED_LIMITS },
  });

beforeAll(async () => {
  ports.push(await steadyPort(), await steadyPort());
  balancer = await startBalancer(ports);
  for (const port of ports) apps.push(await startApp(port));
  person = await aStudent(database.db, { emailVerifiedAt: new Date() });
  token = await createSessions(database.db).createSession(person.id, { isRemembered: true, origin: 'password', userAgent: '' });
  stream = openStream(balancer.url, token);
  await stream.waitUntil(() => stream.events.length > 0);
});
afterAll(async () => {
  await stream?.close();
  await Promise.all(apps.map((app) => app.stop()));
  await balancer?.close();
});

type Failure = { what: string; status: number; at: number };
const statuses = new Map<number, number>();
const failures: Failure[] = [];
let slowest = 0;

/** One request, which nobody sends again. */
async function send(client: number, what: string, path: string, init: RequestInit = {}): Promise<boolean> {
  const from = performance.now();
  const headers = { 'x-client': String(client), authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers };
  const status = await fetch(`${balancer.url}${path}`, { ...init, headers }).then(
    async (response) => response.arrayBuffer().then(() => response.status),
    () => 0,
  );
  slowest = Math.max(slowest, performance.now() - from);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const isGood = status === 200 || status === 201;
  if (!isGood) failures.push({ what, status, at: Math.round(from) });
  return isGood;
}

const notified: string[] = [];
const booked: string[] = [];
const search = `/trpc/tutors.search?input=${encodeURIComponent(JSON.stringify(transformer.serialize({})))}`;

async function live(client: number, isOver: () => boolean): Promise<void> {
  const html = { accept: 'text/html' };
  for (let index = 0; !isOver(); index += 1) {
    const title = `Client ${client}, ${index}`;
    const init = { method: 'POST', body: JSON.stringify({ type: 'info', title, message: 'Told in between.' }) };
    if (await send(client, 'a write', '/api/notifications', init)) notified.push(title);
    await send(client, 'a read', '/api/notifications');
    await send(client, 'a search', search);
    await send(client, 'a page', `/tutors?q=never-twice-${client}-${index}`, { headers: html });
    if (index % 5 === 0) await book(client);
  }
}

/** By a student and with a tutor of its own, so that no two are about one time. */
async function book(client: number): Promise<void> {
  const [student, tutor] = [await aStudent(database.db, { emailVerifiedAt: new Date() }), await aTutor(database.db)];
  const own = await createSessions(database.db).createSession(student.id, { isRemembered: true, origin: 'password', userAgent: '' });
  const start = firstMonday();
  const mark = randomUUID();
  const times = { startTime: start.toISOString(), endTime: new Date(start.getTime() + HOUR).toISOString() };
  const body = JSON.stringify({ tutorId: tutor.id, subjectId: tutor.subjectId, ...times, contactNumber: '0771234567', notes: mark });
  const headers = { 'idempotency-key': mark, authorization: `Bearer ${own}` };
  if (await send(client, 'a booking', '/api/students/bookings', { method: 'POST', headers, body })) booked.push(mark);
}

function firstMonday(): Date {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7 || 7) + 7);
  day.setUTCHours(3, 30, 0, 0);
  return day;
}

// spec s13-faults.27 | S13 6 | A rolling restart under load, as the runbook has it: no request fails, no write is lost or doubled, and the stream
//   has each event once | src/server/main.ts, src/server/infra/listen.ts, deploy/Caddyfile
test('while one app after the other is restarted, no request fails and the stream has every event once', async () => {
  let isOver = false;
  const living = Array.from({ length: CLIENTS }, (_, client) => live(client, () => isOver));
  await pause(1_000);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, port] of ports.entries()) {
      expect(await apps[index]?.stop()).toBe(0);
      apps[index] = await startApp(port);
      await pause(TAKEN_AGAIN_MS);
    }
  }
  isOver = true;
  await Promise.all(living);
  process.stdout.write(
    `${2 * ROUNDS} restarts: ${JSON.stringify(Object.fromEntries(statuses))}, slowest ${slowest.toFixed(0)} ms, ${balancer.count.retried} sent again by the balancer, ${notified.length} notifications, ${booked.length} bookings\n`,
  );
  expect(failures).toEqual([]);
  const stored = await database.sql<
    { title: string }[]
  >`select title from notifications where user_id = ${person.id} and message = 'Told in between.' order by title`;
  expect(stored.map(({ title }) => title)).toEqual(notified.sort());
  const made = await database.sql<{ notes: string }[]>`select notes from bookings order by notes`;
  expect(made.map(({ notes }) => notes)).toEqual(booked.sort());
  await stream.waitUntil(() => stream.titles().filter((title) => title.startsWith('Client')).length >= notified.length);
  expect(
    stream
      .titles()
      .filter((title) => title.startsWith('Client'))
      .sort(),
  ).toEqual(notified.sort());
});
