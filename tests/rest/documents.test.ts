import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, NOW, type Tutor } from '#tests/support/factories.ts';
import { aBomb, aGif, aJpeg, aJpegOf, aPng, aPolyglot } from '#tests/support/images.ts';
import { AUTHENTICATION_REQUIRED, MALFORMED_IDS, NOT_FOUND, SITE, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

const MOST = 2_097_152;
const UPLOAD = '/api/upload/verification-docs';
const DOCUMENTS = '/api/tutors/documents';
const UNKNOWN = { success: false, message: 'Invalid document ID', code: 'upload.unknown' };

type Document = { id: string; url: string };
type Uploaded = { success: true; message: string; data: Document[] };
type Attached = { success: true; message: string; data: Document & { _id: string; type: string; uploadedAt: string } };
type Chosen = { name?: string; bytes?: Uint8Array<ArrayBuffer>; type?: string };

let tutor: Tutor;
let as: string;
beforeEach(async () => {
  tutor = await aTutor(database.db);
  as = await rest.tokenOf(tutor.user);
});

async function formOf(field: string, files: readonly Chosen[], fields: Record<string, string> = {}): Promise<FormData> {
  const form = new FormData();
  for (const { name = 'degree.jpg', bytes, type = 'image/jpeg' } of files) {
    form.append(field, new File([bytes ?? new Uint8Array(await aJpeg())], name, { type }));
  }
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  return form;
}
const upload = async <T = Uploaded>(...files: Chosen[]) => rest.call<T>('POST', UPLOAD, { as, body: await formOf('documents', files) });
const attach = async <T = Attached>(file: Chosen = {}, fields: Record<string, string> = {}) =>
  rest.call<T>('POST', DOCUMENTS, { as, body: await formOf('document', [file], fields) });
const remove = (id: string, token = as) => rest.call('DELETE', `/api/upload/${id}`, { as: token });
const onProfile = async () => (await rest.get<{ documents: Document[] }>('/api/tutors/profile', as)).body.documents;
const storedUploads = () => database.db.select().from(uploads).where(eq(uploads.ownerId, tutor.user.id));
const statusOf = async (url: string) => (await rest.get(url.replace(SITE, ''))).status;
const bytesOf = (bytes: Uint8Array) => new Uint8Array(bytes);

describe(`POST ${UPLOAD}`, () => {
  // spec rest-uploads.7 | C §7, R §4.2 10 | POST /api/upload/verification-docs: 1 to 5 files of the field documents, all or none |
  //   src/server/rest/own-profile.ts
  test('stores documents and answers ids and signed URLs in order, which a saved profile attaches', async () => {
    const { status, body } = await upload({ name: 'one.jpg' }, { name: 'two.png', bytes: bytesOf(await aPng()) });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: '2 image(s) uploaded successfully!', data: [expect.anything(), expect.anything()] });
    for (const { id, url } of body.data) {
      expect(url.startsWith(`${SITE}/files/documents/${id}.jpg?expires=`)).toBe(true);
      const file = await rest.get(url.replace(SITE, ''));
      expect([file.status, file.headers.get('content-type'), file.headers.get('x-content-type-options')]).toEqual([200, 'image/jpeg', 'nosniff']);
      expect([file.headers.get('cache-control'), file.headers.get('content-security-policy')]).toEqual([
        'private, no-store',
        expect.stringContaining('sandbox'),
      ]);
    }
    expect(await onProfile()).toEqual([]);
    await rest.call('PUT', '/api/tutors/profile', { as, body: { documents: body.data } });
    expect((await onProfile()).map(({ id }) => id)).toEqual(body.data.map(({ id }) => id));
  });

  // spec entities.26
  test('answers documents that open by their signed URL only', async () => {
    const { body } = await upload({});
    const [{ id = '', url = '' } = {}] = body.data;
    const other = (await upload({})).body.data[0]?.url ?? '';
    expect(await statusOf(url)).toBe(200);
    const plain = await rest.get(`/files/documents/${id}.jpg`);
    expect([plain.status, plain.body]).toEqual([404, NOT_FOUND]);
    expect(await statusOf(`/files/documents/${id}.jpg${new URL(other).search}`)).toBe(404);
    const signature = new URL(url).searchParams.get('signature');
    expect(await statusOf(`/files/documents/${id}.jpg?expires=${NOW.getTime() + 1}&signature=${signature}`)).toBe(404);
  });

  // spec rest-uploads.7
  test('rejects a form without a file', async () => {
    const text = new FormData();
    text.append('documents', 'degree.jpg');
    for (const body of [text, new FormData(), await formOf('photo', [{}]), { documents: [] }, undefined]) {
      expect(await rest.call('POST', UPLOAD, { as, body })).toMatchObject({
        status: 400,
        body: { success: false, message: 'No file uploaded', errors: [{ field: 'documents' }] },
      });
    }
  });

  // spec rest-uploads.7
  test.each<[string, Chosen, string]>([
    [
      'a PDF named .jpg',
      { name: 'cv.jpg', bytes: bytesOf(Buffer.from('%PDF-1.7\n')) },
      'cv.jpg is not a supported file type. Please upload JPG or PNG images only.',
    ],
    [
      'an SVG with a script',
      { name: 'a.svg', bytes: bytesOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')) },
      'a.svg is not a supported file type. Please upload JPG or PNG images only.',
    ],
    [
      'a PNG of 50,000 by 50,000 pixels',
      { name: 'huge.png', bytes: bytesOf(aBomb({ width: 50_000, height: 50_000 })) },
      'huge.png is not a supported file type. Please upload JPG or PNG images only.',
    ],
    ['one byte too many', { name: 'large.jpg', bytes: new Uint8Array(MOST + 1) }, 'large.jpg is too large. Maximum file size is 2MB.'],
  ])('rejects %s and stores none of the files', async (_, file, message) => {
    const answer = await upload<{ message: string; params: unknown }>({}, file);
    expect([answer.status, answer.body.message, answer.body.params]).toEqual([400, message, { file: file.name }]);
    expect(await storedUploads()).toEqual([]);
  });

  // spec rest-uploads.8
  test('accepts 2,097,152 bytes, and serves a file that is also HTML as an image', async () => {
    const { status, body } = await upload(
      { bytes: await aJpegOf(MOST) },
      { name: 'page.html', type: 'text/html', bytes: bytesOf(await aPolyglot()) },
    );
    expect(status).toBe(200);
    const page = await rest.get<string>(body.data[1]?.url.replace(SITE, '') ?? '');
    expect([page.headers.get('content-type'), page.body.includes('<script>')]).toEqual(['image/jpeg', false]);
  });

  // spec rest-uploads.7
  test('rejects six files and more than the profile has room for', async () => {
    expect(await upload({}, {}, {}, {}, {}, {})).toMatchObject({
      status: 400,
      body: { message: 'You can only add 5 more image(s). Maximum 5 images allowed total.', params: { count: 5 } },
    });
    for (let index = 0; index < 4; index += 1) await attach();
    expect(await upload({}, {})).toMatchObject({
      status: 400,
      body: { message: 'You can only add 1 more image(s). Maximum 5 images allowed total.' },
    });
  });

  // spec rest-uploads.7
  test('requires a tutor', async () => {
    const body = await formOf('documents', [{}]);
    expect(await rest.call('POST', UPLOAD, { body })).toMatchObject({ status: 401, body: AUTHENTICATION_REQUIRED });
    const student = await rest.tokenOf(await aStudent(database.db));
    expect(await rest.call('POST', UPLOAD, { as: student, body })).toMatchObject({
      status: 403,
      body: { message: 'Only tutors can manage documents', code: 'auth.role' },
    });
  });
});

