import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { type Delivery, deliver } from '#server/core/deliver.ts';
import type { PlannedJob } from '#server/core/job-kinds.ts';
import { jobsProjector } from '#server/core/jobs.ts';
import { IS_REST } from '#server/infra/job-runner.ts';
import { JOBS } from '#shared/vocabulary/job-limits.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NOW } from '#tests/support/factories.ts';
import { startTestRunner, type TestRunner } from '#tests/support/job-runners.ts';
import { createRecordingDb, type Statement } from '#tests/support/statements.ts';

const database = useDatabase();
const SECOND = 1000;

let clock: Date;
let runner: TestRunner;
let sent: Statement[];
const done: string[] = [];
const later = (seconds: number) => new Date(NOW.getTime() + seconds * SECOND);
const planned = (dueAt: Date, path = 'a'): PlannedJob => ({ kind: 'files.remove', params: { paths: [path] }, dueAt });

/** Answers the topics to notify. */
async function plan(...all: PlannedJob[]): Promise<string[]> {
  const notified: Delivery[] = [];
  const context = { db: database.db, now: () => clock, platform: { appName: '', zone: '', publicUrl: '' }, record: () => {} };
  const events = all.map((job) => ({ type: 'job.planned', job }) as const);
  await jobsProjector({ ...context, deliver: (delivery) => void notified.push(delivery) }, events);
  return [...(await deliver(database.db, notified, () => {}))];
}

function start(): void {
  const { db, statements } = createRecordingDb(database);
  sent = statements;
  const remove = async (_: unknown, { paths }: { paths: readonly string[] }) => void done.push(...paths);
  runner = startTestRunner({ db }, { now: () => clock, which: IS_REST, handlers: { 'files.remove': remove } });
}

/** Its timer alone has no more than the two arguments. */
const sleeps = (seconds: number, times = 1) => {
  const calls = () => vi.mocked(setTimeout).mock.calls.filter((call) => call.length === 2 && call[1] === seconds * SECOND);
  return expect.poll(calls, { interval: 5, timeout: 20_000 }).toHaveLength(times);
};

async function pass(seconds: number): Promise<void> {
  clock = new Date(clock.getTime() + seconds * SECOND);
  await vi.advanceTimersByTimeAsync(seconds * SECOND);
}

beforeEach(async () => {
  clock = NOW;
  done.length = 0;
  await database.db.delete(jobs);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(globalThis, 'setTimeout');
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await runner?.close();
});

// spec s14-bookings.4 | S14 3 | A runner without jobs asks the database nothing until one is due, a notice comes, or a minute has passed |
//   src/server/infra/job-runner.ts, src/server/core/jobs.ts
describe('a runner that has nothing to do', () => {
  test('asks nothing until the next job is due', async () => {
    await plan(planned(later(30)));
    start();
    await sleeps(30);
    const before = sent.length;
    await pass(29.9);
    expect(sent.length).toBe(before);
    await pass(0.1);
    await expect.poll(() => done, { interval: 5 }).toEqual(['a']);
  });

  // spec s14-bookings.4
  test('looks once a minute where nothing is planned, with two statements', async () => {
    start();
    await sleeps(JOBS.idleSeconds);
    const before = sent.length;
    await pass(JOBS.idleSeconds - 0.1);
    expect(sent.length).toBe(before);
    await pass(0.1);
    await sleeps(JOBS.idleSeconds, 2);
    expect(sent.length - before).toBe(2);
  });

  // spec s14-bookings.4
  test('does a job whose process has died when its claim has run out', async () => {
    await plan(planned(later(-5)));
    await database.db.update(jobs).set({ claimedUntil: later(40), tries: 1 });
    start();
    await sleeps(40);
    const before = sent.length;
    await pass(39.9);
    expect([sent.length, done]).toEqual([before, []]);
    await pass(0.1);
    await expect.poll(() => done, { interval: 5 }).toEqual(['a']);
  });

  // spec s14-bookings.4
  test('is woken by a notice at once', async () => {
    start();
    await sleeps(JOBS.idleSeconds);
    await plan(planned(NOW));
    runner.wake();
    await expect.poll(() => done, { interval: 5 }).toEqual(['a']);
  });
});

// spec s14-bookings.5 | S14 3 | A planned job wakes only the runner that does its kind, and nobody where all look before it is due |
//   src/server/core/jobs.ts
describe('the notice of a planned job', () => {
  test.each([
    ['mails and all the rest', { kind: 'files.remove', params: { paths: ['a'] } }, ['jobs']],
    ['push messages', { kind: 'push.send', params: { subscriptionId: '', kind: 'booking.moved', title: '', url: '', at: '' } }, ['jobs.outbound']],
    ['webhooks', { kind: 'webhook.send', params: { deliveryId: '', isReplay: false }, ownerId: crypto.randomUUID() }, ['jobs.webhooks']],
  ] satisfies [string, PlannedJob, string[]][])('goes to the runner of %s', async (_, job, topics) => {
    expect(await plan(job)).toEqual(topics);
  });

  // spec s14-bookings.5
  test('is sent for what is due before the next look, and for nothing later', async () => {
    expect(await plan(planned(later(JOBS.idleSeconds)))).toEqual(['jobs']);
    expect(await plan(planned(later(JOBS.idleSeconds + 1)), planned(later(86_400), 'b'))).toEqual([]);
  });
});
