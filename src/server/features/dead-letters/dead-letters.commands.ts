import { and, isNotNull, not } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { jobs } from '#db/schema/jobs.ts';
import { lockActiveAdmin } from '#server/core/active-account.ts';
import type { CtxAs } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { byId } from '#server/core/ids.ts';
import { type DeadJob, discardDeadJob, IS_SUPERSEDED, retryDeadJobs } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { DeadLetterInput } from '#shared/contracts/dead-letters.ts';
import { describeJob } from '#shared/domain/job-text.ts';
import { DomainError } from '#shared/errors.ts';
import { JOBS } from '#shared/vocabulary/limits.ts';

export function retryJob(ctx: CtxAs<'admin'>, { id }: DeadLetterInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    await lockActiveAdmin(unit);
    const [revived] = await retryDeadJobs(unit, [id]);
    if (!revived) throw await findRefusal(unit.db, id);
    recordAuditEntry(unit, 'job.retried', toSubject(revived), toDetails(revived));
  });
}

export function retryJobs(ctx: CtxAs<'admin'>): Promise<number> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db } = unit;
    await lockActiveAdmin(unit);
    const deadJobs = await db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(isNotNull(jobs.deadAt), not(IS_SUPERSEDED)))
      .orderBy(downwards(jobs.deadAt), downwards(jobs.id))
      .limit(JOBS.mostRevived);
    const deadIds = deadJobs.map(({ id }) => id);
    const revived = await retryDeadJobs(unit, deadIds);
    for (const job of revived) recordAuditEntry(unit, 'job.retried', toSubject(job), toDetails(job));
    return revived.length;
  });
}

export function discardJob(ctx: CtxAs<'admin'>, { id }: DeadLetterInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    await lockActiveAdmin(unit);
    const discarded = await discardDeadJob(unit.db, id);
    if (!discarded) throw await findRefusal(unit.db, id);
    recordAuditEntry(unit, 'job.discarded', toSubject(discarded), toDetails(discarded));
  });
}

const toSubject = ({ id, kind, params }: DeadJob) => ({ id, name: describeJob(kind, params) });
const toDetails = ({ problem }: DeadJob) => ({ problem });

async function findRefusal(db: Executor, id: string): Promise<DomainError> {
  const [job] = await db.select({ deadAt: jobs.deadAt }).from(jobs).where(byId(jobs.id, id));
  if (!job) return new DomainError('job.not_found');
  return new DomainError(job.deadAt === null ? 'job.tried_again' : 'job.superseded');
}
