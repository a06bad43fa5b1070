import { uuidV7 } from '#db/columns.ts';
import { lockUsers } from '#db/locks.ts';
import { uploads } from '#db/schema/files.ts';
import type { Ctx } from '#server/core/context.ts';
import type { MadeImage } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { DomainError } from '#shared/errors.ts';
import type { UploadPurpose } from '#shared/vocabulary/content.ts';
import { UPLOADS } from '#shared/vocabulary/limits.ts';
import { discard, planSweep } from './uploads.steps.ts';
import { looseUploads, ownerOf } from './uploads.queries.ts';

type Keeping = { ownerId: string; purpose: UploadPurpose; images: readonly MadeImage[]; isLimited: boolean };
export type KeptImage = { id: string; path: string; createdAt: Date };

type NewUpload = KeptImage & { ownerId: string; purpose: UploadPurpose; contentType: string; bytes: Uint8Array };

export function newUpload({ extension, ...image }: MadeImage, about: Pick<NewUpload, 'ownerId' | 'purpose' | 'createdAt'>): NewUpload {
  const id = uuidV7(about.createdAt.getTime());
  return { ...image, ...about, id, path: `${about.purpose}s/${id}.${extension}` };
}

export const toRow = ({ bytes, ...row }: NewUpload): typeof uploads.$inferInsert => ({ ...row, bytes: bytes.length });

/** All of them or none; null when the account has gone. A row comes before its file: of a file that is there, somebody always knows. */
export async function keepImages(ctx: Ctx, { ownerId, purpose, images, isLimited }: Keeping): Promise<KeptImage[] | null> {
  const createdAt = ctx.now();
  const kept = images.map((image) => newUpload(image, { ownerId, purpose, createdAt }));
  const hasOwner = await inUnitOfWork(ctx, async (unit) => {
    const [owner] = await lockUsers(unit.db, [ownerId]);
    if (!owner) return false;
    if (isLimited) await checkRoom(unit, { ownerId, count: images.length });
    await unit.db.insert(uploads).values(kept.map(toRow));
    for (const { id, path } of kept) planSweep(unit, id, path);
    return true;
  });
  if (!hasOwner) return null;

  // One that is still being saved when another fails would come after it was discarded.
  const saved = await Promise.allSettled(kept.map(({ path, bytes }) => ctx.files.save(path, bytes)));
  const failure = saved.find((outcome) => outcome.status === 'rejected');
  if (failure) {
    await discardAll(ctx, kept);
    throw failure.reason;
  }
  // Whoever closed the account meanwhile may have looked for the files before they were there.
  const [first] = kept;
  if (first && (await ownerOf(ctx.db, first.id)) === null) {
    for (const { path } of kept) await ctx.files.remove(path);
    return null;
  }
  return kept;
}

function discardAll(ctx: Ctx, kept: readonly KeptImage[]): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    for (const upload of kept) await discard(unit, upload);
  });
}

/** Refuses so many more where they would be too many that hang on nothing. */
export async function checkRoom({ db, now }: Pick<Ctx, 'db' | 'now'>, { ownerId, count }: { ownerId: string; count: number }): Promise<void> {
  const loose = await looseUploads(db, ownerId);
  const lastInTheWay = loose[loose.length + count - UPLOADS.loose - 1];
  if (!lastInTheWay) return;
  const goesAt = lastInTheWay.createdAt.getTime() + UPLOADS.looseHours * 3_600_000;
  throw new DomainError('upload.too_many_loose', { retryAfter: Math.max(1, Math.ceil((goesAt - now().getTime()) / 1000)) });
}
