import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { limits } from '#db/schema/access.ts';
import { jobs } from '#db/schema/jobs.ts';
import { inboxEvents } from '#db/schema/notifications.ts';
import { codes, sessions } from '#db/schema/people.ts';
import type { JobParams, PlannedJob } from '#server/core/job-kinds.ts';
import { enqueue, type JobHandlers } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { startJobRunners } from '#server/infra/job-runner.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import { JOBS, WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { INBOX_DAYS } from '#shared/vocabulary/limits.ts';
import { contextAs, notifierOf } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW } from '#tests/support/factories.ts';
import { startTestRunner, type TestRunner } from '#tests/support/job-runners.ts';

const database = useDatabase();
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

let clock: Date;
let runners: TestRunner[];
const now = () => clock;
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
  for (const runner of runners) runner.wake();
};

beforeEach(async () => {
  clock = NOW;
  runners = [];
  await database.db.delete(jobs);
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()));
});

const job = (name: string, more: { dueAt?: Date; key?: string } = {}): PlannedJob => ({ kind: 'files.remove', params: { paths: [name] }, ...more });
const plan = (...planned: PlannedJob[]) =>
  inUnitOfWork(contextAs(database, null, { now }), async (unit) => {
    for (const plannedJob of planned) enqueue(unit, plannedJob);
  });
const start = (remove: JobHandlers['files.remove'], on = database.db): TestRunner => {
  const runner = startTestRunner({ db: on }, { now, handlers: { 'files.remove': remove } });
  runners.push(runner);
  return runner;
};
const sweep = (uploadId: string): PlannedJob => ({ kind: 'upload.sweep', params: { uploadId } });
const startSweeping = (sweeping: JobHandlers['upload.sweep']): TestRunner => {
  const runner = startTestRunner(database, { now, handlers: { 'upload.sweep': sweeping } });
  runners.push(runner);
  return runner;
};
const notes = () => {
  const done: string[] = [];
  return { done, remove: async (_: unknown, { paths }: { paths: readonly string[] }) => void done.push(...paths) };
};
const soon = <T>(read: () => T) => expect.poll(read, { interval: 10, timeout: 20_000 });
const rows = () => database.db.select().from(jobs).orderBy(asc(jobs.dueAt), asc(jobs.id));
const emptied = () => soon(async () => (await rows()).length).toBe(0);
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

