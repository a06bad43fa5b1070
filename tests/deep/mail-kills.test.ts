import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type KillableServer, startKillable, until } from '#tests/support/faults/server-kills.ts';
import { anSmtpServer, type SmtpInbox } from '#tests/support/smtp.ts';

const KILLS = 24;
const MAILS_A_ROUND = 40;
/** Around the acceptance of a mail by the SMTP server, until it is noted in the database: on a machine that is busy with killed servers. */
const WINDOW_MS = 500;
/** The claim of a killed process ends after a minute. */
const CLAIM_MS = 60_000;

type Acceptance = { to: string; messageId: string; at: number };

const database = useDatabase();
const accepted: Acceptance[] = [];
const kills: number[] = [];
let smtp: SmtpInbox;
let server: KillableServer;
let onAccepted = () => {};

beforeAll(async () => {
  smtp = await anSmtpServer({
    onReceived({ to, headers }) {
      const messageId = headers.find((header) => header.startsWith('Message-ID:')) ?? '';
      accepted.push({ to: to[0] ?? '', messageId, at: performance.now() });
      onAccepted();
    },
  });
  await smtp.start();
  server = await startKillable({ databaseUrl: database.url, env: { SMTP_URL: smtp.url, MAIL: '' } });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

async function plan(addresses: readonly string[]): Promise<void> {
  await inUnitOfWork(contextAs(database, null, { now: () => new Date() }), async (unit) => {
    for (const to of addresses) enqueue(unit, { kind: 'mail.send', params: { mail: 'account_closed', name: 'Nimal', to } });
  });
}

async function planAndFail(address: string): Promise<void> {
  const planning = inUnitOfWork(contextAs(database, null, { now: () => new Date() }), async (unit) => {
    enqueue(unit, { kind: 'mail.send', params: { mail: 'account_closed', name: 'Nimal', to: address } });
    throw new Error('rolled back');
  });
  await expect(planning).rejects.toThrow('rolled back');
}

/** Acknowledged sign-ups, each of which has planned a welcome. */
async function signUp(email: string): Promise<boolean> {
  const body = JSON.stringify({ name: 'Kamala', email, password: 'a long secret 1', role: 'student' });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: AbortSignal.timeout(20_000) };
  return fetch(`${server.url}/api/auth/register`, init).then(
    ({ status }) => status === 201,
    () => false,
  );
}

/** Three of four at the very moment at which the SMTP server has accepted a mail. */
async function killServers(): Promise<void> {
  for (let index = 0; index < KILLS; index += 1) {
    await pause(200 + ((index * 379) % 900));
    if (index % 4 === 3) {
      kills.push(performance.now());
      await server.killAll();
      continue;
    }
    await new Promise<void>((resolve) => {
      onAccepted = () => {
        if (!server.killWorker()) return;
        kills.push(performance.now());
        onAccepted = () => {};
        resolve();
      };
    });
  }
}

// spec s13-faults.21 | S13 6 | kill -9 in the middle of mails: each that was planned is sent, twice only when the kill fell between the SMTP
//   server's acceptance and the note of it, then with one Message-ID; no job stays claimed | src/server/infra/job-runner.ts, src/server/infra/mailer.ts
test('kill -9 in the middle of mails loses none, and doubles only those that were accepted and not yet noted', async () => {
  const planned: string[] = [];
  const signedUp: string[] = [];
  let isOver = false;
  const planning = (async () => {
    for (let round = 0; !isOver; round += 1) {
      const addresses = Array.from({ length: MAILS_A_ROUND }, (_, index) => `person.${round}.${index}@example.com`);
      await plan(addresses);
      planned.push(...addresses);
      await planAndFail(`nobody.${round}@example.com`);
      const email = `kamala.${round}@example.com`;
      if (await signUp(email)) signedUp.push(email);
      await until(async () => (await countJobs()) < 2 * MAILS_A_ROUND || isOver, { most: 10 * CLAIM_MS, what: 'mails are not sent' });
    }
  })();
  await killServers();
  isOver = true;
  await planning;
  const lastKill = performance.now();
  await until(async () => (await countJobs()) === 0, { most: 3 * CLAIM_MS, what: 'jobs stay claimed' });
  const waited = performance.now() - lastKill;

  const byAddress = new Map<string, Acceptance[]>();
  for (const mail of accepted) byAddress.set(mail.to, [...(byAddress.get(mail.to) ?? []), mail]);
  const doubles = [...byAddress.values()].filter((copies) => copies.length > 1);
  // What was on its way when its process was killed is accepted a little later.
  const windows = doubles.flatMap((copies) => copies.slice(0, -1).map(({ at }) => Math.min(...kills.map((kill) => Math.abs(kill - at)))));
  process.stdout.write(
    `${kills.length} kills: ${planned.length} mails planned, ${signedUp.length} people signed up, ${accepted.length} mails accepted, ${doubles.length} doubled, each accepted within ${Math.max(0, ...windows).toFixed(0)} ms of a kill; all jobs gone ${(waited / 1000).toFixed(0)} s after the last kill\n`,
  );
  expect(planned.filter((address) => !byAddress.has(address))).toEqual([]);
  expect(signedUp.filter((address) => !byAddress.has(address))).toEqual([]);
  expect([...byAddress.keys()].filter((address) => address.startsWith('nobody'))).toEqual([]);
  const people = (await database.sql<{ email: string }[]>`select email from users where email like 'kamala.%'`).map(({ email }) => email);
  expect(people.filter((address) => !byAddress.has(address))).toEqual([]);
  expect(windows.filter((milliseconds) => milliseconds > WINDOW_MS)).toEqual([]);
  // A welcome is composed anew, with another link, and must not be dropped for the first one.
  for (const copies of doubles) {
    const ids = new Set(copies.map(({ messageId }) => messageId));
    expect(ids.size, copies[0]?.to).toBe(copies[0]?.to.startsWith('kamala') ? copies.length : 1);
  }
  expect(new Set([...byAddress.values()].map(([first]) => first?.messageId)).size).toBe(byAddress.size);
});

async function countJobs(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from jobs where kind = 'mail.send'`;
  return row?.count ?? 0;
}
