import { z } from '@hono/zod-openapi';
import { attachDocumentInput, uploadDocumentsInput, uploadPhotoInput } from '#shared/contracts/uploads.ts';
import { shownFileName } from '#shared/domain/file-name.ts';
import { imagesUploaded, SUCCESS } from '#shared/messages.ts';
import { DOCUMENT_TYPES } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { IDS, PHOTO_URL, SIGNED_URL } from './examples.ts';
import { body, oneOf, withoutNul } from './input.ts';
import { address, id, message, success } from './schemas.ts';
import { documentRef } from './tutors.ts';

const FILE = { type: 'string', format: 'binary', example: 'the bytes of a file' } as const;

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

type UploadedFile = { name?: string; bytes?: Uint8Array };

const readFile = ({ name = '', bytes }: UploadedFile) => ({ name: shownFileName(name), bytes });

export const photoFile = body('PhotoFile', { contract: uploadPhotoInput, read: ({ bytes }) => ({ bytes }) });
const documentFiles = body('DocumentFiles', { contract: uploadDocumentsInput, read: (sent) => sent });
const documentFile = body('DocumentFile', { contract: attachDocumentInput, read: (sent) => sent });

export const toDocumentFiles = (files: readonly UploadedFile[]) => documentFiles.parse({ files: files.map(readFile) });
export const toDocumentFile = (file: UploadedFile | undefined, type: string | undefined) =>
  documentFile.parse({ file: readFile(file ?? {}), type: oneOf(DOCUMENT_TYPES, type?.trim().toLowerCase()) });

const FILES = '/files/';
const ANY_SITE = 'http://site';

/** The id of an upload, or its path: the origin and the signature of an address do not count. */
export const uploadId = z
  .string()
  .transform((sent) => withoutNul(toPath(sent.trim())).slice(0, LIMITS.id))
  .openapi({ type: 'string', param: { description: 'The id of an upload, or its address, percent-encoded.', example: IDS.upload } });
export const uploadParams = z.object({ id: uploadId });

function toPath(sent: string): string {
  const path = URL.canParse(sent, ANY_SITE) ? new URL(sent, ANY_SITE).pathname : '';
  if (!path.startsWith(FILES)) return sent;
  try {
    return decodeURIComponent(path.slice(FILES.length));
  } catch {
    return sent;
  }
}

const upload = id.openapi({ description: 'For `DELETE /api/upload/{id}`.', example: IDS.upload });

export const uploadedPhotoBody = z
  .object({
    success,
    data: z.object({
      url: address({ format: 'uri', description: 'Lasts as long as the image, and opens for anybody.', example: PHOTO_URL }),
      id: upload,
      publicId: upload.openapi({ description: 'The same as `id`, for clients that know it by this name.' }),
    }),
  })
  .openapi('UploadedPhoto');

export const uploadedDocumentsBody = z
  .object({
    success,
    message: message(imagesUploaded(1)),
    data: z.array(z.object({ id: upload, url: address({ format: 'uri', example: SIGNED_URL }) })),
  })
  .openapi('UploadedDocuments');

export const attachedDocumentBody = z.object({ success, message: message(SUCCESS.documentUploaded), data: documentRef }).openapi('AttachedDocument');

export const removedUploadBody = z
  .object({
    success,
    message: message(SUCCESS.imageDeleted),
    data: z.object({
      result: z.enum(['ok', 'not found']).openapi({ description: '`not found`: the file had gone, and is now taken off where it was listed.' }),
    }),
  })
  .openapi('RemovedUpload');
