import { answer, callGroup, ok } from './calls.ts';
import { filesIn, readForm } from './form-data.ts';
import * as wire from './wire/uploads.ts';

const { app, call } = callGroup('Uploads', 'user');
export const uploadRoutes = app;

call('POST /api/upload/profile-photo', 'uploads.photo', {
  contract: 9,
  summary: 'Store a photo, to be attached to the account or a post within a day',
  description:
    'Stores an image for everybody to see, made anew as WebP without its metadata, and answers its address. It belongs to nothing yet: send the address as `profileImage` to `PUT /api/auth/me`, or as `featuredImage` of a post. What belongs to nothing is deleted after 24 hours, and there may be 20 such files at a time.\n\nOne file, in the field `photo` or `image`. What it is, is judged by its content.',
  form: wire.PHOTO_FORM,
  answers: ok(wire.uploadedPhotoBody),
  errors: ['upload.none', 'upload.photo_type', 'upload.photo_size', 'request.limited', 'upload.too_many_loose'],
  handle: async ({ api: { uploads }, c }) => {
    const form = await readForm(c.req.raw, () => uploads.photo(wire.photoFile.parse({})));
    const [{ bytes }] = filesIn(form, ['photo', 'image']);
    const photo = await uploads.photo(wire.photoFile.parse({ bytes }));
    return { data: { ...photo, publicId: photo.id } };
  },
});

call('POST /api/upload/verification-docs', 'uploads.documents', {
  contract: 10,
  who: 'tutor',
  summary: 'Store one to five documents, to be saved with the profile within a day',
  description:
    'All are stored or none. They belong to nothing yet: send them as `documents` to `PUT /api/tutors/profile`. What belongs to nothing is deleted after 24 hours, and there may be 20 such files at a time. Those sent and those on the profile may be 5 together.\n\nDocuments are private. Each address that is answered is signed and opens for 15 minutes; the id stays. The answer has them in the order in which they were sent.',
  form: wire.DOCUMENTS_FORM,
  answers: ok(wire.uploadedDocumentsBody),
  errors: ['upload.none', 'upload.too_many', 'upload.document_size', 'upload.document_type', 'request.limited', 'upload.too_many_loose'],
  handle: async ({ api: { uploads }, c }) => {
    const form = await readForm(c.req.raw, () => uploads.documents(wire.toDocumentFiles([])));
    const { message, documents } = await uploads.documents(wire.toDocumentFiles(filesIn(form, ['documents'])));
    return { message, data: documents };
  },
});

const REMOVED = ok(wire.removedUploadBody);

call('DELETE /api/upload/{id}', 'uploads.remove', {
  contract: 11,
  summary: 'Take away an own upload, from the profile, the account or a post too; admins take away anybody’s',
  description:
    '`result` is `ok` where the file was there, and `not found` where it had gone already but was still listed on the account, the profile or a post: it is taken off there. An upload that nobody knows, or whose file has gone and is listed nowhere, answers 404.\n\nHere alone what belongs to somebody else answers 403 (`upload.not_yours`) in the place of 404.',
  params: wire.uploadParams,
  answers: REMOVED,
  errors: ['upload.unknown', 'upload.not_yours', 'upload.not_found'],
  handle: async ({ api, input }) => {
    const { message, result } = await api.uploads.remove(input);
    return { message, data: { result } };
  },
});

app.delete('/api/upload/*', async (c) => {
  const sent = new URL(c.req.url).pathname.replace(/^\/api\/upload\/?/, '');
  const { message, result } = await c.var.api.uploads.remove({ id: wire.uploadId.parse(sent) });
  return answer(c, REMOVED, { message, data: { result } });
});
