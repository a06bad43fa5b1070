import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { lockDueJobs } from '#db/locks.ts';
import { jobs } from '#db/schema/jobs.ts';
import type { Ctx } from '#server/core/context.ts';
import type { Hub } from '#server/core/hub.ts';
import { ENDLESSLY_RETRIED_KINDS, OUTBOUND_KINDS, WEBHOOK_KINDS } from '#server/core/job-kinds.ts';
import { JOBS_TOPIC, type JobHandlers } from '#server/core/jobs.ts';
import { JOBS, WEBHOOKS } from '#shared/vocabulary/limits.ts';
import { createBell } from './bell.ts';
import { problemOf } from './problem.ts';

export type JobRunnerParts = {
  db: Executor;
  hub: Hub;
  handlers: JobHandlers;
  context: () => Ctx;
  now: () => Date;
  log: { warn: (details: object, message: string) => void; error: (details: object, message: string) => void };
  /** Done when it starts, and once an hour; a minute later again when it fails, or answers that there may be more. */
  sweep: (db: Executor, at: Date) => Promise<boolean>;
  /** The jobs that it does; all, unless it is said. */
  which?: SQL;
  /** How many of them, at most. */
  concurrency?: number;
};
export type JobRunner = {
  /** Takes up nothing more, and waits a moment for what it is at. */
  close: () => Promise<void>;
};

type Claimed = { id: string; kind: string; params: Record<string, unknown>; tries: number; claimedUntil: Date };

const LONGEST_SLEEP_MS = 30_000;
/** What is due and was not to be had, another runner is just taking. */
const SHORTEST_SLEEP_MS = 20;
const NO_DATABASE_MS = 1_000;
const CLOSING_MS = 5_000;
const SWEEP_MS = 3_600_000;
const SWEEP_AGAIN_MS = 60_000;
/** More than are ever claimed at a time, so that one among them says when the next is due. */
const LOOKED_AT = 100;

/** Written out: the index of them is not found by parameters. */
const isOneOf = (kinds: readonly string[]) => sql`${jobs.kind} in (${sql.raw(kinds.map((kind) => `'${kind}'`).join(', '))})`;
export const IS_ABROAD = isOneOf(OUTBOUND_KINDS);
export const IS_TO_WEBHOOK = isOneOf(WEBHOOK_KINDS);

/** One for each sort of servers that is waited for, and one for the rest: a mail does not wait for a push service that says nothing, nor a push for a webhook. */
export function startJobRunners(parts: JobRunnerParts): JobRunner {
  const sweep = async () => true;
  const runners = [
    startJobRunner({ ...parts, which: not(sql`(${or(IS_ABROAD, IS_TO_WEBHOOK)})`) }),
    startJobRunner({ ...parts, which: IS_ABROAD, sweep }),
    startJobRunner({ ...parts, which: IS_TO_WEBHOOK, sweep, concurrency: WEBHOOKS.concurrency }),
  ];
  return { close: async () => void (await Promise.all(runners.map((runner) => runner.close()))) };
}

