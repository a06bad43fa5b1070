import { randomUUID } from 'node:crypto';
import { eq, isNotNull } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import type { Executor } from '#db/executor.ts';
import { jobs } from '#db/schema/jobs.ts';
import type { PlannedJob } from '#server/core/job-kinds.ts';
import { enqueue } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { startJobRunners } from '#server/infra/job-runner.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { NOW } from '#tests/support/factories.ts';
import { startTestRunner, type TestRunner } from '#tests/support/job-runners.ts';

type Call = { name: string; finish: () => void; fail: () => void };

const database = useDatabase();
const now = () => NOW;
const runners: TestRunner[] = [];
/** What receivers are being called with, in the order of the calls. */
let calls: Call[] = [];
let started: string[] = [];
let most = 0;

beforeEach(async () => {
  [calls, started, most] = [[], [], 0];
  await database.db.delete(jobs);
});
afterEach(async () => {
  for (const { finish } of calls) finish();
  await Promise.all(runners.splice(0).map((runner) => runner.close()));
});

function startProcess(db: typeof database.db = database.db, done: Partial<Record<'mail', () => void>> = {}): TestRunner {
  const call = (name: string) =>
    new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => () => {
        calls = calls.filter((one) => one.name !== name);
        settle();
      };
      started.push(name);
      calls.push({ name, finish: end(resolve), fail: end(() => reject(new Error('our own failure'))) });
      most = Math.max(most, calls.filter(({ name }) => name.startsWith('slow')).length);
    });
  const runner = startTestRunner(
    { db },
    { now, start: startJobRunners, handlers: { 'webhook.send': (_, { deliveryId }) => call(deliveryId), 'mail.send': async () => done.mail?.() } },
  );
  runners.push(runner);
  return runner;
}

const webhook = (ownerId: string, deliveryId: string, secondsAgo = 0): PlannedJob => ({
  kind: 'webhook.send',
  params: { deliveryId, isReplay: false },
  ownerId,
  dueAt: new Date(NOW.getTime() - secondsAgo * 1000),
});
const webhooks = (ownerId: string, name: string, count: number) =>
  Array.from({ length: count }, (_, index) => webhook(ownerId, `${name} ${index}`, count - index));
const plan = (...planned: PlannedJob[]) =>
  inUnitOfWork(contextAs(database, null, { now }), async (unit) => {
    for (const job of planned) enqueue(unit, job);
  });
const wake = () => {
  for (const runner of runners) runner.wake();
};
const soon = <T>(read: () => T) => expect.poll(read, { interval: 10, timeout: 20_000 });
const names = () => calls.map(({ name }) => name).sort();
const find = (name: string) => calls.find((call) => call.name === name) ?? expect.fail(`${name} is not being called`);
const countClaimed = (db: Executor = database.db) => db.$count(jobs, isNotNull(jobs.claimedUntil));

