import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from './executor.ts';
import { withLocks } from './locks.ts';
import { listingBacklog } from './schema/listing.ts';

export const tutorsWith = {
  category: (id: string) =>
    sql`select distinct entry.tutor_id from tutor_subjects entry join subjects subject on subject.id = entry.subject_id where subject.category_id = ${id}::uuid`,
  subject: (id: string) => sql`select entry.tutor_id from tutor_subjects entry where entry.subject_id = ${id}::uuid`,
  topic: (id: string) => sql`
    select distinct entry.tutor_id from tutor_subject_topics chosen
    join tutor_subjects entry on entry.id = chosen.tutor_subject_id where chosen.topic_id = ${id}::uuid`,
} as const;

/**
 * Returns how many were added or locked: a row that is in the backlog already is locked, so that no job recomputes the listing before this
 * change is committed.
 */
export async function addToBacklog(db: Executor, tutors: SQL): Promise<number> {
  const { count } = await db.execute(sql`
    insert into listing_backlog (tutor_id)
    select concerned.tutor_id from (${tutors}) concerned
    where not exists (
      select from listing_backlog waiting where waiting.tutor_id = concerned.tutor_id and waiting.xmin = pg_current_xact_id()::xid
    )
    order by concerned.tutor_id
    on conflict (tutor_id) do update set tutor_id = excluded.tutor_id`);
  return count;
}

export async function listWaitingTutors(db: Executor, limit: number): Promise<string[]> {
  const rows = await db.select({ id: listingBacklog.tutorId }).from(listingBacklog).orderBy(listingBacklog.tutorId).limit(limit);
  return rows.map(({ id }) => id);
}

export async function takeFromBacklog(db: Executor, tutorIds: readonly string[]): Promise<string[]> {
  const { backlog } = await withLocks(db, { backlog: { update: tutorIds } });
  const lockedIds = backlog.map(({ tutorId }) => tutorId);
  if (lockedIds.length > 0) await db.execute(sql`delete from listing_backlog where tutor_id = any(${sql.param(lockedIds)}::uuid[])`);
  return lockedIds;
}
