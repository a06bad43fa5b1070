import { and, isNotNull, isNull } from 'drizzle-orm';
import { withLocks } from '#db/locks.ts';
import { savedSearches } from '#db/schema/engagement.ts';
import type { Ctx } from '#server/core/context.ts';
import { anyOf, byId } from '#server/core/ids.ts';
import type { JobHandlers } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { SearchFilters } from '#shared/contracts/tutor-search.ts';
import { savedSearchState } from '#shared/domain/saved-search.ts';
import { SAVED_SEARCHES } from '#shared/vocabulary/limits.ts';
import { type DueSearch, hasWaitingSearch, listDueSearches } from './saved-searches.queries.ts';
import { nextRun, planCheck } from './saved-searches.steps.ts';

/** Whether a tutor matches exactly. */
export type HasTutor = (ctx: Ctx, filters: SearchFilters) => Promise<boolean>;

export function checkSavedSearches(hasTutor: HasTutor): JobHandlers['searches.check'] {
  return async (ctx) => {
    // As it was at the start: what this run has checked is due after it.
    const now = ctx.now();
    const end = now.getTime() + SAVED_SEARCHES.runsMs;
    const isTimeLeft = () => ctx.now().getTime() < end;
    let due = await listDueSearches(ctx.db, now);
    while (due.length > 0) {
      const done: Result[] = [];
      for (const search of due) if (isTimeLeft()) done.push({ search, result: await check(ctx, search, hasTutor) });
      await storeResults(ctx, done, now);
      due = isTimeLeft() && due.length === SAVED_SEARCHES.batch ? await listDueSearches(ctx.db, now) : [];
    }
    await inUnitOfWork(ctx, async (unit) => {
      if (await hasWaitingSearch(unit.db)) planCheck(unit);
    });
  };
}

type Result = { search: DueSearch; result: 'found' | 'nobody' | 'over' };

async function check(ctx: Ctx, search: DueSearch, hasTutor: HasTutor): Promise<Result['result']> {
  const { now, platform, log } = ctx;
  if (savedSearchState(search, { now: now(), zone: platform.zone }) === 'over') return 'over';
  try {
    return (await hasTutor(ctx, { femaleOnly: false, sortBy: 'rating', ...search.filters })) ? 'found' : 'nobody';
  } catch (cause) {
    // One that cannot be read must not stop the others; it is tried again in its turn.
    log('a saved search could not be checked', { search: search.id, cause });
    return 'nobody';
  }
}

async function storeResults(ctx: Ctx, results: readonly Result[], at: Date): Promise<void> {
  const idsWith = (result: Result['result']) => results.filter((one) => one.result === result).map(({ search }) => search.id);
  await setNextCheck(ctx, idsWith('nobody'), nextRun(at));
  await setNextCheck(ctx, idsWith('over'), null);
  for (const { search, result } of results) if (result === 'found') await markFound(ctx, search);
}

async function setNextCheck({ db }: Ctx, ids: readonly string[], nextCheckAt: Date | null): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(savedSearches)
    .set({ nextCheckAt })
    .where(and(anyOf(savedSearches.id, ids), isNull(savedSearches.foundAt)));
}

/** Once: a second run finds it marked, or deleted. */
function markFound(ctx: Ctx, { id, userId, filters }: DueSearch): Promise<void> {
  return inUnitOfWork(ctx, async ({ db, now, record }) => {
    await withLocks(db, { users: { keyShare: [userId] } });
    const marked = await db
      .update(savedSearches)
      .set({ foundAt: now(), nextCheckAt: null })
      .where(and(byId(savedSearches.id, id), isNotNull(savedSearches.nextCheckAt)))
      .returning({ id: savedSearches.id });
    if (marked.length > 0) record({ type: 'search.found', searchId: id, userId, filters });
  });
}
