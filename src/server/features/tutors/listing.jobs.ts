import { listWaitingTutors, takeFromBacklog } from '#db/listing-backlog.ts';
import { withLocks } from '#db/locks.ts';
import type { Ctx } from '#server/core/context.ts';
import { enqueue, type JobHandlers } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { LISTING_REFRESH } from '#shared/vocabulary/limits.ts';

export const refreshListings: JobHandlers['listing.refresh'] = async (ctx) => {
  const end = ctx.now().getTime() + LISTING_REFRESH.runsMs;
  let refreshed = await refreshBatch(ctx);
  while (refreshed > 0 && ctx.now().getTime() < end) refreshed = await refreshBatch(ctx);

  await inUnitOfWork(ctx, async (unit) => {
    if ((await listWaitingTutors(unit.db, 1)).length === 0) return;
    const pause = refreshed > 0 ? 0 : LISTING_REFRESH.pauseMs;
    enqueue(unit, { kind: 'listing.refresh', params: {}, dueAt: new Date(unit.now().getTime() + pause) });
  });
};

function refreshBatch(ctx: Ctx): Promise<number> {
  return inUnitOfWork(ctx, async ({ db, record }) => {
    const waiting = await listWaitingTutors(db, LISTING_REFRESH.batch);
    if (waiting.length === 0) return 0;
    await withLocks(db, { tutors: { noKeyUpdate: waiting } });
    const tutorIds = await takeFromBacklog(db, waiting);
    if (tutorIds.length > 0) record({ type: 'figures.outdated', tutorIds });
    return tutorIds.length;
  });
}
