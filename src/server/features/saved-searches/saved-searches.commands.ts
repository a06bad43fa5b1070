import { and, eq } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { only } from '#db/executor.ts';
import { savedSearches } from '#db/schema/engagement.ts';
import { lockOwnAccount } from '#server/core/active-account.ts';
import type { CtxAs } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { SavedSearchInput, SavedSearchView, SaveSearchInput } from '#shared/contracts/saved-searches.ts';
import { savedSearchState, searchKey, toSavedFilters } from '#shared/domain/saved-search.ts';
import { DomainError } from '#shared/errors.ts';
import { SAVED_SEARCHES } from '#shared/vocabulary/limits.ts';
import { toView, VIEW_COLUMNS } from './saved-searches.queries.ts';
import { planCheck } from './saved-searches.steps.ts';

/** Saving a search again looks again. */
export function saveSearch(ctx: CtxAs<'student'>, input: SaveSearchInput): Promise<SavedSearchView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, platform } = unit;
    await lockOwnAccount(unit);
    const filters = toSavedFilters(input);
    const state = savedSearchState({ filters, foundAt: null }, { now: now(), zone: platform.zone });
    if (state === 'over') throw new DomainError('saved_search.day_over');
    const key = hashToken(searchKey(filters));
    const isOwn = eq(savedSearches.userId, actor.id);
    const isNew = (await db.$count(savedSearches, and(isOwn, eq(savedSearches.key, key)))) === 0;
    if (isNew && (await db.$count(savedSearches, isOwn)) >= SAVED_SEARCHES.perUser) throw new DomainError('saved_search.too_many');
    const check = { foundAt: null, nextCheckAt: now() };
    const rows = await db
      .insert(savedSearches)
      .values({ id: uuidV7(now().getTime()), userId: actor.id, filters, key, createdAt: now(), ...check })
      .onConflictDoUpdate({ target: [savedSearches.userId, savedSearches.key], set: check })
      .returning(VIEW_COLUMNS);
    planCheck(unit);
    return toView(only(rows), unit);
  });
}

export async function deleteSearch({ db, actor }: CtxAs<'student'>, { id }: SavedSearchInput): Promise<void> {
  const deleted = await db
    .delete(savedSearches)
    .where(and(byId(savedSearches.id, id), eq(savedSearches.userId, actor.id)))
    .returning({ id: savedSearches.id });
  if (deleted.length === 0) throw new DomainError('saved_search.not_found');
}
