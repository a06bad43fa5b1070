import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { uploads } from '#db/schema/files.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { CtxAs } from '#server/core/context.ts';
import type { ProcessedImage } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { documentView } from '#shared/contracts/tutors.ts';
import type { AttachDocumentInput, DocumentFile, UploadDocumentsInput, UploadedDocuments } from '#shared/contracts/uploads.ts';
import { shownFileName } from '#shared/domain/file-name.ts';
import { isTooLarge } from '#shared/domain/image-rules.ts';
import { DomainError } from '#shared/errors.ts';
import { imagesUploaded } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { type NewUpload, prepareUpload, requireRoomForUnused, storeImages, toUploadRow } from './uploads.commands.ts';
import { countProfileDocuments, findOwner } from './uploads.queries.ts';
import { planSweep, removeFile } from './uploads.steps.ts';

type Tutor = CtxAs<'tutor'>;

const UNNAMED_FILE = 'This file';

export async function uploadDocuments(ctx: Tutor, { files }: UploadDocumentsInput): Promise<UploadedDocuments> {
  const ownerId = ctx.actor.id;
  const freeSlots = LIMITS.documents - (await countProfileDocuments(ctx.db, ownerId));
  if (files.length > freeSlots) throw tooManyError(freeSlots);
  const namedFiles = files.map(withShownName);
  requireAllowedSizes(namedFiles);
  await requireRoomForUnused(ctx, { ownerId, count: files.length });
  const images = await reencode(ctx, namedFiles);
  const stored = await storeImages(ctx, { ownerId, purpose: 'document', images, isLimited: true });
  if (!stored) throw new DomainError('auth.expired');
  const documents = stored.map(({ id, path }) => ({ id, url: ctx.files.url(path, ctx.now()) }));
  return { message: imagesUploaded(documents.length), documents };
}

export async function attachDocument(ctx: Tutor, { file, type }: AttachDocumentInput): Promise<z.infer<typeof documentView>> {
  const ownerId = ctx.actor.id;
  await requireFreeSlot(ctx);
  const namedFiles = [withShownName(file)];
  requireAllowedSizes(namedFiles);
  const images = await reencode(ctx, namedFiles);
  const document = prepareUpload(only(images), { ownerId, purpose: 'document', createdAt: ctx.now() });
  const { id, path } = document;
  // The row is written together with the profile's entry, so that it never counts as unused. Until then the planned sweep covers the file.
  await inUnitOfWork(ctx, async (unit) => planSweep(unit, id, path));
  try {
    await ctx.files.save(path, document.bytes);
    await attachToProfile(ctx, { document, type });
  } catch (error) {
    await removeUnlessAdded(ctx, document);
    throw error;
  }
  return { id, url: ctx.files.url(path, ctx.now()), type, uploadedAt: document.createdAt };
}

function attachToProfile(ctx: Tutor, { document, type }: { document: NewUpload; type: AttachDocumentInput['type'] }): Promise<void> {
  const ownerId = ctx.actor.id;
  return inUnitOfWork(ctx, async (unit) => {
    const { db, record } = unit;
    const locked = await withLocks(db, {
      users: { noKeyUpdate: [ownerId] },
      tutors: { noKeyUpdate: eq(tutorProfiles.userId, ownerId) },
    });
    if (locked.users.length === 0) throw new DomainError('auth.expired');
    await requireFreeSlot(unit);
    await db.insert(uploads).values(toUploadRow(document));
    record({ type: 'document.uploaded', uploadId: document.id, ownerId, documentType: type });
  });
}

/** A connection that was lost leaves open whether the document was added; the lock waits for a transaction that still runs. */
function removeUnlessAdded(ctx: Tutor, { id, ownerId, path }: NewUpload): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    await withLocks(unit.db, { users: { noKeyUpdate: [ownerId] } });
    if ((await findOwner(unit.db, id)) === null) removeFile(unit, path);
  });
}

async function requireFreeSlot({ db, actor }: Pick<Tutor, 'db' | 'actor'>): Promise<void> {
  if ((await countProfileDocuments(db, actor.id)) >= LIMITS.documents) throw tooManyError(0);
}

function tooManyError(freeSlots: number): DomainError {
  return new DomainError('upload.too_many', { params: { count: Math.max(0, freeSlots) }, field: 'documents' });
}

function withShownName({ name, bytes }: DocumentFile): DocumentFile {
  return { name: shownFileName(name) || UNNAMED_FILE, bytes };
}

function requireAllowedSizes(files: readonly DocumentFile[]): void {
  const largeFile = files.find(({ bytes }) => isTooLarge(bytes.length));
  if (largeFile) throw new DomainError('upload.document_size', { params: { file: largeFile.name }, field: 'documents' });
}

/** One after the other, so that nothing is decoded after a file that is not an image. */
async function reencode({ images, actor }: Tutor, files: readonly DocumentFile[]): Promise<ProcessedImage[]> {
  const documents: ProcessedImage[] = [];
  for (const file of files) documents.push(await images.document(file, actor.id));
  return documents;
}
