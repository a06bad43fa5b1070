import { and, asc, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { lockDueJobs, lockDueJobsOfOwners } from '#db/locks.ts';
import { jobs } from '#db/schema/jobs.ts';
import { anyOf } from '#server/core/ids.ts';
import { JOBS } from '#shared/vocabulary/job-limits.ts';

export type ClaimedJob = {
  id: string;
  kind: string;
  params: Record<string, unknown>;
  ownerId: string;
  /** Incremented by each claim; id and tries together identify a claim. */
  tries: number;
  claimedAt: Date;
  claimedUntil: Date;
};

/** Claims up to `limit` due jobs; `running` are the jobs of this process that have not ended. */
export type Claim = (at: Date, limit: number, running: readonly ClaimedJob[]) => Promise<ClaimedJob[]>;

/** More than are claimed at a time, so that the rest tells when the next job is due. */
const MAX_CANDIDATES = 100;

export function claimInOrder(db: Executor, where: SQL | undefined): Claim {
  return (at, limit) => claim(db, at, sql`${lockDueJobs(db, at, { limit, where })}`);
}

/** Claims jobs of the owners in turn, at most `most` of one owner in this process, so that no owner occupies all slots. */
export function claimInTurn(db: Executor, { where, most }: { where: SQL; most: number }): Claim {
  let last: string | null = null;

  return async (at, limit, running) => {
    const claimed: ClaimedJob[] = [];
    for (;;) {
      const except = ownersWith(most, [...running, ...claimed]);
      const after = last;
      const due = lockDueJobsOfOwners(at, { limit: limit - claimed.length, where, after, except });
      const found = await claim(db, at, due).catch((error: unknown) => {
        // The jobs that were claimed before this failed still run; if the failure lasts, the next look fails too.
        if (claimed.length === 0) throw error;
        return null;
      });
      if (found === null) return claimed;
      claimed.push(...found);
      last = found.length > 0 ? found.map(({ ownerId }) => ownerId).reduce(later) : null;
      if (claimed.length === limit || (found.length === 0 && after === null)) return claimed;
    }
  };
}

function ownersWith(most: number, jobsOfOwners: readonly ClaimedJob[]): string[] {
  const counts = new Map<string, number>();
  for (const { ownerId } of jobsOfOwners) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= most).map(([ownerId]) => ownerId);
}

const later = (a: string, b: string): string => (a > b ? a : b);

/** One statement, so that two runners never claim the same job. */
async function claim(db: Executor, at: Date, due: SQL): Promise<ClaimedJob[]> {
  const claimedUntil = endOfClaim(at);
  const claimed = await db
    .update(jobs)
    .set({ claimedUntil, tries: sql`${jobs.tries} + 1` })
    // `any(array(…))` is evaluated once and finds the jobs by id, whatever the planner estimates.
    .where(sql`${jobs.id} = any(array(${due}))`)
    .returning({ id: jobs.id, kind: jobs.kind, params: jobs.params, ownerId: jobs.ownerId, tries: jobs.tries });
  return claimed.map((job) => ({ ...job, claimedAt: at, claimedUntil }));
}

const endOfClaim = (at: Date): Date => new Date(at.getTime() + JOBS.claimSeconds * 1000);

/** Applies only to jobs that this process still has the claim of. */
export async function extendClaims(db: Executor, at: Date, running: readonly ClaimedJob[]): Promise<void> {
  const claimedUntil = endOfClaim(at);
  const isExtended = (job: ClaimedJob) =>
    claimedUntil.getTime() - job.claimedUntil.getTime() >= JOBS.extendSeconds * 1000 &&
    at.getTime() - job.claimedAt.getTime() < JOBS.longestSeconds * 1000;
  const extended = running.filter(isExtended);
  if (extended.length === 0) return;
  const [ids, tries] = [extended.map(({ id }) => id), extended.map((job) => job.tries)];
  const isOwnClaim = sql`(${jobs.id}, ${jobs.tries}) in (select * from unnest(${sql.param(ids)}::uuid[], ${sql.param(tries)}::int[]))`;
  await db
    .update(jobs)
    .set({ claimedUntil })
    .where(and(anyOf(jobs.id, ids), isOwnClaim));
  for (const job of extended) job.claimedUntil = claimedUntil;
}

/** When the next job is due or a claim expires. Jobs that are due already wait for a slot, and the runner looks again when a job ends. */
export async function findNextDue(db: Executor, at: Date, where: SQL | undefined): Promise<Date | null> {
  const isOpen = and(isNull(jobs.deadAt), where);
  const soon = db
    .select({ at: sql`greatest(${jobs.dueAt}, ${jobs.claimedUntil})`.as('at') })
    .from(jobs)
    .where(isOpen)
    .orderBy(asc(jobs.dueAt))
    .limit(MAX_CANDIDATES);
  const time = sql`${at.toISOString()}::timestamptz`;
  const following = sql`select ${jobs.dueAt} from ${jobs} where ${isOpen} and ${jobs.dueAt} > ${time} order by ${jobs.dueAt} limit 1`;
  const [row] = await db
    .select({ at: sql<Date | null>`least(min(soon.at) filter (where soon.at > ${time}), (${following}))`.mapWith(jobs.dueAt) })
    .from(soon.as('soon'));
  return row?.at ?? null;
}
