import { and, isNotNull, not } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { jobs } from '#db/schema/jobs.ts';
import { lockActiveAdmin } from '#server/core/active-account.ts';
import type { CtxAs } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { byId } from '#server/core/ids.ts';
import { type DeadJob, discardDeadJobs, IS_SUPERSEDED, retryDeadJobs } from '#server/core/jobs.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { ChosenJobsInput } from '#shared/contracts/dead-letters.ts';
import { describeJob } from '#shared/domain/job-text.ts';
import { DomainError } from '#shared/errors.ts';
import { JOBS } from '#shared/vocabulary/job-limits.ts';

type InUnit = Unit<CtxAs<'admin'>>;
type JobAction = { action: 'job.retried' | 'job.discarded'; change: (unit: InUnit, ids: readonly string[]) => Promise<DeadJob[]> };

const RETRY: JobAction = { action: 'job.retried', change: retryDeadJobs };
const DISCARD: JobAction = { action: 'job.discarded', change: ({ db }, ids) => discardDeadJobs(db, ids) };

export const retryJobs = (ctx: CtxAs<'admin'>, { ids }: ChosenJobsInput): Promise<string[]> => changeJobs(ctx, ids, RETRY);
export const discardJobs = (ctx: CtxAs<'admin'>, { ids }: ChosenJobsInput): Promise<string[]> => changeJobs(ctx, ids, DISCARD);

export function retryAllJobs(ctx: CtxAs<'admin'>): Promise<number> {
  return inUnitOfWork(ctx, async (unit) => {
    await lockActiveAdmin(unit);
    const deadJobs = await unit.db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(isNotNull(jobs.deadAt), not(IS_SUPERSEDED)))
      .orderBy(downwards(jobs.deadAt), downwards(jobs.id))
      .limit(JOBS.mostRevived);
    const deadIds = deadJobs.map(({ id }) => id);
    return (await changeAndAudit(unit, deadIds, RETRY)).length;
  });
}

/** A single job that is refused says why; of several, the ids that are left out are returned. */
function changeJobs(ctx: CtxAs<'admin'>, ids: readonly string[], act: JobAction): Promise<string[]> {
  return inUnitOfWork(ctx, async (unit) => {
    await lockActiveAdmin(unit);
    const changed = new Set((await changeAndAudit(unit, ids, act)).map(({ id }) => id));
    const leftOut = ids.filter((id) => !changed.has(id.toLowerCase()));
    const [refused] = leftOut;
    if (refused !== undefined && ids.length === 1) throw await findRefusal(unit.db, refused);
    return leftOut;
  });
}

async function changeAndAudit(unit: InUnit, ids: readonly string[], { action, change }: JobAction): Promise<DeadJob[]> {
  const changed = await change(unit, ids);
  for (const { id, kind, params, problem } of changed) recordAuditEntry(unit, action, { id, name: describeJob(kind, params) }, { problem });
  return changed;
}

async function findRefusal(db: Executor, id: string): Promise<DomainError> {
  const [job] = await db.select({ deadAt: jobs.deadAt }).from(jobs).where(byId(jobs.id, id));
  if (!job) return new DomainError('job.not_found');
  return new DomainError(job.deadAt === null ? 'job.tried_again' : 'job.superseded');
}
