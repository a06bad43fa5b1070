import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import { dataArchives } from '#db/schema/privacy.ts';
import type { SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { isPlanned } from '#server/core/jobs.ts';
import type { ArchiveView } from '#shared/contracts/archives.ts';
import { archiveExpiry } from '#shared/domain/archive-expiry.ts';
import type { Role } from '#shared/vocabulary/people.ts';

export type Archive = typeof dataArchives.$inferSelect;
export type ArchiveOwner = { id: string; role: Role | null };

export const toArchivePath = (archiveId: string): string => `archives/${archiveId}.zip`;

export const toMakingKey = (archiveId: string): string => `archive.make ${archiveId}`;

const isExpired = (readyAt: Date, now: Date): boolean => archiveExpiry(readyAt) <= now;

export async function findOwnArchive(db: Executor, userId: string): Promise<Archive | null> {
  const [archive] = await db.select().from(dataArchives).where(eq(dataArchives.userId, userId));
  return archive ?? null;
}

export async function getArchive({ db, actor, now }: Pick<SignedIn, 'db' | 'actor' | 'now'>): Promise<ArchiveView> {
  const archive = await findOwnArchive(db, actor.id);
  if (!archive) return null;
  const { id, readyAt, bytes, createdAt: requestedAt } = archive;
  if (readyAt === null) return { id, requestedAt, state: (await isPlanned(db, toMakingKey(id))) ? 'making' : 'failed', expiresAt: null, bytes: null };
  return isExpired(readyAt, now()) ? null : { id, requestedAt, state: 'ready', expiresAt: archiveExpiry(readyAt), bytes };
}

/** Null for an archive of another account. */
export async function findReadyArchive(db: Executor, { id, userId, now }: { id: string; userId: string; now: Date }): Promise<Archive | null> {
  const [archive] = await db
    .select()
    .from(dataArchives)
    .where(and(byId(dataArchives.id, id), byId(dataArchives.userId, userId)));
  return archive?.readyAt && !isExpired(archive.readyAt, now) ? archive : null;
}

/** Null once the account was deleted, or has requested a new archive. */
export async function findRequest(db: Executor, archiveId: string): Promise<{ owner: ArchiveOwner; isReady: boolean } | null> {
  const [row] = await db
    .select({ id: users.id, role: users.role, readyAt: dataArchives.readyAt })
    .from(dataArchives)
    .innerJoin(users, eq(users.id, dataArchives.userId))
    .where(byId(dataArchives.id, archiveId));
  return row ? { owner: { id: row.id, role: row.role }, isReady: row.readyAt !== null } : null;
}
