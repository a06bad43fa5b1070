import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswords } from '#server/infra/credentials.ts';
import { createOutboundHttp } from '#server/infra/outbound-http.ts';
import { callerAs, SECRET } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, signedIn, type Tutor, type User, unique } from '#tests/support/factories.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';

const database = useDatabase();
const PASSWORD = 'correct horse';
const COMMAND = 'examples/front-desk/desk.mjs';
let server: RunningServer;
let student: User;
let tutor: Tutor;
let subject: string;

beforeAll(async () => {
  const { db } = database;
  const passwordHash = await createPasswords().hash(PASSWORD);
  student = await aStudent(db, { passwordHash });
  tutor = await aTutor(db);
  subject = (await callerAs(database, null).tutors.byId({ id: tutor.id })).subjects[0]?.subject.name ?? '';
  server = await runServer(database.url, { OUTGOING_ALLOW: '127.0.0.1', APP_SECRET: SECRET });
});
afterAll(() => server.close());

const asStudent = () => ({ VIDYA_EMAIL: student.email, VIDYA_PASSWORD: PASSWORD });

/** A command of the desk: what it prints, and how it ends. */
function startCommand(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { ...process.env, VIDYA_BASE: server.url, ...env } });
  const lines = linesOf(child);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, lines, ended };
}

async function run(args: readonly string[], env?: Record<string, string>) {
  const { lines, ended } = startCommand(args, env);
  const code = await ended;
  return { code, text: lines.all.join('\n') };
}

function linesOf({ stdout, stderr }: ChildProcess) {
  const all: string[] = [];
  const waiting = new Set<() => void>();
  const addLine = (line: string) => {
    all.push(line);
    for (const check of waiting) check();
  };
  for (const stream of [stdout, stderr]) if (stream) createInterface(stream).on('line', addLine);
  return {
    all,
    until: (pattern: RegExp) =>
      new Promise<string>((resolve) => {
        const check = () => {
          const match = all.find((line) => pattern.test(line));
          if (match === undefined) return;
          waiting.delete(check);
          resolve(match);
        };
        waiting.add(check);
        check();
      }),
  };
}

// spec s7.15 | S7 | A client that was written from the reference alone works | examples/front-desk/desk.mjs
test('a program written from the reference alone finds, books, confirms and cancels, and receives the events', async () => {
  const match = await run(['tutors', subject, '--online']);
  expect(match.text).toContain('1 tutors');
  const start = /= (\S+Z)/.exec(match.text)?.[1] ?? '';
  expect(match.text).toContain(tutor.user.name);

  const { url, secret } = await aWebhook();
  const listener = startCommand(['listen', new URL(url).port, secret]);
  await listener.lines.until(/^listening/);

  const request = ['book', tutor.id, tutor.subjectId, start, '1'];
  const booked = await run(request, asStudent());
  expect(booked).toMatchObject({ code: 0, text: expect.stringContaining(`pending`) });
  const id = /[0-9a-f-]{36}/.exec(booked.text)?.[0] ?? '';
  await listener.lines.until(/booking\.created/);

  const repeated = await run(request, asStudent());
  expect(repeated).toMatchObject({ code: 2, text: expect.stringMatching(/^This time is already booked\. Free instead:\n(.* = \S+Z\n?)+$/) });

  const { key } = await callerAs(database, await signedIn(database.db, tutor.user)).apiKeys.make({ name: 'Front desk', scope: 'write' });
  expect((await run(['inbox'], { VIDYA_TOKEN: key })).text).toContain(id);
  expect((await run(['confirm', id], { VIDYA_TOKEN: key })).text).toContain('confirmed');
  await listener.lines.until(/booking\.confirmed/);

  expect(await run(['cancel', id], asStudent())).toEqual({ code: 0, text: 'Booking cancelled successfully' });
  await listener.lines.until(/booking\.cancelled/);
  expect((await run(['cancel', id], asStudent())).text).toBe('409 booking.not_cancellable: This booking can no longer be cancelled');

  await fetch(url, { method: 'POST', body: '{}', headers: { 'x-webhook-timestamp': '1', 'x-webhook-signature': 'v1=forged' } });
  await listener.lines.until(/^refused: bad signature$/);
  listener.child.kill();
  await listener.ended;
});

async function aWebhook() {
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
  const url = `http://127.0.0.1:${port}/${unique('hook').replace(' ', '-')}`;
  const allowed = { outbound: createOutboundHttp({ allow: ['127.0.0.1'] }) };
  const events = ['booking.created', 'booking.confirmed', 'booking.cancelled'] as const;
  const { secret } = await callerAs(database, await signedIn(database.db, tutor.user), allowed).webhooks.add({ url, events: [...events] });
  return { url, secret };
}
