import { request as httpRequest } from 'node:http';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { NO_CLIENT } from '#server/core/context.ts';
import type { RestEnv } from '#server/rest/calls.ts';
import { answerError, toApiError } from '#server/rest/errors.ts';
import { readForm } from '#server/rest/form-data.ts';
import { readJsonBody } from '#server/rest/request-body.ts';
import { useDatabase } from '#tests/support/database.ts';
import { sendChunks } from '#tests/support/event-loop/pieces.ts';
import { aStudent } from '#tests/support/factories.ts';
import { aGif, aJpeg, aJpegOf, aPng } from '#tests/support/images.ts';
import { AUTHENTICATION_REQUIRED, SESSION_EXPIRED, SITE, useRest } from './app.ts';
import { useRunningServer } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);

const PATH = '/api/upload/profile-photo';
const MOST = 2_097_152;
const MB = 1024 * 1024;
const NO_FILE = 'No file uploaded';
const TOO_LARGE = { success: false, message: 'Request is too large', code: 'request.too_large' };
type Uploaded = { success: true; data: { url: string; id: string; publicId: string } };

const bytesOf = (bytes: Uint8Array) => new Uint8Array(bytes);
function formOf(bytes: Uint8Array, { field = 'photo', name = 'me.jpg', type = 'image/jpeg' } = {}): FormData {
  const form = new FormData();
  form.append(field, new File([bytesOf(bytes)], name, { type }));
  return form;
}
const newToken = async () => rest.tokenOf(await aStudent(database.db));
const send = async <T = Uploaded>(body: unknown, headers?: Record<string, string>) =>
  rest.call<T>('POST', PATH, { as: await newToken(), body, headers });