describe('planning', () => {
  test('what a transaction plans is done once it has committed, and leaves no row', async () => {
    const { done, remove } = notes();
    await plan(job('a'), job('b'));
    expect(await rows()).toHaveLength(2);
    start(remove);
    await emptied();
    expect(done.sort()).toEqual(['a', 'b']);
  });

  test('what was planned in a transaction that fails is never done', async () => {
    const failing = inUnitOfWork(contextAs(database, null, { now }), async (unit) => {
      enqueue(unit, job('never'));
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await rows()).toEqual([]);
  });

  test('a job waits for its time, to the millisecond', async () => {
    const { done, remove } = notes();
    start(remove);
    await plan(job('in an hour', { dueAt: new Date(NOW.getTime() + HOUR) }), job('now'));
    pass(HOUR - 1);
    await soon(() => done).toEqual(['now']);
    pass(1);
    await emptied();
    expect(done).toEqual(['now', 'in an hour']);
  });

  test('of two jobs with one key the first is stored; once it is done or dead another may be planned', async () => {
    await plan(job('first', { key: 'k' }), job('second', { key: 'k' }), job('other', { key: 'l' }));
    await plan(job('third', { key: 'k' }));
    expect((await rows()).map(({ key, params }) => [key, params]).sort()).toEqual([
      ['k', { paths: ['first'] }],
      ['l', { paths: ['other'] }],
    ]);
    await database.db.update(jobs).set({ deadAt: NOW }).where(eq(jobs.key, 'k'));
    await plan(job('fourth', { key: 'k' }));
    expect(await rows()).toHaveLength(3);
  });
});

describe('a job that fails', () => {
  // spec mail.4 | S2 | Retried with back-off, dead letters kept, without secrets | src/server/infra/job-runner.ts
  test('is tried again after each pause, and stays as dead after the last', async () => {
    const tried: number[] = [];
    const runner = startSweeping(async () => {
      tried.push(clock.getTime() - NOW.getTime());
      throw new Error('not today');
    });
    await plan(sweep('a'));
    runner.wake();
    let at = 0;
    for (const [index, seconds] of JOBS.pauses.entries()) {
      await soon(async () => (await rows())[0]?.dueAt.getTime()).toBe(NOW.getTime() + at + seconds * SECOND);
      expect(await rows()).toMatchObject([{ tries: index + 1, lastError: 'Error: not today', claimedUntil: null, deadAt: null }]);
      pass(seconds * SECOND - 1);
      at += seconds * SECOND;
      pass(1);
    }
    await soon(async () => (await rows())[0]?.deadAt).toEqual(clock);
    expect(tried).toEqual([0, 10, 70, 370, 2170, 9370].map((seconds) => seconds * SECOND));
    expect(runner.logged.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'warn', 'warn', 'error']);
    expect(runner.logged.at(-1)).toMatchObject({ message: 'a job has failed for the last time', details: { kind: 'upload.sweep', tries: 6 } });
    pass(24 * HOUR);
    await plan(sweep('next'));
    runner.wake();
    await soon(() => tried.length).toBe(7);
    expect(await rows()).toMatchObject([{ tries: 6 }, { tries: 1 }]);
  });

  // spec rest-uploads.18 | S3 | The removal of a file is never given up, but tried every day | src/server/core/job-kinds.ts
  test('and would leave a private file for good is tried every day, and never dead', async () => {
    const tried: number[] = [];
    const runner = start(async () => {
      tried.push(clock.getTime() - NOW.getTime());
      if (tried.length < 9) throw new Error('the file store has answered 403 to a DELETE');
    });
    await plan(job('a'));
    runner.wake();
    for (const seconds of [...JOBS.pauses, JOBS.neverDeadPause, JOBS.neverDeadPause, JOBS.neverDeadPause]) {
      const dueAt = clock.getTime() + seconds * SECOND;
      await soon(async () => (await rows())[0]?.dueAt.getTime()).toBe(dueAt);
      expect(await rows()).toMatchObject([{ deadAt: null, claimedUntil: null }]);
      pass(seconds * SECOND);
    }
    await emptied();
    expect(tried).toEqual([0, 10, 70, 370, 2170, 9370, 9370 + 86_400, 9370 + 2 * 86_400, 9370 + 3 * 86_400].map((seconds) => seconds * SECOND));
    expect(runner.logged.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'warn', 'warn', 'error', 'error', 'error']);
    expect(runner.logged.at(-1)).toMatchObject({ message: 'a job keeps failing and is tried again every day' });
  });

  test.each(['booking.unanswered', 'booking.over', 'proposal.lapse'] as const)(
    'and would leave what %s ends open for good is never dead',
    async (kind) => {
      const failing = () => Promise.reject(new Error('away'));
      await database.db.insert(jobs).values({ kind, dueAt: NOW, tries: JOBS.pauses.length });
      const runner = startTestRunner(database, { now: () => NOW, handlers: { [kind]: failing } });
      const tomorrow = new Date(NOW.getTime() + JOBS.neverDeadPause * SECOND);
      await soon(async () => (await rows())[0]).toMatchObject({ deadAt: null, claimedUntil: null, dueAt: tomorrow });
      await runner.close();
      await database.db.delete(jobs);
    },
  );

  // spec mail.4
  test('says why, without addresses, codes, tokens or what a statement was called with', async () => {
    const runner = start(async ({ db }) => {
      const why = new Error('550 <nimal@example.com> at smtp://user:word@mail.lk: 123456 /verify-email?token=abc');
      await db
        .execute(sql`select * from nowhere where secret = ${'a private text'}`)
        .catch((cause: unknown) => Promise.reject(Object.assign(why, { cause })));
    });
    await plan(job('a'));
    runner.wake();
    await soon(async () => (await rows())[0]?.lastError).not.toBeNull();
    const logged = JSON.stringify([(await rows())[0]?.lastError, runner.logged]);
    expect(logged).toContain('550');
    expect(logged).toContain('relation \\"nowhere\\" does not exist');
    for (const secret of ['nimal', 'word', '123456', 'abc', 'a private text']) expect(logged).not.toContain(secret);
  });

  test('of a kind that nobody does is tried again like any other: a newer server may know it', async () => {
    const runner = start(notes().remove);
    await database.db.insert(jobs).values({ kind: 'toString', dueAt: NOW });
    runner.wake();
    await soon(async () => (await rows())[0]?.lastError).toBe('nothing does jobs of the kind toString');
    expect(await rows()).toMatchObject([{ tries: 1, deadAt: null }]);
  });
});

