import { createRoute, z } from '@hono/zod-openapi';
import { SUCCESS } from '#shared/messages.ts';
import { bytesOf, filesIn, formFor } from './forms.ts';
import { created, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { okBody } from './wire/shapes.ts';
import { attachedDocumentBody, DOCUMENT_FORM, toAttachedDocument, toDocumentFile, uploadId } from './wire/uploads.ts';

const TAG = "Tutor's own area";

const attach = createRoute({
  method: 'post',
  path: '/tutors/documents',
  ...operation(TAG, 'tutor', 'Store a document and put it on the own profile'),
  request: { body: { required: true, content: { 'multipart/form-data': { schema: DOCUMENT_FORM } } } },
  responses: { ...created(attachedDocumentBody), ...refusals(400, 401, 403, 429) },
});

const detach = createRoute({
  method: 'delete',
  path: '/tutors/documents/{id}',
  ...operation(TAG, 'tutor', 'Take a document off the own profile, and its file away'),
  request: { params: z.object({ id: uploadId }) },
  responses: { ...ok(okBody), ...refusals(400, 401, 403) },
});

/** Mounted at `/api`. */
export function documentRoutes() {
  const group = restGroup();

  group.openapi(attach, async (c) => {
    const { attachDocument } = c.var.api.uploads;
    const form = await formFor(c.req.raw, () => attachDocument(toDocumentFile(undefined, undefined)));
    const [file] = filesIn(form, ['document']);
    const document = await attachDocument(toDocumentFile({ name: file.name, bytes: await bytesOf(file) }, form.get('type')));
    return c.json(toAttachedDocument(document, { site: c.var.site, message: SUCCESS.documentUploaded }), 201);
  });

  group.openapi(detach, async (c) => {
    const { message } = await c.var.api.tutors.detachDocument(c.req.valid('param'));
    return c.json({ success: true as const, message }, 200);
  });

  return group;
}
