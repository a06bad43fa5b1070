import { and, eq, isNull } from 'drizzle-orm';
import { withLocks } from '#db/locks.ts';
import { dataArchives } from '#db/schema/privacy.ts';
import type { Ctx } from '#server/core/context.ts';
import { enqueue, type JobHandlers } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { archiveExpiry } from '#shared/domain/archive-expiry.ts';
import { findRequest, toArchivePath } from './archives.queries.ts';
import { removeArchive } from './archives.steps.ts';
import { type ArchiveSources, listEntries } from './entries.queries.ts';

/** A second run writes the same file again, and does not announce it twice. */
export const makeArchive =
  (sources: ArchiveSources): JobHandlers['archive.make'] =>
  async (ctx, { archiveId }) => {
    const request = await findRequest(ctx.db, archiveId);
    if (request?.isReady) return;
    const path = toArchivePath(archiveId);
    if (request) {
      const bytes = await ctx.archives.store(path, await listEntries(ctx, request.owner, sources));
      await announce(ctx, { archiveId, userId: request.owner.id, bytes });
    }
    // The account may have been deleted meanwhile with its file, which must not be created again.
    if (!(await findRequest(ctx.db, archiveId))) await ctx.files.remove(path);
  };

async function announce(ctx: Ctx, { archiveId, userId, bytes }: { archiveId: string; userId: string; bytes: number }): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const readyAt = now();
    // Locks in the order of a deletion: first the account, then its rows.
    await withLocks(db, { users: { keyShare: [userId] } });
    const updated = await db
      .update(dataArchives)
      .set({ readyAt, bytes })
      .where(and(eq(dataArchives.id, archiveId), isNull(dataArchives.readyAt)))
      .returning({ id: dataArchives.id });
    if (updated.length === 0) return;
    record({ type: 'archive.ready', userId, archiveId });
    enqueue(unit, { kind: 'archive.expire', params: { archiveId }, dueAt: archiveExpiry(readyAt), key: `archive.expire ${archiveId}` });
  });
}

export const expireArchive: JobHandlers['archive.expire'] = async (ctx, { archiveId }) => {
  await inUnitOfWork(ctx, (unit) => removeArchive(unit, archiveId));
  await ctx.archives.removeStaleFiles();
  await ctx.files.removeStaleFiles();
};