describe('several runners', () => {
  // spec mail.2
  test('do each of three hundred jobs once', async () => {
    const otherConnection = connect(database.url, { max: 5 });
    const { done, remove } = notes();
    try {
      await plan(...Array.from({ length: 300 }, (_, index) => job(`${index}`)));
      for (const db of [database.db, otherConnection.db, database.db]) start(remove, db);
      await emptied();
      expect(done).toHaveLength(300);
      expect(new Set(done).size).toBe(300);
      await Promise.all(runners.map((runner) => runner.close()));
    } finally {
      await otherConnection.close();
    }
  });

  test('a runner is at four jobs at a time, and takes up the next as soon as one ends', async () => {
    const gates = Array.from({ length: 6 }, gate);
    const started: string[] = [];
    start(async (_, { paths }) => {
      started.push(...paths);
      await gates[Number(paths[0])]?.opened;
    });
    await plan(...gates.map((_, index) => job(`${index}`, { dueAt: new Date(NOW.getTime() - 10 + index) })));
    pass(0);
    await soon(() => started.length).toBe(4);
    pass(0);
    gates[2]?.open();
    await soon(() => started).toEqual(['0', '1', '2', '3', '4']);
    for (const { open } of gates) open();
    await emptied();
    expect(started).toHaveLength(6);
  });

  // spec s6-bad-input.11 | S6 | A push service that does not answer | src/server/infra/job-runner.ts
  test('servers of others that do not answer keep no mail waiting, and what waits for them is done once they do', async () => {
    const { open, opened } = gate();
    const done: string[] = [];
    const push = async (_: unknown, { title }: JobParams['push.send']) => {
      await opened;
      done.push(title);
    };
    const handlers: Partial<JobHandlers> = {
      'push.send': push,
      'photo.copy': () => opened,
      'mail.send': async (_, { mail }) => void done.push(mail),
    };
    runners.push(startTestRunner(database, { now, handlers, start: startJobRunners }));
    const notification = { subscriptionId: 'nobody', kind: 'message.received', url: '/messages', at: NOW.toISOString() } as const;
    const pushes = Array.from(
      { length: JOBS.concurrency + 1 },
      (): PlannedJob => ({ kind: 'push.send', params: { ...notification, title: 'New Message' } }),
    );
    await plan(...pushes, { kind: 'photo.copy', params: { userId: 'nobody', url: 'https://a.example/photo' } });
    pass(0);
    await soon(async () => (await rows()).filter(({ tries }) => tries > 0).length).toBe(JOBS.concurrency);
    await plan({ kind: 'mail.send', params: { mail: 'account_closed', name: 'Nimal', to: 'nimal@example.com' } });
    pass(0);
    await soon(() => done).toEqual(['account_closed']);
    open();
    await emptied();
    expect(done).toHaveLength(pushes.length + 1);
  });

  // spec webhooks.14 | S7 | Webhooks that do not answer keep no push waiting | src/server/infra/job-runner.ts
  test('webhooks that do not answer keep no push waiting', async () => {
    const { open, opened } = gate();
    const done: string[] = [];
    const handlers: Partial<JobHandlers> = {
      'webhook.send': () => opened,
      'push.send': async (_, { title }) => void done.push(title),
    };
    runners.push(startTestRunner(database, { now, handlers, start: startJobRunners }));
    const calls = Array.from(
      { length: WEBHOOKS.concurrency + 1 },
      (): PlannedJob => ({ kind: 'webhook.send', params: { deliveryId: 'none', isReplay: true }, ownerId: randomUUID() }),
    );
    await plan(...calls);
    pass(0);
    await soon(async () => (await rows()).filter(({ tries }) => tries > 0).length).toBe(WEBHOOKS.concurrency);
    const notification = { subscriptionId: 'nobody', kind: 'message.received', url: '/messages', at: NOW.toISOString() } as const;
    await plan({ kind: 'push.send', params: { ...notification, title: 'New Message' } });
    pass(0);
    await soon(() => done).toEqual(['New Message']);
    open();
    await emptied();
  });

  test('what one has begun nobody else takes before its claim runs out; then another does it, and the first has no say any more', async () => {
    const stuck = gate();
    const first = start(async () => {
      await stuck.opened;
      throw new Error('too late');
    });
    await plan(job('a'), job('a'), job('a'), job('a'));
    first.wake();
    await soon(async () => (await rows()).map(({ tries }) => tries)).toEqual([1, 1, 1, 1]);
    // Like a process that dies, it does not extend its claims any more.
    const closed = first.close();

    const { done, remove } = notes();
    const other = gate();
    start(async (ctx, params) => {
      await remove(ctx, params);
      if (params.paths[0] === 'a') await other.opened;
    });
    pass(JOBS.claimSeconds * SECOND - 1);
    await plan(job('b'));
    pass(0);
    await soon(() => done).toEqual(['b']);
    pass(1);
    await soon(() => done).toEqual(['b', 'a', 'a', 'a', 'a']);
    stuck.open();
    await closed;
    expect((await rows()).map(({ tries, lastError }) => [tries, lastError])).toEqual(Array(4).fill([2, null]));
    other.open();
    await emptied();
  });

  // spec s13-jobs.6 | S13 5 | A job that takes longer than its claim is done once: its process extends the claim, for 15 minutes at most |
  //   src/server/infra/job-claims.ts
  test('a job that takes longer than its claim is done once, unless it hangs', async () => {
    const { open, opened } = gate();
    const started: string[] = [];
    const begin = async (_: unknown, { paths }: { paths: readonly string[] }) => {
      started.push(...paths);
      await opened;
    };
    await plan(job('long'));
    start(begin);
    await soon(() => started).toEqual(['long']);
    start(begin);
    const extended = () => soon(async () => (await rows())[0]?.claimedUntil?.getTime()).toBe(clock.getTime() + JOBS.claimSeconds * SECOND);
    for (let seconds = 0; seconds + JOBS.extendSeconds < JOBS.longestSeconds; seconds += JOBS.extendSeconds) {
      pass(JOBS.extendSeconds * SECOND);
      await extended();
    }
    expect(started).toEqual(['long']);
    pass(JOBS.claimSeconds * SECOND);
    await soon(() => started).toEqual(['long', 'long']);
    open();
    await emptied();
  });

  test('a job that takes its process with it each time is dead in the end', async () => {
    const done: string[] = [];
    await plan(sweep('deadly'));
    await database.db.update(jobs).set({ tries: JOBS.pauses.length + 1, claimedUntil: new Date(NOW.getTime() - 1) });
    const runner = startSweeping(async (_, { uploadId }) => void done.push(uploadId));
    await soon(async () => (await rows())[0]?.deadAt).toEqual(NOW);
    expect(await rows()).toMatchObject([{ lastError: 'its process has died each time' }]);
    expect(runner.logged).toMatchObject([{ level: 'error' }]);
    expect(done).toEqual([]);
  });
});

