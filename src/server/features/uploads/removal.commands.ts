import { eq } from 'drizzle-orm';
import { lockTutors, lockUpload, lockUsers } from '#db/locks.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { SignedIn } from '#server/core/context.ts';
import { recordDeed } from '#server/core/deeds.ts';
import { demandStanding } from '#server/core/standing.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { RemovedUpload, RemoveUploadInput } from '#shared/contracts/uploads.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { looseUploads, uploadNamed } from './uploads.queries.ts';

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
    const people = await lockUsers(db, isOwn ? [ownerId] : [ownerId, actor.id]);
    if (!isOwn) demandStanding(people, actor);
    await lockTutors(db, eq(tutorProfiles.userId, ownerId));
    const [upload] = await lockUpload(db, id);
    if (!upload) return false;
    const isListed = !(await looseUploads(db, ownerId)).some((loose) => loose.id === id);
    record({ type: 'upload.removed', uploadId: id, ownerId, path });
    if (!hasFile && !isListed) return false;
    if (!isOwn) {
      const subject = { id: ownerId, name: people.find((one) => one.id === ownerId)?.name ?? '' };
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
