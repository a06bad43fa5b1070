import { and, isNotNull, not, sql } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { jobs } from '#db/schema/jobs.ts';
import type { Ctx } from './context.ts';
import type { EventRecorder, Projector } from './events.ts';
import { anyOf, byId } from './ids.ts';
import type { JobKind, JobParams, PlannedJob } from './job-kinds.ts';

/** May run twice when a process dies in between: what it does a second time changes nothing, or is harmless. */
export type JobHandlers = { readonly [K in JobKind]: (ctx: Ctx, params: JobParams[K]) => Promise<void> };

/** The topic that wakes the runners with the commit. */
export const JOBS_TOPIC = 'jobs';

/** Plans a job in the transaction of whoever records it; due at once unless it says when, and once per `key`. */
export function enqueue({ record }: EventRecorder, job: PlannedJob): void {
  record({ type: 'job.planned', job });
}

/** Writes what was planned, and wakes the runners. */
export const jobsProjector: Projector = async ({ db, now, deliver }, events) => {
  if (events.some(({ type }) => type === 'jobs.revived')) deliver({ topic: JOBS_TOPIC });
  const planned = events.flatMap((event) => (event.type === 'job.planned' ? [event.job] : []));
  if (planned.length === 0) return;
  const rows = planned.map(({ kind, params, dueAt = now(), key = null }) => ({
    id: uuidV7(now().getTime()),
    kind,
    params,
    key,
    dueAt,
    createdAt: now(),
  }));
  await db.insert(jobs).values(rows).onConflictDoNothing({ target: jobs.key, where: sql`dead_at is null` });
  deliver({ topic: JOBS_TOPIC });
};

export type DeadJob = { id: string; kind: string; params: Record<string, unknown>; problem: string | null };
const DEAD_JOB = { id: jobs.id, kind: jobs.kind, params: jobs.params, problem: jobs.lastError };

/** Whether a newer job of the same key has taken the work of a dead one over. */
export const IS_SUPERSEDED = sql`(${jobs.key} is not null and (exists (
  select from ${jobs} as live where live.key = ${jobs.key} and live.dead_at is null
) or exists (
  select from ${jobs} as newer where newer.key = ${jobs.key} and newer.dead_at is not null and newer.id > ${jobs.id}
)))`;

/** Makes dead jobs due now, with all their tries, but for those that are superseded. */
export async function reviveJobs({ db, now, record }: EventRecorder & { db: Executor; now: () => Date }, ids: readonly string[]): Promise<DeadJob[]> {
  const revived = await db
    .update(jobs)
    .set({ deadAt: null, tries: 0, dueAt: now(), claimedUntil: null })
    .where(and(anyOf(jobs.id, ids), isNotNull(jobs.deadAt), not(IS_SUPERSEDED)))
    .returning(DEAD_JOB);
  if (revived.length > 0) record({ type: 'jobs.revived' });
  return revived;
}

/** Null for one that is not there, or not dead. */
export async function discardDeadJob(db: Executor, id: string): Promise<DeadJob | null> {
  const [discarded] = await db
    .delete(jobs)
    .where(and(byId(jobs.id, id), isNotNull(jobs.deadAt)))
    .returning(DEAD_JOB);
  return discarded ?? null;
}
