import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { DOCUMENT_TYPES } from '#shared/vocabulary/content.ts';

export const uploadPhotoInput = z.object({ bytes: z.instanceof(Uint8Array, { error: ERRORS['upload.none'].message }) });
export type UploadPhotoInput = z.infer<typeof uploadPhotoInput>;

export const uploadedPhoto = z.object({ id: z.string(), url: z.string() });
export type UploadedPhoto = z.infer<typeof uploadedPhoto>;

const documentFile = z.object({ name: z.string().max(300).default(''), bytes: z.instanceof(Uint8Array, { error: ERRORS['upload.none'].message }) });
export type DocumentFile = z.infer<typeof documentFile>;

export const uploadDocumentsInput = z.object({ files: z.array(documentFile).min(1, ERRORS['upload.none'].message) });
export type UploadDocumentsInput = z.infer<typeof uploadDocumentsInput>;
export const uploadedDocuments = z.object({ message: z.string(), documents: z.array(z.object({ id: z.string(), url: z.string() })) });
export type UploadedDocuments = z.infer<typeof uploadedDocuments>;

export const attachDocumentInput = z.object({ file: documentFile, type: z.enum(DOCUMENT_TYPES).default('other') });
export type AttachDocumentInput = z.infer<typeof attachDocumentInput>;

export const removeUploadInput = z.object({ id: z.string().max(2000) });
export type RemoveUploadInput = z.infer<typeof removeUploadInput>;
export const removedUpload = z.object({ message: z.string(), result: z.enum(['ok', 'not found']) });
export type RemovedUpload = z.infer<typeof removedUpload>;