describe.each([UPLOAD, DOCUMENTS])('POST %s', (path) => {
  // spec rest-uploads.4
  test('does not read the form of a caller who is no tutor', async () => {
    const [body, headers] = ['no form', { 'Content-Type': 'multipart/form-data; boundary=x' }];
    expect(await rest.call('POST', path, { body, headers })).toMatchObject({ status: 401, body: AUTHENTICATION_REQUIRED });
    const student = await rest.tokenOf(await aStudent(database.db));
    const answer = await rest.call('POST', path, { as: student, body, headers });
    expect(answer).toMatchObject({ status: 403, body: { message: 'Only tutors can manage documents', code: 'auth.role' } });
    expect(await rest.call('POST', path, { as, body, headers })).toMatchObject({ status: 400, body: { code: 'request.body' } });
  });

  // spec rest-uploads.9
  test('shows file names without folders and invisible characters', async () => {
    const field = path === UPLOAD ? 'documents' : 'document';
    const name = `${'folder'.repeat(60)}\\cv\u202Egpj.exe`;
    const answer = await rest.call('POST', path, { as, body: await formOf(field, [{ name, bytes: bytesOf(Buffer.from('MZ')) }]) });
    expect(answer).toMatchObject({ status: 400, body: { params: { file: 'cvgpj.exe' } } });
  });
});

