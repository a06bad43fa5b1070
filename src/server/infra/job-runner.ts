import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { jobs } from '#db/schema/jobs.ts';
import type { Ctx } from '#server/core/context.ts';
import type { Hub } from '#server/core/hub.ts';
import { ENDLESSLY_RETRIED_KINDS, OUTBOUND_KINDS, WEBHOOK_KINDS } from '#server/core/job-kinds.ts';
import { JOBS_TOPICS, type JobHandlers } from '#server/core/jobs.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { JOBS, WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { createAlarm } from './alarm.ts';
import { type Claim, type ClaimedJob, claimInOrder, claimInTurn, extendClaims, findNextDue } from './job-claims.ts';

export type JobRunnerOptions = {
  db: Executor;
  hub: Hub;
  handlers: JobHandlers;
  context: () => Ctx;
  now: () => Date;
  log: { warn: (details: object, message: string) => void; error: (details: object, message: string) => void };
  sweep: (db: Executor, at: Date) => Promise<boolean>;
  /** A notification of this topic wakes the runner before its timer. */
  topic?: string;
  where?: SQL;
  claim?: Claim;
  concurrency?: number;
  lookGapMs?: number;
  onJobEnd?: (end: JobEnd) => void;
};
/** A job with the outcome `retried` runs again and ends again. */
export type JobEnd = { kind: string; outcome: 'done' | 'retried' | 'dead'; milliseconds: number };
export type JobRunner = {
  close: () => Promise<void>;
};

/** A runner with running jobs wakes up at least this often, to extend their claims in time. */
const MAX_SLEEP_MS = JOBS.extendSeconds * 1000;
const MAX_IDLE_MS = JOBS.idleSeconds * 1000;
/** Looking for due jobs takes two statements, so jobs that are planned or end within this time share one look, unless all slots are in use. */
const LOOK_GAP_MS = 50;
const RETRY_MS = 1_000;
const CLOSING_MS = 5_000;
const SWEEP_MS = HOUR_MS;
const SWEEP_AGAIN_MS = 60_000;

/** As literals, because PostgreSQL does not use the partial index with parameters. */
const listOf = (kinds: readonly string[]) => sql.raw(`(${kinds.map((kind) => `'${kind}'`).join(', ')})`);
const isOneOf = (kinds: readonly string[]) => sql`${jobs.kind} in ${listOf(kinds)}`;
export const IS_OUTBOUND = isOneOf(OUTBOUND_KINDS);
export const IS_WEBHOOK = isOneOf(WEBHOOK_KINDS);
/** Written like the condition of its index, so that finding the next mail does not read due webhooks. */
export const IS_REST = sql`${jobs.kind} not in ${listOf([...OUTBOUND_KINDS, ...WEBHOOK_KINDS])}`;

/**
 * Three runners: for push services, for webhooks, and for everything else, so that no mail waits for a slow receiver. The webhooks of one
 * owner use at most a quarter of the slots, so that they do not delay those of others.
 */
export function startJobRunners(parts: JobRunnerOptions): JobRunner {
  const sweep = async () => true;
  const runners = [
    startJobRunner({ ...parts, where: IS_REST }),
    startJobRunner({ ...parts, topic: JOBS_TOPICS.outbound, where: IS_OUTBOUND, sweep }),
    startWebhookRunner({ ...parts, topic: JOBS_TOPICS.webhooks, sweep }),
  ];
  return { close: async () => void (await Promise.all(runners.map((runner) => runner.close()))) };
}

export function startWebhookRunner(parts: JobRunnerOptions): JobRunner {
  const claim = claimInTurn(parts.db, { where: IS_WEBHOOK, most: WEBHOOKS.concurrencyOfOwner });
  return startJobRunner({ ...parts, where: IS_WEBHOOK, claim, concurrency: WEBHOOKS.concurrency });
}

