import { and, eq, isNotNull, isNull, not, sql } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { jobs, NOBODY } from '#db/schema/jobs.ts';
import { JOBS } from '#shared/vocabulary/job-limits.ts';
import type { Ctx } from './context.ts';
import type { EventRecorder, Projector } from './events.ts';
import { anyOf } from './ids.ts';
import { type JobKind, type JobParams, OUTBOUND_KINDS, type PlannedJob, WEBHOOK_KINDS } from './job-kinds.ts';

/** A handler may run twice when a process dies, so a second run must be harmless. */
export type JobHandlers = { readonly [K in JobKind]: (ctx: Ctx, params: JobParams[K]) => Promise<void> };

/** One for each runner. A release before knows the first alone, and looks by itself every 20 seconds. */
export const JOBS_TOPICS = { rest: 'jobs', outbound: 'jobs.outbound', webhooks: 'jobs.webhooks' } as const;

const topicOf = (kind: JobKind): string =>
  OUTBOUND_KINDS.includes(kind) ? JOBS_TOPICS.outbound : WEBHOOK_KINDS.includes(kind) ? JOBS_TOPICS.webhooks : JOBS_TOPICS.rest;

export function enqueue({ record }: EventRecorder, job: PlannedJob): void {
  record({ type: 'job.planned', job });
}

export const jobsProjector: Projector = async ({ now, deliver }, events) => {
  if (events.some(({ type }) => type === 'jobs.revived')) for (const topic of Object.values(JOBS_TOPICS)) deliver({ topic });
  const planned = events.flatMap((event) => (event.type === 'job.planned' ? [event.job] : []));
  if (planned.length === 0) return;
  const rows = planned.map(({ kind, params, ownerId = NOBODY, dueAt = now(), key = null }) => ({
    id: uuidV7(now().getTime()),
    kind,
    params,
    ownerId,
    key,
    dueAt,
    createdAt: now(),
  }));
  for (const job of rows) deliver({ job });
  // Every runner looks before a later one is due.
  const nextLook = now().getTime() + JOBS.idleSeconds * 1000;
  const soon = rows.filter(({ dueAt }) => dueAt.getTime() <= nextLook);
  for (const topic of new Set(soon.map(({ kind }) => topicOf(kind)))) deliver({ topic });
};

/** Due, running, or to be tried again: not done, and not given up. */
export async function isPlanned(db: Executor, key: string): Promise<boolean> {
  return (await db.$count(jobs, and(eq(jobs.key, key), isNull(jobs.deadAt)))) > 0;
}

export type DeadJob = { id: string; kind: string; params: Record<string, unknown>; problem: string | null };
const DEAD_JOB_COLUMNS = { id: jobs.id, kind: jobs.kind, params: jobs.params, problem: jobs.lastError };

export const IS_SUPERSEDED = sql`(${jobs.key} is not null and (exists (
  select from ${jobs} as live where live.key = ${jobs.key} and live.dead_at is null
) or exists (
  select from ${jobs} as newer where newer.key = ${jobs.key} and newer.dead_at is not null and newer.id > ${jobs.id}
)))`;

export async function retryDeadJobs(
  { db, now, record }: EventRecorder & { db: Executor; now: () => Date },
  ids: readonly string[],
): Promise<DeadJob[]> {
  const retried = await db
    .update(jobs)
    .set({ deadAt: null, tries: 0, dueAt: now(), claimedUntil: null })
    .where(and(anyOf(jobs.id, ids), isNotNull(jobs.deadAt), not(IS_SUPERSEDED)))
    .returning(DEAD_JOB_COLUMNS);
  if (retried.length > 0) record({ type: 'jobs.revived' });
  return retried;
}

export function discardDeadJobs(db: Executor, ids: readonly string[]): Promise<DeadJob[]> {
  return db
    .delete(jobs)
    .where(and(anyOf(jobs.id, ids), isNotNull(jobs.deadAt)))
    .returning(DEAD_JOB_COLUMNS);
}
