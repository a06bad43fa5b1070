import { z } from '@hono/zod-openapi';
import type { documentView } from '#shared/contracts/tutors.ts';
import {
  attachDocumentInput,
  type UploadedDocuments,
  type UploadedPhoto,
  uploadDocumentsInput,
  uploadPhotoInput,
} from '#shared/contracts/uploads.ts';
import { shownFileName } from '#shared/domain/file-name.ts';
import { imagesUploaded, SUCCESS } from '#shared/messages.ts';
import { DOCUMENT_TYPES } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { IDS, PHOTO, SIGNED } from './examples.ts';
import { body, oneOf } from './reading.ts';
import { absolute, documentRef, id, success, told, withId } from './shapes.ts';

const FILE = { type: 'string', format: 'binary', example: 'the bytes of a file' } as const;

/** As the reference shows it; what is a file, only the parsed form tells. */
export const PHOTO_FORM = {
  type: 'object' as const,
  properties: {
    photo: { ...FILE, description: 'JPG, PNG or GIF, at most 2,097,152 bytes.' },
    image: { ...FILE, description: 'The same under its other name.' },
  },
};
export const DOCUMENTS_FORM = {
  type: 'object' as const,
  required: ['documents'],
  properties: {
    documents: {
      type: 'array' as const,
      items: FILE,
      minItems: 1,
      maxItems: LIMITS.documents,
      description: 'JPG or PNG, at most 2,097,152 bytes each.',
    },
  },
};
export const DOCUMENT_FORM = {
  type: 'object' as const,
  required: ['document'],
  properties: {
    document: { ...FILE, description: 'JPG or PNG, at most 2,097,152 bytes.' },
    type: { type: 'string' as const, enum: [...DOCUMENT_TYPES], default: 'other', description: 'What it shows; anything else is `other`.' },
  },
};

type SentFile = { name?: string; bytes?: Uint8Array };

const named = ({ name = '', bytes }: SentFile) => ({ name: shownFileName(name), bytes });

export const photoFile = body('PhotoFile', { contract: uploadPhotoInput, read: ({ bytes }) => ({ bytes }) });
const documentFiles = body('DocumentFiles', { contract: uploadDocumentsInput, read: (sent) => sent });
const documentFile = body('DocumentFile', { contract: attachDocumentInput, read: (sent) => sent });

export const toDocumentFiles = (files: readonly SentFile[]) => documentFiles.parse({ files: files.map(named) });

/** A type that nobody knows is another one. */
export const toDocumentFile = (file: SentFile | undefined, type: unknown) =>
  documentFile.parse({ file: named(file ?? {}), type: oneOf(DOCUMENT_TYPES, typeof type === 'string' ? type.trim().toLowerCase() : undefined) });

const FILES = '/files/';
const SITE = 'http://site';

/** The id of an upload, or the path of its file; where an address begins, and what it was signed with, does not count. */
export const uploadId = z
  .string()
  .transform((sent) => pathIn(sent.trim()).replaceAll('\0', '\uFFFD').slice(0, LIMITS.id))
  .openapi({ type: 'string', param: { description: 'The id of an upload, or its address, percent-encoded.', example: IDS.upload } });

function pathIn(sent: string): string {
  const pathname = URL.canParse(sent, SITE) ? new URL(sent, SITE).pathname : '';
  if (!pathname.startsWith(FILES)) return sent;
  try {
    return decodeURIComponent(pathname.slice(FILES.length));
  } catch {
    return sent;
  }
}

const uploaded = id.openapi({ description: 'For `DELETE /api/upload/{id}`.', example: IDS.upload });

export const uploadedPhotoBody = z
  .object({
    success,
    data: z.object({
      url: z.string().openapi({ format: 'uri', description: 'Lasts as long as the image, and opens for anybody.', example: PHOTO }),
      id: uploaded,
      publicId: uploaded.openapi({ description: 'The same as `id`, for clients that know it by this name.' }),
    }),
  })
  .openapi('UploadedPhoto');

export const toUploadedPhoto = ({ id, url }: UploadedPhoto, site: string) => ({
  success: true as const,
  data: { url: absolute(url, site), id, publicId: id },
});

export const uploadedDocumentsBody = z
  .object({
    success,
    message: told(imagesUploaded(1)),
    data: z.array(z.object({ id: uploaded, url: z.string().openapi({ format: 'uri', example: SIGNED }) })),
  })
  .openapi('UploadedDocuments');

export const toUploadedDocuments = ({ message, documents }: UploadedDocuments, site: string) => ({
  success: true as const,
  message,
  data: documents.map(({ id, url }) => ({ id, url: absolute(url, site) })),
});

export const attachedDocumentBody = z
  .object({
    success,
    message: told(SUCCESS.documentUploaded),
    data: documentRef,
  })
  .openapi('AttachedDocument');

export const toAttachedDocument = (document: z.infer<typeof documentView>, { site, message }: { site: string; message: string }) => ({
  success: true as const,
  message,
  data: { ...withId(document), url: absolute(document.url, site), uploadedAt: document.uploadedAt.toISOString() },
});

export const removedUploadBody = z
  .object({
    success,
    message: told(SUCCESS.imageDeleted),
    data: z.object({
      result: z.enum(['ok', 'not found']).openapi({ description: '`not found`: the file had gone, and is now taken off where it was listed.' }),
    }),
  })
  .openapi('RemovedUpload');