describe('POST /api/upload/profile-photo', () => {
  // spec rest-uploads.1 | C §7, R §4.2 9 | POST /api/upload/profile-photo: field photo, image too; data.url, id, publicId |
  //   src/server/rest/uploads.ts
  test.each([
    ['photo', aJpeg],
    ['photo', aPng],
    ['image', aGif],
  ])('stores the file of the field %s and answers its URL', async (field, createFile) => {
    const { status, body } = await send(formOf(await createFile(), { field }));
    expect(status).toBe(200);
    const { id } = body.data;
    expect(body).toEqual({ success: true, data: { url: `${SITE}/files/photos/${id}.webp`, id, publicId: id } });
    const photo = await rest.get(body.data.url.replace(SITE, ''));
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  // spec rest-uploads.2 | R §10 18 | No file 400, a text file 400, 2,097,152 bytes 200, one more 400 |
  //   src/server/features/uploads/uploads.commands.ts
  test('judges a file by its content, not its name', async () => {
    expect((await send(formOf(await aPng(), { name: 'page.html', type: 'text/html' }))).status).toBe(200);
    const page = formOf(Buffer.from('<!doctype html><script>alert(1)</script>'));
    expect(await send(page)).toMatchObject({ status: 400, body: { message: 'Please select a valid image file (JPG, PNG, or GIF)' } });
    expect(await send(formOf(new Uint8Array()))).toMatchObject({ status: 400, body: { code: 'upload.photo_type' } });
  });

  // spec rest-uploads.2
  test('accepts 2,097,152 bytes and rejects one more', async () => {
    expect((await send(formOf(await aJpegOf(MOST)))).status).toBe(200);
    const { status, body } = await send(formOf(await aJpegOf(MOST + 1)));
    expect(status).toBe(400);
    const message = 'File size must be less than 2MB';
    expect(body).toEqual({ success: false, message, code: 'upload.photo_size', errors: [{ field: 'photo', message }] });
  });

  test('requires a session', async () => {
    expect(await rest.call('POST', PATH, { body: formOf(await aJpeg()) })).toMatchObject({ status: 401, body: AUTHENTICATION_REQUIRED });
  });

  // spec s8-load.7 | S8 B | A form is read once its sender may send it, a stranger's is dropped while it comes; the files in it are views into the
  //   body | src/server/rest/form-data.ts
  // spec rest-uploads.4
  test('does not read the form of a caller who may not send one', async () => {
    const body = 'no form';
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    expect(await rest.call('POST', PATH, { body, headers })).toMatchObject({ status: 401, body: AUTHENTICATION_REQUIRED });
    expect(await rest.call('POST', PATH, { as: 'old', body, headers })).toMatchObject({ status: 401, body: SESSION_EXPIRED });
  });

  // spec rest-uploads.4 | S3 | A form has 20 parts at most, and none is read of whoever may not send it | src/server/rest/form-data.ts
  test('rejects more than twenty parts', async () => {
    const form = formOf(await aJpeg());
    for (let index = 1; index < 20; index += 1) form.append('other', `${index}`);
    expect((await send(form)).status).toBe(200);
    form.append('other', '20');
    expect(await send(form)).toMatchObject({ status: 400, body: { message: 'Invalid request body', code: 'request.body' } });
  });

  // spec rest-uploads.1
  test('rejects a form without a file', async () => {
    const text = new FormData();
    text.append('photo', 'me.jpg');
    const other = formOf(await aJpeg(), { field: 'avatar' });
    for (const body of [text, other, new FormData(), { photo: 'me.jpg' }, undefined]) {
      expect(await send(body)).toMatchObject({
        status: 400,
        body: { success: false, message: NO_FILE, errors: [{ field: 'photo', message: NO_FILE }] },
      });
    }
    const emptyFile =
      '--x\r\nContent-Disposition: form-data; name="photo"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n';
    const unchosen = await send(emptyFile, { 'Content-Type': 'multipart/form-data; boundary=x' });
    expect(unchosen).toMatchObject({ status: 400, body: { message: NO_FILE } });
    const encoded = await send('photo=me.jpg', { 'Content-Type': 'application/x-www-form-urlencoded' });
    expect(encoded).toMatchObject({ status: 400, body: { message: NO_FILE } });
  });

  test('rejects a malformed form', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'multipart/form-data; boundary="a\\"b"']) {
      expect(await send('no form', { 'Content-Type': type })).toMatchObject({ status: 400, body: { message: 'Invalid request body' } });
    }
  });

  test('is the only kind of call that reads forms', async () => {
    const form = new FormData();
    form.append('email', 'a@example.com');
    const large = await rest.call('POST', '/api/auth/login', { body: formOf(new Uint8Array(3 * MB)) });
    expect([large.status, large.body]).toEqual([400, TOO_LARGE]);
    const { status, body } = await rest.call('POST', '/api/auth/login', { body: form });
    expect([status, body]).toEqual([400, { success: false, message: 'Invalid request body', code: 'request.body' }]);
  });

  test('documents the form', async () => {
    const { body } = await rest.get<{ paths: Record<string, { post: { requestBody: unknown } }> }>('/api/openapi.json');
    expect(body.paths[PATH]?.post.requestBody).toMatchObject({
      required: true,
      content: { 'multipart/form-data': { schema: { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } } } },
    });
  });
});

