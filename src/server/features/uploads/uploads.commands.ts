import { eq } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { uploads } from '#db/schema/files.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { recordDeed } from '#server/core/deeds.ts';
import type { MadeImage } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { RemovedUpload, RemoveUploadInput, UploadedPhoto, UploadPhotoInput } from '#shared/contracts/uploads.ts';
import { isTooLarge } from '#shared/domain/image-rules.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import type { UploadPurpose } from '#shared/vocabulary/content.ts';
import { UPLOADS } from '#shared/vocabulary/limits.ts';
import { looseUploads, ownerOf, uploadNamed } from './uploads.queries.ts';
import { discard, planSweep } from './uploads.steps.ts';

/** Makes a photo anew and keeps it; attached to nothing, it goes after a day. */
export async function uploadPhoto(ctx: SignedIn, { bytes }: UploadPhotoInput): Promise<UploadedPhoto> {
  if (isTooLarge(bytes.length)) throw new DomainError('upload.photo_size', { field: 'photo' });
  const ownerId = ctx.actor.id;
  await checkRoom(ctx, { ownerId, count: 1 });
  const photo = await ctx.images.photo(bytes, ownerId);
  const kept = await keepImages(ctx, { ownerId, purpose: 'photo', images: [photo], isLimited: true });
  if (!kept) throw new DomainError('auth.expired');
  const { id, path } = only(kept);
  return { id, url: ctx.files.url(path, ctx.now()) };
}

type Keeping = { ownerId: string; purpose: UploadPurpose; images: readonly MadeImage[]; isLimited: boolean };
type KeptImage = { id: string; path: string; createdAt: Date };

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
    const locked = await withLocks(unit.db, { users: { noKeyUpdate: [ownerId] } });
    if (locked.users.length === 0) return false;
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

/** Takes an upload away from wherever it hangs, for its owner or an admin. */
export async function removeUpload(ctx: SignedIn, { id: sent }: RemoveUploadInput): Promise<RemovedUpload> {
  const name = sent.trim();
  if (name === '') throw new DomainError('upload.unknown');
  const named = await uploadNamed(ctx.db, name);
  if (!named) throw new DomainError('upload.not_found');
  const { id, ownerId, path } = named;
  const { actor } = ctx;
  const isOwn = ownerId === actor.id;
  if (!isOwn && actor.role !== 'admin') throw new DomainError('upload.not_yours');

  const hasFile = await isThere(ctx, path);
  const wasThere = await inUnitOfWork(ctx, async ({ db, record }) => {
    const locked = await withLocks(db, {
      users: { noKeyUpdate: isOwn ? [ownerId] : [ownerId, actor.id] },
      tutors: { noKeyUpdate: eq(tutorProfiles.userId, ownerId) },
      uploads: { update: [id] },
    });
    if (!isOwn) requireActive(locked.users, actor);
    if (locked.uploads.length === 0) return false;
    const isListed = !(await looseUploads(db, ownerId)).some((loose) => loose.id === id);
    record({ type: 'upload.removed', uploadId: id, ownerId, path });
    if (!hasFile && !isListed) return false;
    if (!isOwn) {
      const subject = { id: ownerId, name: locked.users.find((user) => user.id === ownerId)?.name ?? '' };
      recordDeed({ actor, record }, 'upload.removed', subject, { file: path });
    }
    return true;
  });
  if (!wasThere) throw new DomainError('upload.not_found');
  return { message: SUCCESS.imageDeleted, result: hasFile ? 'ok' : 'not found' };
}

/** While nobody knows, it is: the job that removes it waits for the store, and nobody else has to. */
function isThere({ files, log }: SignedIn, path: string): Promise<boolean> {
  return files.has(path).catch((cause: unknown) => {
    log('nobody knows whether a file is there', { path, cause });
    return true;
  });
}
