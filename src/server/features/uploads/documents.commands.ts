import type { z } from 'zod';
import type { As } from '#server/core/context.ts';
import type { documentView } from '#shared/contracts/tutors.ts';
import type { AttachDocumentInput, UploadDocumentsInput, UploadedDocuments } from '#shared/contracts/uploads.ts';

// being built
export async function uploadDocuments(_: As<'tutor'>, __: UploadDocumentsInput): Promise<UploadedDocuments> {
  throw new Error('being built');
}

export async function attachDocument(_: As<'tutor'>, __: AttachDocumentInput): Promise<z.infer<typeof documentView>> {
  throw new Error('being built');
}