// spec rest-uploads.12 | C §7, R §4.2 12, §6.1 | POST /api/tutors/documents: one file and its type, attached | src/server/rest/own-profile.ts
describe(`POST ${DOCUMENTS}`, () => {
  test.each([
    ['identity', 'identity'],
    [' Qualification', 'qualification'],
    ['passport', 'other'],
    [undefined, 'other'],
  ])('attaches a document of type %j as %s', async (input, type) => {
    const { status, body } = await attach({}, input === undefined ? {} : { type: input });
    const { id } = body.data;
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        message: 'Document uploaded successfully',
        data: { _id: id, id, url: expect.stringContaining(`${SITE}/files/documents/${id}.jpg?`), type, uploadedAt: NOW.toISOString() },
      },
    ]);
    expect(await onProfile()).toEqual([body.data]);
    expect(await statusOf(body.data.url)).toBe(200);
  });

  test('rejects a sixth document, a GIF, a large file and no file with the messages of uploads', async () => {
    const gif = await attach({ name: 'a.gif', bytes: bytesOf(await aGif()) });
    expect(gif).toMatchObject({ status: 400, body: { message: 'a.gif is not a supported file type. Please upload JPG or PNG images only.' } });
    const large = await attach({ name: 'a.jpg', bytes: new Uint8Array(MOST + 1) });
    expect(large).toMatchObject({ status: 400, body: { message: 'a.jpg is too large. Maximum file size is 2MB.' } });
    for (const body of [new FormData(), await formOf('documents', [{}]), {}]) {
      expect(await rest.call('POST', DOCUMENTS, { as, body })).toMatchObject({
        status: 400,
        body: { message: 'No file uploaded', errors: [{ field: 'document' }] },
      });
    }
    for (let index = 0; index < 5; index += 1) expect((await attach()).status).toBe(201);
    expect(await attach()).toMatchObject({
      status: 400,
      body: { message: 'You can only add 0 more image(s). Maximum 5 images allowed total.', code: 'upload.too_many', params: { count: 0 } },
    });
  });
});

// spec rest-uploads.13 | C §7, R §4.2 13 | DELETE /api/tutors/documents/{id}: entry, row and file; else Invalid document ID |
//   src/server/features/tutors/profile.commands.ts
describe(`DELETE ${DOCUMENTS}/{id}`, () => {
  test.each([
    ['id', ({ id }: Document) => id],
    ['address', ({ url }: Document) => url],
  ])('detaches the document by its %s', async (_, nameOf) => {
    const { data } = (await attach()).body;
    const answer = await rest.call('DELETE', `${DOCUMENTS}/${encodeURIComponent(nameOf(data))}`, { as });
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Document deleted successfully' }]);
    expect([await onProfile(), await storedUploads()]).toEqual([[], []]);
  });

  test("answers 400 for another tutor's document and an invalid id", async () => {
    const { data } = (await attach()).body;
    const other = await rest.tokenOf((await aTutor(database.db)).user);
    expect(await rest.call('DELETE', `${DOCUMENTS}/${data.id}`, { as: other })).toMatchObject({ status: 400, body: UNKNOWN });
    for (const id of [UNKNOWN_ID, ...MALFORMED_IDS]) {
      const answer = await rest.call('DELETE', `${DOCUMENTS}/${id}`, { as });
      expect([answer.status, answer.body], id).toEqual([400, UNKNOWN]);
    }
    expect(await onProfile()).toHaveLength(1);
  });
});

