import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { only } from '#db/executor.ts';
import { lockTutors, lockUpload, lockUsers } from '#db/locks.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { As } from '#server/core/context.ts';
import type { MadeImage } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { documentView } from '#shared/contracts/tutors.ts';
import type { AttachDocumentInput, DocumentFile, UploadDocumentsInput, UploadedDocuments } from '#shared/contracts/uploads.ts';
import { isTooLarge } from '#shared/domain/image-rules.ts';
import { DomainError } from '#shared/errors.ts';
import { imagesUploaded } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { checkRoom, discardAll, type KeptImage, keepImages } from './keeping.commands.ts';
import { documentsOnProfile } from './uploads.queries.ts';

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
  // They hang on nothing for a moment only, and are refused by what the profile has room for.
  const kept = await keepImages(ctx, { ownerId, purpose: 'document', images, isLimited: false });
  if (!kept) throw new DomainError('auth.expired');
  const document = only(kept);
  await attach(ctx, { document, type }).catch(async (error: unknown) => {
    await discardAll(ctx, kept);
    throw error;
  });
  return { id: document.id, url: ctx.files.url(document.path, ctx.now()), type, uploadedAt: document.createdAt };
}

/** One at a time for a profile: the next one counts this one. */
function attach(ctx: Tutor, { document, type }: { document: KeptImage; type: AttachDocumentInput['type'] }): Promise<void> {
  const ownerId = ctx.actor.id;
  return inUnitOfWork(ctx, async (unit) => {
    const { db, record } = unit;
    await lockUsers(db, [ownerId]);
    await lockTutors(db, eq(tutorProfiles.userId, ownerId));
    await checkProfile(unit);
    const [upload] = await lockUpload(db, document.id);
    if (!upload) throw new DomainError('upload.unknown');
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
  return { name: name.trim() || NAMELESS, bytes };
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
