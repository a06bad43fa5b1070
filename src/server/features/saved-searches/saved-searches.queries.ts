import { and, asc, desc, eq, isNotNull, lte } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { savedSearches } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx, CtxAs } from '#server/core/context.ts';
import type { SavedSearchView } from '#shared/contracts/saved-searches.ts';
import { savedSearchState } from '#shared/domain/saved-search.ts';
import { SAVED_SEARCHES } from '#shared/vocabulary/limits.ts';

const { id, userId, filters, createdAt, foundAt, nextCheckAt } = savedSearches;
export const VIEW_COLUMNS = { id, filters, createdAt, foundAt };

type Row = Omit<SavedSearchView, 'state'>;

export function toView(row: Row, { now, platform }: Pick<Ctx, 'now' | 'platform'>): SavedSearchView {
  return { ...row, state: savedSearchState(row, { now: now(), zone: platform.zone }) };
}

export async function listSavedSearches(ctx: CtxAs<'student'>): Promise<SavedSearchView[]> {
  const rows = await ctx.db
    .select(VIEW_COLUMNS)
    .from(savedSearches)
    .where(eq(userId, ctx.actor.id))
    .orderBy(desc(createdAt), desc(id))
    .limit(SAVED_SEARCHES.perUser);
  return rows.map((row) => toView(row, ctx));
}

/** Those that wait longest. A suspended account is not written to. */
export function listDueSearches(db: Executor, now: Date) {
  return db
    .select({ id, userId, filters, foundAt })
    .from(savedSearches)
    .innerJoin(users, eq(users.id, userId))
    .where(and(lte(nextCheckAt, now), eq(users.status, 'active')))
    .orderBy(asc(nextCheckAt), asc(id))
    .limit(SAVED_SEARCHES.batch);
}
export type DueSearch = Awaited<ReturnType<typeof listDueSearches>>[number];

const selectWaiting = prepareOnce((db) => db.select({ id }).from(savedSearches).where(isNotNull(nextCheckAt)).limit(1).prepare('waiting_search'));

export async function hasWaitingSearch(db: Executor): Promise<boolean> {
  return (await selectWaiting(db).execute()).length > 0;
}