describe('a runner', () => {
  test('that is closed takes up nothing more, waits for what it is at, and leaves no timer', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const { open, opened } = gate();
    const done: string[] = [];
    const runner = start(async (_, { paths }) => {
      await opened;
      done.push(...paths);
    });
    await plan(job('begun'));
    runner.wake();
    await soon(async () => (await rows())[0]?.tries).toBe(1);
    const closed = runner.close();
    await plan(job('after'));
    runner.wake();
    open();
    await closed;
    expect(done).toEqual(['begun']);
    expect(await rows()).toMatchObject([{ tries: 0, params: { paths: ['after'] } }]);
    await notifierOf(database.db).close();
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test('that finds no table says so once, and goes on when it is there again', async () => {
    const { done, remove } = notes();
    const rename = (from: string, to: string) => database.sql`alter table ${database.sql(from)} rename to ${database.sql(to)}`;
    await plan(job('a'));
    await rename('jobs', 'jobs_away');
    const runner = start(remove);
    try {
      await soon(() => runner.logged.length).toBe(1);
      runner.wake();
    } finally {
      await rename('jobs_away', 'jobs');
    }
    await emptied();
    expect(done).toEqual(['a']);
    expect(runner.logged).toMatchObject([{ level: 'warn', message: 'the jobs cannot be read, trying again' }]);
  });

  test('that cannot remove what is over says just that, works on, and tries again a minute later', async () => {
    const { done, remove } = notes();
    const rename = (from: string, to: string) => database.sql`alter table ${database.sql(from)} rename to ${database.sql(to)}`;
    const keys = async () => (await database.db.select().from(limits)).map(({ key }) => key);
    await database.db.insert(limits).values({ key: 'of old', count: 1, resetsAt: NOW });
    await rename('limits', 'limits_away');
    try {
      const runner = start(remove);
      await soon(() => runner.logged).toMatchObject([{ level: 'warn', message: 'what is over could not be removed, trying again in a minute' }]);
      await plan(job('a'));
      runner.wake();
      await soon(() => done).toEqual(['a']);
      expect(runner.logged).toHaveLength(1);
    } finally {
      await rename('limits_away', 'limits');
    }
    pass(60 * SECOND);
    await soon(keys).toEqual([]);
  });

  test('removes counts and codes that are over, when it starts and every hour', async () => {
    const userId = (await aStudent(database.db)).id;
    const over = async () => {
      const [ofLimits, ofCodes] = [await database.db.select().from(limits), await database.db.select().from(codes)];
      return [ofLimits.map(({ key }) => key), ofCodes.map(({ purpose }) => purpose)];
    };
    const at = (ms: number) => new Date(NOW.getTime() + ms);
    await database.db.insert(limits).values([
      { key: 'over', count: 1, resetsAt: NOW },
      { key: 'soon', count: 1, resetsAt: at(HOUR) },
      { key: 'not yet', count: 1, resetsAt: at(HOUR + 1) },
    ]);
    const code = { userId, hash: 'x', email: 'a@example.com' };
    await database.db.insert(codes).values([
      { ...code, purpose: 'password_reset', expiresAt: NOW },
      { ...code, purpose: 'email_change', expiresAt: at(2 * HOUR), usedAt: NOW },
    ]);
    start(notes().remove);
    await soon(over).toEqual([['soon', 'not yet'], ['email_change']]);
    pass(HOUR);
    await soon(over).toEqual([['not yet'], ['email_change']]);
  });
});

describe('a sweep', () => {
  const ago = (ms: number) => new Date(NOW.getTime() - ms);
  const sweep = () => sweepExpired(database.db, NOW);

  // spec rest-limits.6 | S2, S4 | What has expired is swept: sessions, codes, limits, request keys after 24 hours, news after seven days, dead jobs
  //   after thirty | src/server/infra/sweep.ts
  test('removes sessions that have expired', async () => {
    const userId = (await aStudent(database.db)).id;
    const session = { userId, lifetimeHours: 12 };
    await database.db.insert(sessions).values([
      { ...session, id: 'expired', expiresAt: NOW },
      { ...session, id: 'alive', expiresAt: ago(-1) },
    ]);
    expect(await sweep()).toBe(true);
    expect(await database.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))).toEqual([{ id: 'alive' }]);
  });

  // spec rest-limits.6
  test('removes events after seven days, read or not', async () => {
    const userId = (await aStudent(database.db)).id;
    const event = { userId, kind: 'new_notification', payload: {} };
    await database.db.insert(inboxEvents).values([
      { ...event, seq: 1, createdAt: ago(INBOX_DAYS * DAY) },
      { ...event, seq: 2, createdAt: ago(INBOX_DAYS * DAY - 1) },
    ]);
    await sweep();
    expect(await database.db.select({ seq: inboxEvents.seq }).from(inboxEvents).where(eq(inboxEvents.userId, userId))).toEqual([{ seq: 2 }]);
  });

  // spec rest-limits.6
  test('removes what has been dead for thirty days, with the address that it holds, and nothing that lives', async () => {
    const mail = (to: string, deadAt: Date | null) => ({
      kind: 'mail.send',
      params: { mail: 'account_closed', name: 'Nimal', to },
      dueAt: ago(365 * DAY),
      deadAt,
    });
    await database.db
      .insert(jobs)
      .values([mail('long dead', ago(JOBS.deadDays * DAY)), mail('dead', ago(JOBS.deadDays * DAY - 1)), mail('alive', null)]);
    await sweep();
    expect((await rows()).map(({ params }) => params.to).sort()).toEqual(['alive', 'dead']);
  });

  test('takes the oldest thousand of a table at a time, and says whether there may be more', async () => {
    await database.db.delete(limits);
    await database.db
      .insert(limits)
      .values(Array.from({ length: 1_001 }, (_, index) => ({ key: `nth ${index}`, count: 1, resetsAt: ago(index * SECOND) })));
    expect(await sweep()).toBe(false);
    expect((await database.db.select().from(limits)).map(({ key }) => key)).toEqual(['nth 0']);
    expect(await sweep()).toBe(true);
    expect(await database.db.$count(limits)).toBe(0);
  });

  test('of which more is left is repeated a minute later', async () => {
    await database.db.delete(limits);
    await database.db.insert(limits).values(Array.from({ length: 1_001 }, (_, index) => ({ key: `nth ${index}`, count: 1, resetsAt: NOW })));
    start(notes().remove);
    await soon(() => database.db.$count(limits)).toBe(1);
    pass(60 * SECOND);
    await soon(() => database.db.$count(limits)).toBe(0);
  });

  test('leaves a count that begins anew at that moment', async () => {
    await database.db.delete(limits);
    await database.db.insert(limits).values({ key: 'anew', count: 1, resetsAt: NOW });
    const sweeping = await database.db.transaction(async (tx) => {
      await tx.update(limits).set({ resetsAt: ago(-HOUR) });
      const swept = sweep();
      await soon(async () => {
        const waiting = await database.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return waiting.length;
      }).toBe(1);
      return { swept };
    });
    await sweeping.swept;
    expect(await database.db.$count(limits)).toBe(1);
  });
});
