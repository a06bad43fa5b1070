import { createRoute, z } from '@hono/zod-openapi';
import { DomainError } from '#shared/errors.ts';
import { ok, operation, refusals } from './operation.ts';
import { isMultipart } from './request-body.ts';
import { restGroup } from './support.ts';
import {
  DOCUMENTS_FORM,
  filesOf,
  PHOTO_FORM,
  photoFile,
  removedUploadBody,
  toDocumentFiles,
  toUploadedDocuments,
  toUploadedPhoto,
  uploadedDocumentsBody,
  uploadedPhotoBody,
  uploadId,
} from './wire/uploads.ts';

const TAG = 'Uploads';
const PHOTO_FIELDS = ['photo', 'image'];
const DOCUMENT_FIELDS = ['documents'];

const profilePhoto = createRoute({
  method: 'post',
  path: '/profile-photo',
  ...operation(TAG, 'user', 'Store a photo, to be attached to the account or a post within a day'),
  request: { body: { required: true, content: { 'multipart/form-data': { schema: PHOTO_FORM } } } },
  responses: { ...ok(uploadedPhotoBody), ...refusals(400, 401, 429) },
});

const verificationDocuments = createRoute({
  method: 'post',
  path: '/verification-docs',
  ...operation(TAG, 'tutor', 'Store one to five documents, to be saved with the profile within a day'),
  request: { body: { required: true, content: { 'multipart/form-data': { schema: DOCUMENTS_FORM } } } },
  responses: { ...ok(uploadedDocumentsBody), ...refusals(400, 401, 403, 429) },
});

const remove = createRoute({
  method: 'delete',
  path: '/{id}',
  ...operation(TAG, 'user', 'Take away an own upload, from the profile, the account or a post too; admins take away anybody’s'),
  request: { params: z.object({ id: uploadId }) },
  responses: { ...ok(removedUploadBody), ...refusals(400, 401, 403, 404) },
});

/** Mounted at `/api/upload`. */
export function uploadRoutes() {
  const group = restGroup();

  group.openapi(profilePhoto, async (c) => {
    const [file] = filesOf(await formOf(c.req.raw), PHOTO_FIELDS);
    return c.json(toUploadedPhoto(await c.var.api.uploads.photo(photoFile.parse({ bytes: file && (await bytesOf(file)) })), c.var.site), 200);
  });

  group.openapi(verificationDocuments, async (c) => {
    const files = filesOf(await formOf(c.req.raw), DOCUMENT_FIELDS);
    const sent = await Promise.all(files.map(async (file) => ({ name: file.name, bytes: await bytesOf(file) })));
    return c.json(toUploadedDocuments(await c.var.api.uploads.documents(toDocumentFiles(sent)), c.var.site), 200);
  });

  group.openapi(remove, async (c) => {
    const { message, result } = await c.var.api.uploads.remove(c.req.valid('param'));
    return c.json({ success: true as const, message, data: { result } }, 200);
  });

  // An address that was not encoded, or nothing at all, in the place of an id.
  group.delete('/*', async (c) => {
    const sent = new URL(c.req.url).pathname.replace(/^\/api\/upload\/?/, '');
    const { message, result } = await c.var.api.uploads.remove({ id: uploadId.parse(sent) });
    return c.json({ success: true as const, message, data: { result } }, 200);
  });

  return group;
}

/** An empty one for whatever is no form. */
export async function formOf(request: Request): Promise<FormData> {
  if (!isMultipart(request)) return new FormData();
  return request.formData().catch(() => {
    throw new DomainError('request.body');
  });
}

export const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());
