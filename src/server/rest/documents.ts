import { z } from '@hono/zod-openapi';
import { SUCCESS } from '#shared/messages.ts';
import { filesIn, formFor, textIn } from './forms.ts';
import { call, created, done, form } from './operation.ts';
import { TAG } from './profile-call.ts';
import { restGroup } from './support.ts';
import { attachedDocumentBody, DOCUMENT_FORM, toAttachedDocument, toDocumentFile, uploadId } from './wire/uploads.ts';

const attach = call('uploads.attachDocument', {
  method: 'post',
  path: '/tutors/documents',
  contract: 12,
  tag: TAG,
  who: 'tutor',
  summary: 'Store a document and put it on the own profile',
  description:
    'Stores the file and puts it on the profile in one call, at most 5 in all. A `type` that is unknown is `other`. On a verified profile the admins are told of it.',
  request: form(DOCUMENT_FORM),
  answers: created(attachedDocumentBody),
  refuses: ['upload.none', 'upload.too_many', 'upload.document_size', 'upload.document_type', 'request.limited'],
});

const detach = call('tutors.detachDocument', {
  method: 'delete',
  path: '/tutors/documents/{id}',
  contract: 13,
  tag: TAG,
  who: 'tutor',
  summary: 'Take a document off the own profile, and its file away',
  description: 'An id that is not on the own profile answers 400 `upload.unknown`, not 404.',
  request: { params: z.object({ id: uploadId }) },
  answers: done(SUCCESS.documentDeleted),
  refuses: ['upload.unknown'],
});

/** Mounted at `/api`. */
export function documentRoutes() {
  const group = restGroup();

  group.openapi(attach, async (c) => {
    const { attachDocument } = c.var.api.uploads;
    const form = await formFor(c.req.raw, () => attachDocument(toDocumentFile(undefined, undefined)));
    const [file] = filesIn(form, ['document']);
    const document = await attachDocument(toDocumentFile(file, textIn(form, 'type')));
    return c.json(toAttachedDocument(document, { site: c.var.site, message: SUCCESS.documentUploaded }), 201);
  });

  group.openapi(detach, async (c) => {
    const { message } = await c.var.api.tutors.detachDocument(c.req.valid('param'));
    return c.json({ success: true as const, message }, 200);
  });

  return group;
}
