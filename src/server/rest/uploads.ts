import { createRoute } from '@hono/zod-openapi';
import { DomainError } from '#shared/errors.ts';
import { ok, operation, refusals } from './operation.ts';
import { isMultipart } from './request-body.ts';
import { restGroup } from './support.ts';
import { fileOf, PHOTO_FORM, photoFile, toUploadedPhoto, uploadedPhotoBody } from './wire/uploads.ts';

const TAG = 'Uploads';
const PHOTO_FIELDS = ['photo', 'image'];

const profilePhoto = createRoute({
  method: 'post',
  path: '/profile-photo',
  ...operation(TAG, 'user', 'Store a photo, to be attached to the account or a post within a day'),
  request: { body: { required: true, content: { 'multipart/form-data': { schema: PHOTO_FORM } } } },
  responses: { ...ok(uploadedPhotoBody), ...refusals(400, 401, 429) },
});

/** Mounted at `/api/upload`. */
export function uploadRoutes() {
  const group = restGroup();

  group.openapi(profilePhoto, async (c) => {
    const bytes = await bytesIn(c.req.raw, PHOTO_FIELDS);
    return c.json(toUploadedPhoto(await c.var.api.uploads.photo(photoFile.parse({ bytes })), c.var.site), 200);
  });

  return group;
}

/** Undefined when no file came. */
async function bytesIn(request: Request, fields: readonly string[]): Promise<Uint8Array | undefined> {
  if (!isMultipart(request)) return undefined;
  const form = await request.formData().catch(() => {
    throw new DomainError('request.body');
  });
  const file = fileOf(form, fields);
  return file && new Uint8Array(await file.arrayBuffer());
}