describe('an upload over a real connection', () => {
  const running = useRunningServer(database);

  const post = (body: FormData) => fetch(running.server.url + PATH, { method: 'POST', headers: { Authorization: `Bearer ${running.token}` }, body });

  // spec rest-uploads.1
  test('stores a photo', async () => {
    const answer = await post(formOf(await aJpegOf(MOST)));
    expect([answer.status, await answer.json()]).toEqual([200, { success: true, data: expect.objectContaining({ id: expect.any(String) }) }]);
  });

  // spec rest-uploads.3 | R §2.10 | Multipart up to 12 MB, a larger body 400 | src/server/rest/request-body.ts
  test('reads 12 MB and answers an error body beyond', async () => {
    const large = await post(formOf(new Uint8Array(12 * MB - 1000)));
    expect([large.status, await large.json()]).toMatchObject([400, { message: 'File size must be less than 2MB' }]);
    const larger = await post(formOf(new Uint8Array(12 * MB)));
    expect([larger.status, await larger.json()]).toEqual([400, TOO_LARGE]);
    expect((await fetch(`${running.server.url}/api`)).status).toBe(200);
  });

  // spec s8-load.7
  test('drops the form of a caller who may not send one, and answers at its end', async () => {
    const body = formOf(new Uint8Array(20 * MB));
    const headers = { Authorization: 'Bearer of-nobody' };
    const answer = await fetch(running.server.url + PATH, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toEqual([401, SESSION_EXPIRED]);
    expect((await post(formOf(await aJpeg()))).status).toBe(200);
  });

  test('accepts a quoted boundary and an unknown length', async () => {
    const parts = ['--a b\r\nContent-Disposition: form-data; name="photo"; filename="me.jpg"\r\n\r\n', await aJpeg(), '\r\n--a b--\r\n'];
    const body = new Blob(parts.map((part) => (typeof part === 'string' ? part : bytesOf(part)))).stream();
    const headers = { Authorization: `Bearer ${running.token}`, 'Content-Type': 'multipart/form-data; boundary="a b"' };
    expect((await fetch(running.server.url + PATH, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)).status).toBe(200);
  });

  // spec s8-load.10 | S8 B | A body of more than 5,000 pieces of fewer than 256 bytes is refused; between pieces others have their turn |
  //   src/server/read-body.ts
  test.each([
    ['a form', 'POST', PATH, 'multipart/form-data; boundary=x', 400, 'request.body'],
    ['a form of a stranger', 'POST', PATH, 'multipart/form-data; boundary=x', 401, 'auth.expired'],
    ['JSON', 'PUT', '/api/auth/me', 'application/json', 400, 'request.body'],
    ['the input of a procedure', 'POST', '/trpc/blogs.create', 'application/json', 400, 'request.body'],
  ])('rejects %s in a hundred thousand chunks of one byte, and closes the connection', async (name, method, path, type, status, code) => {
    const chunks = [Buffer.from('1\r\na\r\n'.repeat(100_000))];
    const answer = await sendChunks(running.server.url, { method, path, type, token: name.endsWith('stranger') ? 'old' : running.token }, chunks);
    expect(answer.split(' ', 2)[1]).toBe(String(status));
    expect(answer).toContain(`"${code}"`);
  });

  // spec rest-uploads.3
  test('survives an upload that is aborted halfway', async () => {
    const { hostname, port } = new URL(running.server.url);
    const headers = { Authorization: `Bearer ${running.token}`, 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '100000' };
    const request = httpRequest({ hostname, port, path: PATH, method: 'POST', headers });
    const closed = new Promise((resolve) => request.once('close', resolve));
    request.on('error', () => {});
    request.write('--x\r\n', () => request.destroy());
    await closed;
    expect((await post(formOf(await aJpeg()))).status).toBe(200);
  });
});

// spec s8-load.8 | S8 B | A form has at most 20 parts, 4 KiB of headers in each, and a boundary of 70 characters | src/server/rest/form-data.ts
describe('a form that would block the event loop is rejected', () => {
  const BOUNDARY = 'a'.repeat(70);
  test.each([
    ['with a name that does not end', BOUNDARY, `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${'a'.repeat(5 * MB)}`],
    ['with many headers', BOUNDARY, `--${BOUNDARY}\r\n${'a: b\r\n'.repeat(MB)}\r\na\r\n--${BOUNDARY}--\r\n`],
    [
      'with a part of many headers behind another',
      BOUNDARY,
      `--${BOUNDARY}\r\n\r\na\r\n--${BOUNDARY}\r\n${'a: b\r\n'.repeat(MB)}\r\na\r\n--${BOUNDARY}--\r\n`,
    ],
    ['with a boundary longer than any', `${BOUNDARY}a`, `--${BOUNDARY}a\r\n\r\na\r\n--${BOUNDARY}a--\r\n`],
    ['without its boundary', BOUNDARY, 'a'.repeat(MB)],
  ])('with %s', async (_, boundary, body) => {
    const answer = await send(body, { 'Content-Type': `multipart/form-data; boundary=${boundary}` });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid request body', code: 'request.body' } });
  });
});

test('an aborted body answers 400 and is not logged', async () => {
  const app = new Hono<RestEnv>();
  app.use('*', (c, next) => {
    c.set('session', async () => ({ state: 'none' }));
    c.set('client', NO_CLIENT);
    return next();
  });
  app.use('*', readJsonBody).post(PATH, async (c) => c.json(await readForm(c.req.raw, async () => {})));
  app.onError((error) => answerError(toApiError(error)));
  const broken = () => new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
  for (const path of [PATH, '/api/auth/login']) {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const answer = await app.request(path, { method: 'POST', headers, body: broken(), duplex: 'half' } as RequestInit);
    expect([answer.status, await answer.json()]).toEqual([400, { success: false, message: 'Invalid request body', code: 'request.body' }]);
  }
});