export function startJobRunner(options: JobRunnerOptions): JobRunner {
  const { db, hub, handlers, context, now, log, sweep, where, onJobEnd } = options;
  const { claim = claimInOrder(db, where), concurrency = JOBS.concurrency, topic = JOBS_TOPICS.rest, lookGapMs = LOOK_GAP_MS } = options;
  const running = new Map<ClaimedJob, Promise<void>>();
  const alarm = createAlarm();
  const abort = new AbortController();
  const subscription = hub.subscribe({ topics: [topic] });
  let sweepAt = Number.NEGATIVE_INFINITY;
  let wasFull = false;

  async function claimDueJobs(): Promise<number> {
    const at = now();
    await extendClaims(db, at, [...running.keys()]);
    const claimed = running.size < concurrency ? await claim(at, concurrency - running.size, [...running.keys()]) : [];
    for (const job of claimed) {
      const done = run(job).finally(() => {
        running.delete(job);
        alarm.ring();
      });
      running.set(job, done);
    }
    if (at.getTime() >= sweepAt) sweepAt = at.getTime() + ((await runSweep(at)) ? SWEEP_MS : SWEEP_AGAIN_MS);
    wasFull = running.size >= concurrency;
    if (wasFull) return MAX_SLEEP_MS;
    const next = await findNextDue(db, at, where);
    const longest = running.size > 0 ? MAX_SLEEP_MS : MAX_IDLE_MS;
    return next ? Math.min(next.getTime() - now().getTime(), longest) : longest;
  }

  function runSweep(at: Date): Promise<boolean> {
    return sweep(db, at).catch((error: unknown) => {
      log.warn({ err: error }, 'what is over could not be removed, trying again in a minute');
      return false;
    });
  }

  async function run(job: ClaimedJob): Promise<void> {
    const startedAt = performance.now();
    const problem = await attempt(job);
    const milliseconds = performance.now() - startedAt;
    const { id, kind, tries } = job;
    const lastPause = ENDLESSLY_RETRIED_KINDS.includes(kind) ? JOBS.neverDeadPause : undefined;
    const seconds = JOBS.pauses[tries - 1] ?? lastPause;
    if (problem !== null && seconds === undefined) log.error({ job: id, kind, tries, problem }, 'a job has failed for the last time');
    else if (problem !== null && tries > JOBS.pauses.length)
      log.error({ job: id, kind, tries, problem }, 'a job keeps failing and is tried again every day');
    else if (problem !== null) log.warn({ job: id, kind, tries, problem }, 'a job has failed and is tried again');
    const outcome = problem === null ? 'done' : seconds === undefined ? 'dead' : 'retried';
    onJobEnd?.({ kind, outcome, milliseconds });
    while (!(await storeResult(job, problem, seconds))) {
      if (abort.signal.aborted || now() >= job.claimedUntil) return;
      await pause(RETRY_MS, undefined, { signal: abort.signal }).catch(() => {});
    }
  }

  async function attempt({ id, kind, params, tries }: ClaimedJob): Promise<string | null> {
    const handler = findHandler(handlers, kind);
    if (!handler) return `nothing does jobs of the kind ${kind}`;
    if (tries > JOBS.pauses.length + 1 && !ENDLESSLY_RETRIED_KINDS.includes(kind)) return 'its process has died each time';
    try {
      const ctx = { ...context(), jobId: id };
      await ctx.tracer.run(`job ${kind}`, {}, () => handler(ctx, params));
      return null;
    } catch (error) {
      return describeError(error);
    }
  }

  async function storeResult({ id, tries }: ClaimedJob, problem: string | null, seconds: number | undefined): Promise<boolean> {
    const at = now();
    const next = seconds === undefined ? { deadAt: at } : { dueAt: new Date(at.getTime() + seconds * 1000) };
    const stored =
      problem === null
        ? deleteDone(db).execute({ id, tries })
        : db
            .update(jobs)
            .set({ ...next, claimedUntil: null, lastError: problem })
            .where(and(eq(jobs.id, id), eq(jobs.tries, tries), isNull(jobs.deadAt)));
    return stored.then(
      () => true,
      () => false,
    );
  }

  async function runLoop(): Promise<void> {
    let isDatabaseDown = false;
    while (!abort.signal.aborted) {
      const lookedAt = performance.now();
      const sleepMs = await claimDueJobs().catch((error: unknown) => {
        if (!isDatabaseDown) log.warn({ err: error }, 'the jobs cannot be read, trying again');
        return null;
      });
      isDatabaseDown = sleepMs === null;
      await alarm.sleep(sleepMs ?? RETRY_MS);
      const wait = lookedAt + lookGapMs - performance.now();
      if (wait > 0 && !wasFull) await pause(wait, undefined, { signal: abort.signal }).catch(() => {});
    }
  }

  async function listen(): Promise<void> {
    while (await subscription.next()) alarm.ring();
  }

  void listen();
  const loop = runLoop();
  return {
    async close() {
      abort.abort();
      subscription.close();
      alarm.close();
      const timeout = new AbortController();
      const timedOut = pause(CLOSING_MS, undefined, { signal: timeout.signal }).catch(() => {});
      await Promise.race([loop.then(() => Promise.all(running.values())), timedOut]);
      timeout.abort();
    },
  };
}

type Handler = (ctx: Ctx, params: Record<string, unknown>) => Promise<void>;

function findHandler(handlers: JobHandlers, kind: string): Handler | undefined {
  // `enqueue` has stored the params that belong to the kind.
  return Object.hasOwn(handlers, kind) ? (Reflect.get(handlers, kind) as Handler) : undefined;
}

/** Changes nothing if another runner has claimed the job since. */
const deleteDone = prepareOnce((db: Executor) =>
  db
    .delete(jobs)
    .where(and(eq(jobs.id, sql.placeholder('id')), eq(jobs.tries, sql.placeholder('tries')), isNull(jobs.deadAt)))
    .prepare('delete_done_job'),
);

const MAX_LENGTH = 500;
const HIDDEN = '***';

/** The stored text of an error: without addresses, codes, tokens and parameters of statements. */
function describeError(error: unknown): string {
  const messages: string[] = [];
  for (
    let current = error;
    current !== undefined && current !== null && messages.length < 4;
    current = current instanceof Error ? current.cause : null
  ) {
    messages.push(current instanceof Error ? `${current.name}: ${current.message.replace(/\nparams: [\s\S]*$/, '')}` : String(current));
  }
  return removeSecrets(messages.join(', because of ')).slice(0, MAX_LENGTH);
}

function removeSecrets(text: string): string {
  return text
    .replace(/(\w+:\/\/)[^@/\s]+@/g, `$1${HIDDEN}@`)
    .replace(/[^\s<>"'(,;:]+@(?!\W)[^\s<>"'),;:]+/g, HIDDEN)
    .replace(/\?\S+/g, `?${HIDDEN}`)
    .replace(/[A-Za-z0-9_-]{24,}/g, HIDDEN)
    .replace(/\b\d{6}\b/g, HIDDEN);
}
