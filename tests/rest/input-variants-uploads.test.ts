import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aTutor, type Tutor } from '#tests/support/factories.ts';
import { aGif, aJpeg, aJpegOf, aPng, aWebp } from '#tests/support/images.ts';
import { SITE, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const MOST = 2_097_152;
const MB = 1024 * 1024;
type StoredUpload = { id: string; url: string; type: string };
type Answer = { message: string; data: StoredUpload };

let tutor: Tutor;
let as: string;
beforeEach(async () => {
  tutor = await aTutor(database.db);
  as = await rest.tokenOf(tutor.user);
});

const file = (bytes: Uint8Array, name = 'degree.jpg', type = 'image/jpeg') => new File([new Uint8Array(bytes)], name, { type });
async function attach(fields: Record<string, string> = {}, document?: File) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('document', document ?? file(await aJpeg()));
  return rest.call<Answer>('POST', '/api/tutors/documents', { as, body: form });
}
const remove = (id: string, token = as) => rest.call<{ message: string; data: { result: string } }>('DELETE', `/api/upload/${id}`, { as: token });
const rowsOf = (id: string) => database.db.select().from(uploads).where(eq(uploads.id, id));

describe('POST /api/tutors/documents', () => {
  // spec rest-input.16 | R §4.2, §6.5 | Uploads: either field of a photo, the type of a document, removal by id or address |
  //   src/server/rest/uploads.ts
  test.each([
    ['qualification', 'qualification'],
    ['identity', 'identity'],
    ['other', 'other'],
    [' Identity ', 'identity'],
    ['passport', 'other'],
    ['', 'other'],
    [undefined, 'other'],
  ])('reads the type %j as %s', async (type, expected) => {
    const { status, body } = await attach(type === undefined ? {} : { type });
    expect([status, body.data.type]).toEqual([201, expected]);
  });

  test('rejects a sixth document', async () => {
    for (let index = 0; index < 5; index += 1) expect((await attach()).status).toBe(201);
    expect(await attach()).toMatchObject({ status: 400, body: { message: 'You can only add 0 more image(s). Maximum 5 images allowed total.' } });
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string | null]>([
    ['a JPG', aJpeg, null],
    ['a PNG', aPng, null],
    ['a GIF', aGif, '{file} is not a supported file type. Please upload JPG or PNG images only.'],
    ['a WebP', aWebp, '{file} is not a supported file type. Please upload JPG or PNG images only.'],
    ['a text', () => Buffer.from('Only words.'), '{file} is not a supported file type. Please upload JPG or PNG images only.'],
    ['2,097,152 bytes', () => aJpegOf(MOST), null],
    ['one byte more', () => aJpegOf(MOST + 1), '{file} is too large. Maximum file size is 2MB.'],
  ])('judges %s by its content', async (_, createFile, apiError) => {
    for (const [name, type] of [
      ['degree.jpg', 'image/jpeg'],
      ['degree.exe', 'application/octet-stream'],
    ] as const) {
      const { status, body } = await attach({}, file(await createFile(), name, type));
      expect([status, body.message]).toEqual(apiError ? [400, apiError.replace('{file}', name)] : [201, expect.any(String)]);
    }
  });
});

describe('multipart forms', () => {
  const photo = (form: FormData) => rest.call<Answer>('POST', '/api/upload/profile-photo', { as, body: form });

  test('may have 12 MB, and no more', async () => {
    const sized = async (bytes: number) => {
      const form = new FormData();
      form.append('photo', file(await aJpeg()));
      form.append('padding', 'x'.repeat(bytes));
      return photo(form);
    };
    expect((await sized(12 * MB - 10_000)).status).toBe(200);
    expect(await sized(12 * MB)).toMatchObject({ status: 400, body: { message: 'Request is too large' } });
  });

  // spec rest-input.16
  test('may have the photo in either field, and use the first', async () => {
    for (const field of ['photo', 'image']) {
      const form = new FormData();
      form.append(field, file(await aPng()));
      const { status, body } = await photo(form);
      expect([status, body.data.url]).toEqual([200, expect.stringMatching(`^${SITE}/files/photos/[\\w-]+\\.`)]);
      expect(body.data).toMatchObject({ publicId: body.data.id });
      expect(body.data.id).toMatch(/^[\w-]+$/);
    }
  });
});

// spec rest-input.16
describe('DELETE /api/upload/{id}', () => {
  const ADDRESSES: [string, (of: StoredUpload) => string][] = [
    ['its id', ({ id }) => id],
    ['its URL', ({ url }) => encodeURIComponent(url)],
    ['its URL with only its slashes encoded', ({ url }) => url.replaceAll('/', '%2F')],
    ['its URL with plain slashes', ({ url }) => url],
    ['its path', ({ url }) => encodeURIComponent(new URL(url).pathname)],
    ['its path with plain slashes', ({ url }) => new URL(url).pathname.slice(1)],
    ['its URL with an old signature', ({ url }) => encodeURIComponent(`${url.split('?')[0]}?expires=1&signature=none`)],
    ['its URL of another origin', ({ url }) => encodeURIComponent(url.replace(SITE, 'http://localhost:3000'))],
  ];
  test.each(ADDRESSES)('removes by %s', async (_, addressOf) => {
    const { data } = (await attach()).body;
    const answer = await remove(addressOf(data));
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: 'Image deleted successfully!', data: { result: 'ok' } } });
    expect(await rowsOf(data.id)).toEqual([]);
    expect((await rest.get<{ documents: unknown[] }>('/api/tutors/profile', as)).body.documents).toEqual([]);
    expect(await remove(addressOf(data))).toMatchObject({ status: 404, body: { message: 'Image not found' } });
  });

  // spec rest-input.16
  test('allows an admin and forbids another tutor', async () => {
    const { data } = (await attach()).body;
    const other = await rest.tokenOf((await aTutor(database.db)).user);
    for (const [, addressOf] of ADDRESSES)
      expect(await remove(addressOf(data), other)).toMatchObject({ status: 403, body: { message: 'You can only delete your own images' } });
    expect((await remove(encodeURIComponent(data.url), await rest.tokenOf(await anAdmin(database.db)))).status).toBe(200);
    expect(await rowsOf(data.id)).toEqual([]);
  });

  test.each(['', '%20', '%09'])('rejects the empty id %j', async (id) => {
    expect(await remove(id)).toMatchObject({ status: 400, body: { message: 'Invalid document ID' } });
  });

  test.each([
    UNKNOWN_ID,
    'none',
    encodeURIComponent('https://elsewhere.example/a.png'),
    encodeURIComponent(`${SITE}/files/documents/none.jpg`),
    '%25',
    '%E0%A4%A',
  ])('answers 404 for %s', async (id) => {
    expect(await remove(id)).toMatchObject({ status: 404, body: { success: false, message: 'Image not found' } });
  });
});
