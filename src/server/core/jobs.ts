import { sql } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { jobs } from '#db/schema/jobs.ts';
import type { Ctx } from './context.ts';
import type { Projector, Recording } from './events.ts';
import type { JobKind, JobParams, PlannedJob } from './job-kinds.ts';

/** May run twice when a process dies in between: what it does a second time changes nothing, or is harmless. */
export type JobHandlers = { readonly [K in JobKind]: (ctx: Ctx, params: JobParams[K]) => Promise<void> };

/** The topic that wakes the runners with the commit. */
export const JOBS_TOPIC = 'jobs';

/** Plans a job in the transaction of whoever records it; due at once unless it says when, and once per `key`. */
export function enqueue({ record }: Recording, job: PlannedJob): void {
  record({ type: 'job.planned', job });
}

/** Writes what was planned, and wakes the runners. */
export const jobsProjector: Projector = async ({ db, now, deliver }, events) => {
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