// spec rest-uploads.14 | C §7, R §4.2 11, §6.5, §10 18 | DELETE /api/upload/{id}: by id or address, whatever its signature; another's is 403 |
//   src/server/features/uploads/uploads.commands.ts
describe('DELETE /api/upload/{id}', () => {
  const DONE = { success: true, message: 'Image deleted successfully!', data: { result: 'ok' } };

  test.each<[string, (document: Document) => string]>([
    ['its id', ({ id }) => id],
    ['its address, encoded', ({ url }) => encodeURIComponent(url)],
    ['its address with an old signature', ({ url }) => encodeURIComponent(url.replace(/\?.*/, '?expires=1&signature=old'))],
    ['its address on another site', ({ url }) => encodeURIComponent(url.replace(SITE, 'https://elsewhere.example'))],
    ['its address with encoded slashes', ({ id }) => encodeURIComponent(`${SITE}/files/documents%2F${id}.jpg`)],
    ['its address as it is', ({ url }) => url],
    ['its path', ({ id }) => encodeURIComponent(`/files/documents/${id}.jpg`)],
    ['its path as it is', ({ id }) => `files/documents/${id}.jpg`],
  ])('removes the document by %s', async (_, nameOf) => {
    const { data } = (await attach()).body;
    const answer = await remove(nameOf(data));
    expect([answer.status, answer.body]).toEqual([200, DONE]);
    expect([await onProfile(), await storedUploads()]).toEqual([[], []]);
    expect(await remove(nameOf(data))).toMatchObject({ status: 404, body: { message: 'Image not found', code: 'upload.not_found' } });
  });

  test('requires the owner or an admin', async () => {
    const { id } = (await attach()).body.data;
    const otherTokens = [await rest.tokenOf(await aStudent(database.db)), await rest.tokenOf((await aTutor(database.db)).user)];
    for (const other of otherTokens) {
      expect(await remove(id, other)).toMatchObject({
        status: 403,
        body: { message: 'You can only delete your own images', code: 'upload.not_yours' },
      });
    }
    expect(await rest.call('DELETE', `/api/upload/${id}`)).toMatchObject({ status: 401, body: AUTHENTICATION_REQUIRED });
    expect((await remove(id, await rest.tokenOf(await anAdmin(database.db)))).status).toBe(200);
  });

  test('answers 400 for an empty id and 404 for an unknown one', async () => {
    for (const id of ['', '%20', '%20%20']) {
      const answer = await remove(id);
      expect([answer.status, answer.body], id).toEqual([400, UNKNOWN]);
    }
    const NO_IMAGE = { success: false, message: 'Image not found', code: 'upload.not_found' };
    for (const id of [...MALFORMED_IDS, UNKNOWN_ID, 'a/b', '%zz', encodeURIComponent('https://'), encodeURIComponent('/files/%zz')]) {
      const answer = await remove(id);
      expect([answer.status, answer.body], id).toEqual([404, NO_IMAGE]);
    }
  });
});

test('the reference documents the fields of the forms', async () => {
  type Schema = { paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { properties: unknown } }> } } }> };
  const { paths } = (await rest.get<Schema>('/api/openapi.json')).body;
  const propertiesOf = (path: string) => paths[path]?.post.requestBody.content['multipart/form-data']?.schema.properties;
  expect(propertiesOf(UPLOAD)).toMatchObject({ documents: { type: 'array', maxItems: 5, items: { type: 'string', format: 'binary' } } });
  expect(propertiesOf(DOCUMENTS)).toMatchObject({ document: { format: 'binary' }, type: { enum: ['qualification', 'identity', 'other'] } });
});