/** Does what was planned: each job by one runner at a time, again after a pause when it fails. */
export function startJobRunner({ db, hub, handlers, context, now, log, sweep, which, concurrency = JOBS.concurrency }: JobRunnerParts): JobRunner {
  const running = new Set<Promise<void>>();
  const bell = createBell();
  const closing = new AbortController();
  const follower = hub.subscribe({ topics: [JOBS_TOPIC] });
  let sweepAt = Number.NEGATIVE_INFINITY;

  async function takeUp(): Promise<number> {
    const at = now();
    const claimed = running.size < concurrency ? await claim(db, at, { most: concurrency - running.size, which }) : [];
    for (const job of claimed) {
      const done = run(job).finally(() => {
        running.delete(done);
        bell.ring();
      });
      running.add(done);
    }
    if (at.getTime() >= sweepAt) sweepAt = at.getTime() + ((await sweptAll(at)) ? SWEEP_MS : SWEEP_AGAIN_MS);
    if (running.size >= concurrency) return LONGEST_SLEEP_MS;
    const next = await nextDue(db, which);
    return next ? Math.min(Math.max(SHORTEST_SLEEP_MS, next.getTime() - now().getTime()), LONGEST_SLEEP_MS) : LONGEST_SLEEP_MS;
  }

  /** What stays lying for a while keeps nobody from working. */
  function sweptAll(at: Date): Promise<boolean> {
    return sweep(db, at).catch((error: unknown) => {
      log.warn({ err: error }, 'what is over could not be removed, trying again in a minute');
      return false;
    });
  }

  async function run(job: Claimed): Promise<void> {
    const problem = await attempt(job);
    const { id, kind, tries } = job;
    const lastPause = ENDLESSLY_RETRIED_KINDS.includes(kind) ? JOBS.neverDeadPause : undefined;
    const seconds = JOBS.pauses[tries - 1] ?? lastPause;
    if (problem !== null && seconds === undefined) log.error({ job: id, kind, tries, problem }, 'a job has failed for the last time');
    else if (problem !== null && tries > JOBS.pauses.length)
      log.error({ job: id, kind, tries, problem }, 'a job keeps failing and is tried again every day');
    else if (problem !== null) log.warn({ job: id, kind, tries, problem }, 'a job has failed and is tried again');
    while (!(await settled(job, problem, seconds))) {
      if (closing.signal.aborted || now() >= job.claimedUntil) return;
      await pause(NO_DATABASE_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function attempt({ kind, params, tries }: Claimed): Promise<string | null> {
    const handler = handlerOf(handlers, kind);
    if (!handler) return `nothing does jobs of the kind ${kind}`;
    if (tries > JOBS.pauses.length + 1 && !ENDLESSLY_RETRIED_KINDS.includes(kind)) return 'its process has died each time';
    try {
      await handler(context(), params);
      return null;
    } catch (error) {
      return problemOf(error);
    }
  }

  /** Without a database nobody can be told: true once it was. A claim that ran out is no longer ours. */
  async function settled({ id, claimedUntil }: Claimed, problem: string | null, seconds: number | undefined): Promise<boolean> {
    const mine = and(eq(jobs.id, id), eq(jobs.claimedUntil, claimedUntil));
    const at = now();
    const next = seconds === undefined ? { deadAt: at } : { dueAt: new Date(at.getTime() + seconds * 1000) };
    const told =
      problem === null
        ? db.delete(jobs).where(mine)
        : db
            .update(jobs)
            .set({ ...next, claimedUntil: null, lastError: problem })
            .where(mine);
    return told.then(
      () => true,
      () => false,
    );
  }

  async function work(): Promise<void> {
    let isAway = false;
    while (!closing.signal.aborted) {
      const sleepMs = await takeUp().catch((error: unknown) => {
        if (!isAway) log.warn({ err: error }, 'the jobs cannot be read, trying again');
        return null;
      });
      isAway = sleepMs === null;
      await bell.sleep(sleepMs ?? NO_DATABASE_MS);
    }
  }

  async function listen(): Promise<void> {
    while (await follower.next()) bell.ring();
  }

  void listen();
  const worked = work();
  return {
    async close() {
      closing.abort();
      follower.close();
      bell.close();
      const patience = new AbortController();
      const late = pause(CLOSING_MS, undefined, { signal: patience.signal }).catch(() => {});
      await Promise.race([worked.then(() => Promise.all(running)), late]);
      patience.abort();
    },
  };
}

/** One statement, so that two runners never hold the same job. */
async function claim(db: Executor, at: Date, wanted: { most: number; which: SQL | undefined }): Promise<Claimed[]> {
  const claimedUntil = new Date(at.getTime() + JOBS.claimSeconds * 1000);
  const claimed = await db
    .update(jobs)
    .set({ claimedUntil, tries: sql`${jobs.tries} + 1` })
    // An array is made once, and its few jobs are then found by their ids, whatever the planner thinks of their number.
    .where(sql`${jobs.id} = any(array(${lockDueJobs(db, at, { limit: wanted.most, where: wanted.which })}))`)
    .returning({ id: jobs.id, kind: jobs.kind, params: jobs.params, tries: jobs.tries });
  return claimed.map((job) => ({ ...job, claimedUntil }));
}

/** When the next job can be taken up: once it is due, and whoever holds it has let it go. */
async function nextDue(db: Executor, which: SQL | undefined): Promise<Date | null> {
  const soon = db
    .select({ dueAt: jobs.dueAt, claimedUntil: jobs.claimedUntil })
    .from(jobs)
    .where(and(isNull(jobs.deadAt), which))
    .orderBy(asc(jobs.dueAt))
    .limit(LOOKED_AT)
    .as('soon');
  const [row] = await db.select({ at: sql<Date | null>`min(greatest(${soon.dueAt}, ${soon.claimedUntil}))`.mapWith(jobs.dueAt) }).from(soon);
  return row?.at ?? null;
}

type Handler = (ctx: Ctx, params: Record<string, unknown>) => Promise<void>;

/** Undefined for a kind that a newer or older version has planned. */
function handlerOf(handlers: JobHandlers, kind: string): Handler | undefined {
  // What stands in a row's params was planned by `enqueue` for just this kind.
  return Object.hasOwn(handlers, kind) ? (Reflect.get(handlers, kind) as Handler) : undefined;
}
