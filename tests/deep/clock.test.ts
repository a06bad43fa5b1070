import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { RATE_LIMITS } from '#shared/vocabulary/limits.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, HOUR, unique, uniqueEmail } from '#tests/support/factories.ts';
import { steadyPort, until } from '#tests/support/faults/server-kills.ts';
import { type ServerProcess, startServer } from '#tests/support/server.ts';
import { anSmtpServer, type SmtpInbox } from '#tests/support/smtp.ts';

const DAY = 24 * HOUR;
/** Two in two seconds for what is tried here; the others are never reached. */
const LIMITS = Object.keys(RATE_LIMITS)
  .map((name) => (name === 'forgotPassword' ? `${name}=2/2` : `${name}=99999/60`))
  .join(',');
/** Of a page in the cache, and of the file that the shifted process reads. */
const CACHE_MS = 30_000;
const READ_MS = 100;

const database = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'vidya-clock-'));
let smtp: SmtpInbox;
const running: ServerProcess[] = [];

beforeEach(async () => {
  smtp = await anSmtpServer();
  await smtp.start();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await smtp.stop();
  await database.sql`delete from jobs`;
  rmSync(folder, { recursive: true, force: true });
});

/** A server whose clock is `shift` ahead of that of PostgreSQL, until it is moved. */
async function startShifted(name: string, shift: number) {
  const file = join(folder, name);
  const move = async (to: number) => {
    writeFileSync(file, String(to));
    await pause(READ_MS);
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, String(shift));
  const env = {
    NODE_OPTIONS: `--import=${resolve('tests/support/faults/shifted-clock.mjs')}`,
    CLOCK_FILE: file,
    SMTP_URL: smtp.url,
    MAIL: '',
    RATE_LIMITS: LIMITS,
  };
  const server = await startServer({ databaseUrl: database.url, port: await steadyPort(), env });
  running.push(server);
  return { server, move };
}

const planMail = (to: string, dueAt = new Date()) =>
  inUnitOfWork(contextAs(database, null, { now: () => new Date() }), async (unit) =>
    enqueue(unit, { kind: 'mail.send', params: { mail: 'account_closed', name: 'Nimal', to }, dueAt }),
  );
const sentTo = (address: string): number => smtp.mails.filter(({ to }) => to.includes(address)).length;
const post = (server: ServerProcess, path: string, body: unknown, token = '') =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

/** A session that ends in half an hour by PostgreSQL's clock. */
async function signIn(): Promise<string> {
  const person = await aStudent(database.db, { emailVerifiedAt: new Date() });
  const token = await createSessions(database.db).createSession(person.id, { isRemembered: false, origin: 'password', userAgent: '' });
  await database.sql`update sessions set expires_at = now() + interval '30 minutes' where user_id = ${person.id}`;
  return token;
}

async function bookInThePast(server: ServerProcess, token: string): Promise<string> {
  const tutor = await aTutor(database.db);
  const start = new Date(Math.floor(Date.now() / HOUR) * HOUR - 2 * HOUR);
  const times = { startTime: start.toISOString(), endTime: new Date(start.getTime() + HOUR).toISOString() };
  const body = { tutorId: tutor.id, subjectId: tutor.subjectId, ...times, contactNumber: '0771234567' };
  const answer = await post(server, '/api/students/bookings', body, token);
  return `${answer.status} ${((await answer.json()) as { code?: string }).code}`;
}

const SHIFTS = [
  ['an hour ahead', HOUR],
  ['a day ahead', DAY],
  ['an hour behind', -HOUR],
  ['a day behind', -DAY],
] as const;

// spec s13-faults.31 | S13 6 | A server whose clock is wrong, or jumps, goes by PostgreSQL's: nobody is signed out, limits end, jobs run in time
//   and once, bookings' rules hold | src/server/infra/clock.ts, src/server/infra/credentials.ts
describe.each(SHIFTS)('a clock that is %s', (_, shift) => {
  test('from the start, or by a jump there and back, changes nothing for anybody', async () => {
    const { server, move } = await startShifted('moved', shift);
    const later = 'later@example.com';
    await planMail(later, new Date(Date.now() + 10 * 60_000));
    const refusals = new Set<string>();
    for (const [index, position] of [shift, 0, shift, 0].entries()) {
      await move(position);
      const token = await signIn();
      const read = await fetch(`${server.url}/api/notifications`, { headers: { authorization: `Bearer ${token}` } });
      expect([index, read.status]).toEqual([index, 200]);
      const address = `person.${index}.${shift}@example.com`;
      await planMail(address);
      await until(() => sentTo(address) === 1, { most: 5_000, what: `a mail waits at position ${index}` });
      refusals.add(await bookInThePast(server, token));
      const email = uniqueEmail();
      const statuses: number[] = [];
      for (let round = 0; round < 3; round += 1) statuses.push((await post(server, '/api/auth/forgot-password', { email })).status);
      expect(statuses).toEqual([200, 200, 429]);
      await move(index % 2 === 0 ? 0 : shift);
      await pause(2_200);
      expect((await post(server, '/api/auth/forgot-password', { email })).status).toBe(200);
    }
    expect(sentTo(later)).toBe(0);
    expect([...refusals]).toHaveLength(1);
    expect([...refusals][0]).toMatch(/^4\d\d booking\./);
    const ahead =
      await database.sql`select kind from jobs where kind = 'mail.send' and (claimed_until > now() + interval '2 minutes' or due_at > now() + interval '1 hour')`;
    expect(ahead).toEqual([]);
    expect(await database.sql`select from sessions where last_used_at > now() + interval '1 minute'`).toEqual([]);
  });

  test('of one server takes no job away that another one is doing', async () => {
    smtp.hang();
    await startShifted('right', 0);
    await planMail('nimal@example.com');
    await until(() => smtp.attempts() === 1, { most: 10_000, what: 'the mail is not sent' });
    await startShifted('wrong', shift);
    await pause(3_000);
    expect(smtp.attempts()).toBe(1);
  });
});

// spec s13-faults.32 | S13 6 | A page from the cache is renewed after half a minute, whatever the clock has done | src/server/edge/pages.ts
test('a page that was stored while the clock was a day ahead is not kept for a day', async () => {
  const { server, move } = await startShifted('cache', DAY);
  const [before, after] = [unique('Before'), unique('After')];
  const tutor = await aTutor(database.db, { user: { name: before } });
  const read = async () => (await fetch(`${server.url}/tutors/${tutor.id}`, { headers: { accept: 'text/html' } })).text();
  expect(await read()).toContain(before);
  await move(0);
  // By nobody who would tell the cache.
  await database.sql`update users set name = ${after} where id = ${tutor.user.id}`;
  await pause(CACHE_MS + 1_000);
  expect(await read()).toContain(after);
});