describe('webhooks of one owner', () => {
  // spec s13-jobs.1 | S13 5 | Webhooks of one owner hold at most a quarter of the slots | src/shared/vocabulary/limits.ts,
  //   src/server/infra/job-claims.ts
  test('hold a quarter of the slots of all processes at most, also when nobody else waits', async () => {
    expect(WEBHOOKS.concurrencyOfOwner).toBeLessThanOrEqual(WEBHOOKS.concurrency / 4);
    const second = connect(database.url, { max: 3 });
    try {
      const slow = randomUUID();
      await plan(...webhooks(slow, 'slow', 30));
      startProcess();
      startProcess(second.db);
      await soon(() => calls.length).toBe(2 * WEBHOOKS.concurrencyOfOwner);
      for (let turn = 0; turn < 20; turn += 1) {
        const before = started.length;
        (calls[0] ?? expect.fail('nothing is being called')).finish();
        await soon(() => started.length).toBe(before + 1);
      }
      expect(most).toBe(2 * WEBHOOKS.concurrencyOfOwner);
      expect(await countClaimed()).toBeLessThanOrEqual(2 * WEBHOOKS.concurrencyOfOwner + 1);
      for (const { finish } of calls) finish();
      await Promise.all(runners.splice(0).map((runner) => runner.close()));
    } finally {
      await second.close();
    }
  });

  // spec s13-jobs.2 | S13 5 | However many webhooks of one owner are due, those of others are called at once |
  //   src/server/infra/job-claims.ts, src/db/locks.ts
  test('that do not answer keep neither the webhook nor the mail of another waiting', async () => {
    let mails = 0;
    await plan(...webhooks(randomUUID(), 'slow', 500));
    startProcess(database.db, {
      mail: () => {
        mails += 1;
      },
    });
    await soon(() => names()).toEqual(['slow 0', 'slow 1']);
    await plan(webhook(randomUUID(), 'other'), { kind: 'mail.send', params: { mail: 'account_closed', name: 'Nimal', to: 'nimal@example.com' } });
    wake();
    await soon(() => names()).toEqual(['other', 'slow 0', 'slow 1']);
    await soon(() => mails).toBe(1);
  });

  test('are called in the order in which they are due', async () => {
    await plan(...webhooks(randomUUID(), 'slow', 6).reverse());
    startProcess();
    for (const next of ['slow 2', 'slow 3', 'slow 4', 'slow 5']) {
      await soon(() => calls.length).toBe(2);
      (calls[0] ?? expect.fail('nothing is being called')).finish();
      await soon(() => started.at(-1)).toBe(next);
    }
    expect(started.slice(0, 2).sort()).toEqual(['slow 0', 'slow 1']);
  });

  // spec s13-jobs.3 | S13 5 | Owners with more webhooks than slots take turns | src/server/infra/job-claims.ts
  test('take turns with those of others when there are more owners than slots', async () => {
    const owners = Array.from({ length: WEBHOOKS.concurrency + 3 }, (_, index) => `owner${index}`);
    await plan(...owners.flatMap((owner) => webhooks(randomUUID(), owner, 10)));
    startProcess();
    await soon(() => calls.length).toBe(WEBHOOKS.concurrency);
    // Each receiver answers in its turn, so an owner waits for the slots of those before it, and for no second round of theirs.
    while (started.length < 3 * owners.length) {
      const before = started.length;
      (calls[0] ?? expect.fail('nothing is being called')).finish();
      await soon(() => started.length).toBe(before + 1);
    }
    const rounds = [0, 1, 2].map((round) => started.slice(round * owners.length, (round + 1) * owners.length));
    for (const round of rounds) expect(round.map((name) => name.split(' ')[0]).sort()).toEqual([...owners].sort());
  });

  test('that a release before planned without an owner are called too, under the same limit', async () => {
    const rows = [0, 1, 2].map((index) => ({ kind: 'webhook.send', params: { deliveryId: `old ${index}`, isReplay: false }, dueAt: NOW }));
    await database.db.insert(jobs).values(rows);
    startProcess();
    await soon(() => calls.length).toBe(WEBHOOKS.concurrencyOfOwner);
    await plan(webhook(randomUUID(), 'new'));
    wake();
    await soon(() => names()).toContain('new');
    expect(calls).toHaveLength(WEBHOOKS.concurrencyOfOwner + 1);
  });
});

describe('the end of a job', () => {
  // spec s13-jobs.4 | S13 5 | Each end of a job is told with its kind, what came of it and how long it took | src/server/infra/job-runner.ts
  test('is told with its kind, what came of it and how long it took', async () => {
    const owner = randomUUID();
    await plan(webhook(owner, 'accepted'), webhook(owner, 'failing'));
    const { ended } = startProcess();
    await soon(() => names()).toEqual(['accepted', 'failing']);
    find('accepted').finish();
    find('failing').fail();
    await soon(() => ended.length).toBe(2);
    const milliseconds = expect.any(Number);
    const [done, retried] = ['done', 'retried'].map((outcome) => ({ kind: 'webhook.send', outcome, milliseconds }));
    expect(ended).toEqual(expect.arrayContaining([done, retried]));
    await database.db.update(jobs).set({ tries: 5, dueAt: NOW }).where(eq(jobs.ownerId, owner));
    wake();
    await soon(() => names()).toEqual(['failing']);
    find('failing').fail();
    await soon(() => ended.at(-1)?.outcome).toBe('dead');
  });
});
