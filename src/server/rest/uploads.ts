import { z } from '@hono/zod-openapi';
import { filesIn, formFor } from './forms.ts';
import { call, form, ok } from './operation.ts';
import { restGroup } from './support.ts';
import {
  DOCUMENTS_FORM,
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
const PHOTO_FIELDS = ['photo', 'image'] as const;
const DOCUMENT_FIELDS = ['documents'] as const;

const profilePhoto = call('uploads.photo', {
  method: 'post',
  path: '/profile-photo',
  contract: 9,
  tag: TAG,
  who: 'user',
  summary: 'Store a photo, to be attached to the account or a post within a day',
  description:
    'Stores an image for everybody to see, made anew as WebP without its metadata, and answers its address. It belongs to nothing yet: send the address as `profileImage` to `PUT /api/auth/me`, or as `featuredImage` of a post. What belongs to nothing is deleted after 24 hours, and there may be 20 such files at a time.\n\nOne file, in the field `photo` or `image`. What it is, is judged by its content.',
  request: form(PHOTO_FORM),
  answers: ok(uploadedPhotoBody),
  refuses: ['upload.none', 'upload.photo_type', 'upload.photo_size', 'request.limited', 'upload.too_many_loose'],
});

const verificationDocuments = call('uploads.documents', {
  method: 'post',
  path: '/verification-docs',
  contract: 10,
  tag: TAG,
  who: 'tutor',
  summary: 'Store one to five documents, to be saved with the profile within a day',
  description:
    'All are stored or none. They belong to nothing yet: send them as `documents` to `PUT /api/tutors/profile`. What belongs to nothing is deleted after 24 hours, and there may be 20 such files at a time. Those sent and those on the profile may be 5 together.\n\nDocuments are private. Each address that is answered is signed and opens for 15 minutes; the id stays. The answer has them in the order in which they were sent.',
  request: form(DOCUMENTS_FORM),
  answers: ok(uploadedDocumentsBody),
  refuses: ['upload.none', 'upload.too_many', 'upload.document_size', 'upload.document_type', 'request.limited', 'upload.too_many_loose'],
});

const remove = call('uploads.remove', {
  method: 'delete',
  path: '/{id}',
  contract: 11,
  tag: TAG,
  who: 'user',
  summary: 'Take away an own upload, from the profile, the account or a post too; admins take away anybody’s',
  description:
    '`result` is `ok` where the file was there, and `not found` where it had gone already but was still listed on the account, the profile or a post: it is taken off there. An upload that nobody knows, or whose file has gone and is listed nowhere, answers 404.\n\nHere alone what belongs to somebody else answers 403 (`upload.not_yours`) in the place of 404.',
  request: { params: z.object({ id: uploadId }) },
  answers: ok(removedUploadBody),
  refuses: ['upload.unknown', 'upload.not_yours', 'upload.not_found'],
});

/** Mounted at `/api/upload`. */
export function uploadRoutes() {
  const group = restGroup();

  group.openapi(profilePhoto, async (c) => {
    const { photo } = c.var.api.uploads;
    const form = await formFor(c.req.raw, () => photo(photoFile.parse({})));
    const [{ bytes }] = filesIn(form, PHOTO_FIELDS);
    return c.json(toUploadedPhoto(await photo(photoFile.parse({ bytes })), c.var.site), 200);
  });

  group.openapi(verificationDocuments, async (c) => {
    const { documents } = c.var.api.uploads;
    const form = await formFor(c.req.raw, () => documents(toDocumentFiles([])));
    return c.json(toUploadedDocuments(await documents(toDocumentFiles(filesIn(form, DOCUMENT_FIELDS))), c.var.site), 200);
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
