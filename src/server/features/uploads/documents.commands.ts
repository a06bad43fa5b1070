import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { uploads } from '#db/schema/files.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { As } from '#server/core/context.ts';
import type { MadeImage } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { documentView } from '#shared/contracts/tutors.ts';
import type { AttachDocumentInput, DocumentFile, UploadDocumentsInput, UploadedDocuments } from '#shared/contracts/uploads.ts';
import { shownFileName } from '#shared/domain/file-name.ts';
import { isTooLarge } from '#shared/domain/image-rules.ts';
import { DomainError } from '#shared/errors.ts';
import { imagesUploaded } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { checkRoom, keepImages, newUpload, toRow } from './uploads.commands.ts';
import { documentsOnProfile } from './uploads.queries.ts';
import { planSweep, removeFile } from './uploads.steps.ts';

type Tutor = As<'tutor'>;

/** What a file without a name is called in a sentence. */
const NAMELESS = 'This file';

/** Makes documents anew and keeps all of them or none; saving the profile attaches them, and those that it never does go after a day. */
export async function uploadDocuments(ctx: Tutor, { files }: UploadDocumentsInput): Promise<UploadedDocuments> {
  const ownerId = ctx.actor.id;
  const room = LIMITS.documents - (await documentsOnProfile(ctx.db, ownerId));
  if (files.length > room) throw tooMany(room);
  const named = files.map(withName);
  checkSizes(named);
  await checkRoom(ctx, { ownerId, count: files.length });
  const images = await madeAnew(ctx, named);
  const kept = await keepImages(ctx, { ownerId, purpose: 'document', images, isLimited: true });
  if (!kept) throw new DomainError('auth.expired');
  const documents = kept.map(({ id, path }) => ({ id, url: ctx.files.url(path, ctx.now()) }));
  return { message: imagesUploaded(documents.length), documents };
}

/** Makes one document anew and puts it on the profile, once its file is there. */
export async function attachDocument(ctx: Tutor, { file, type }: AttachDocumentInput): Promise<z.infer<typeof documentView>> {
  const ownerId = ctx.actor.id;
  await checkProfile(ctx);
  const named = [withName(file)];
  checkSizes(named);
  const images = await madeAnew(ctx, named);
  const document = newUpload(only(images), { ownerId, purpose: 'document', createdAt: ctx.now() });
  const { id, path } = document;
  // Its row comes with its entry, so that it never counts among those that hang on nothing; until then the sweep knows of the file.
  await inUnitOfWork(ctx, async (unit) => planSweep(unit, id, path));
  try {
    await ctx.files.save(path, document.bytes);
    await attach(ctx, { document, type });
  } catch (error) {
    await inUnitOfWork(ctx, async (unit) => removeFile(unit, path));
    throw error;
  }
  return { id, url: ctx.files.url(path, ctx.now()), type, uploadedAt: document.createdAt };
}

/** One at a time for a profile: the next one counts this one. */
function attach(ctx: Tutor, { document, type }: { document: ReturnType<typeof newUpload>; type: AttachDocumentInput['type'] }): Promise<void> {
  const ownerId = ctx.actor.id;
  return inUnitOfWork(ctx, async (unit) => {
    const { db, record } = unit;
    const locked = await withLocks(db, {
      users: { noKeyUpdate: [ownerId] },
      tutors: { noKeyUpdate: eq(tutorProfiles.userId, ownerId) },
    });
    if (locked.users.length === 0) throw new DomainError('auth.expired');
    await checkProfile(unit);
    await db.insert(uploads).values(toRow(document));
    record({ type: 'document.uploaded', uploadId: document.id, ownerId, documentType: type });
  });
}

async function checkProfile({ db, actor }: Pick<Tutor, 'db' | 'actor'>): Promise<void> {
  if ((await documentsOnProfile(db, actor.id)) >= LIMITS.documents) throw tooMany(0);
}

function tooMany(room: number): DomainError {
  return new DomainError('upload.too_many', { params: { count: Math.max(0, room) }, field: 'documents' });
}

function withName({ name, bytes }: DocumentFile): DocumentFile {
  return { name: shownFileName(name) || NAMELESS, bytes };
}

function checkSizes(files: readonly DocumentFile[]): void {
  const large = files.find(({ bytes }) => isTooLarge(bytes.length));
  if (large) throw new DomainError('upload.document_size', { params: { file: large.name }, field: 'documents' });
}

/** One after the other: of those after one that is no image, none is looked at. */
async function madeAnew({ images, actor }: Tutor, files: readonly DocumentFile[]): Promise<MadeImage[]> {
  const made: MadeImage[] = [];
  for (const file of files) made.push(await images.document(file, actor.id));
  return made;
}
