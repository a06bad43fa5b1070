import { readdirSync, readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { type Client, NO_CLIENT } from '#server/core/context.ts';
import type { GoogleSignIn } from '#server/core/ports.ts';
import { createGoogleRoutes } from '#server/edge/google.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aSubject, aTopic, aTutor, NOW, type User, unique } from '#tests/support/factories.ts';
import { aGif, aJpeg, aJpegOf, aPng } from '#tests/support/images.ts';
import { NOT_FOUND, SITE, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

let student: User;
let as: string;
beforeEach(async () => {
  student = await aStudent(database.db);
  as = await rest.tokenOf(student);
});

// spec s7-checks.17
describe('acceptance check 17: notifications share a path with their page', () => {
  const ACCEPTED = 'application/json, text/plain, */*';
  const createNotification = (title: string) => callerAs(database, student).notifications.create({ type: 'info', title, message: 'Words.' });
  const titles = async () =>
    (await rest.get<{ data: { notifications: { title: string }[] } }>('/notifications', as)).body.data.notifications.map(({ title }) => title);

  test('GET /notifications answers JSON to a token and the Accept header of API clients', async () => {
    const { status, headers, body } = await rest.call('GET', '/notifications', { as, headers: { Accept: ACCEPTED } });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toMatchObject({ success: true, data: { notifications: [] } });
    expect(headers.get('vary')?.split(', ')).toEqual(expect.arrayContaining(['Accept', 'Authorization']));
    expect(headers.get('cache-control')).toBe('no-store');
  });

  // spec rest.5 | R §2.1 | Literal parts of a path come before an id | src/server/rest/rest.ts
  test('delete-read deletes the read ones and clear-all all of the own', async () => {
    const { id } = await createNotification('Read');
    await createNotification('Unread');
    await callerAs(database, await aStudent(database.db)).notifications.create({ type: 'info', title: 'Of another', message: 'Words.' });
    await rest.call('PATCH', '/notifications/mark-read', { as, body: { notificationIds: [id] } });
    const answer = await rest.call('DELETE', '/notifications/delete-read', { as });
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { deletedCount: 1 } } });
    expect(await titles()).toEqual(['Unread']);

    await createNotification('One more');
    expect(await rest.call('DELETE', '/api/notifications/clear-all', { as })).toMatchObject({ status: 200, body: { data: { deletedCount: 2 } } });
    expect(await titles()).toEqual([]);
  });
});

// spec s7-checks.18 | R §10 18 | 18. Uploads and their removal | src/server/features/uploads/uploads.commands.ts
describe('acceptance check 18: uploads', () => {
  const MOST = 2_097_152;
  const PHOTO = '/api/upload/profile-photo';
  type Uploaded = { data: { id: string; url: string }[] };
  const formOf = (bytes: Uint8Array, field: string) => {
    const form = new FormData();
    form.append(field, new File([new Uint8Array(bytes)], 'me.jpg', { type: 'image/jpeg' }));
    return form;
  };
  const photo = (body: unknown) => rest.call<{ data: { url: string } }>('POST', PHOTO, { as, body });
  const statusOf = async (url: string) => (await rest.get(url.replace(SITE, ''))).status;

  async function aDocument() {
    const tutor = await aTutor(database.db);
    const owner = await rest.tokenOf(tutor.user);
    const body = formOf(await aJpeg(), 'documents');
    const [document = { id: '', url: '' }] = (await rest.call<Uploaded>('POST', '/api/upload/verification-docs', { as: owner, body })).body.data;
    await rest.call('PUT', '/api/tutors/profile', { as: owner, body: { documents: [document] } });
    const readRemaining = async () => [
      (await rest.get<{ documents: unknown[] }>('/api/tutors/profile', owner)).body.documents.length,
      (await database.db.select().from(uploads).where(eq(uploads.id, document.id))).length,
    ];
    return { ...document, owner, left: readRemaining };
  }
  type Document = Awaited<ReturnType<typeof aDocument>>;
  const remove = (id: string, token: string) => rest.call('DELETE', `/api/upload/${id}`, { as: token });
  const plain = ({ url }: Document) => url.split('?')[0] ?? '';

  test.each<[string, (of: Document) => string]>([
    ['its id', ({ id }) => id],
    ['its full URL', ({ url }) => encodeURIComponent(url)],
    ['its URL without a signature', (of) => encodeURIComponent(plain(of))],
    ['its URL with an old signature', (of) => encodeURIComponent(`${plain(of)}?expires=1&signature=old`)],
    ['its URL of another origin', ({ url }) => encodeURIComponent(url.replace(SITE, 'https://www.vidya.example'))],
    ['its path', ({ url }) => encodeURIComponent(url.replace(SITE, ''))],
    ['its URL, not encoded', ({ url }) => url],
  ])('a document can be removed by %s', async (_, idOf) => {
    const document = await aDocument();
    expect(await statusOf(document.url)).toBe(200);
    expect(await remove(idOf(document), document.owner)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Image deleted successfully!', data: { result: 'ok' } },
    });
    expect(await document.left()).toEqual([0, 0]);
  });

  test("another user's upload answers 403, by id and by URL", async () => {
    const document = await aDocument();
    for (const id of [document.id, encodeURIComponent(document.url)]) {
      expect(await remove(id, as)).toMatchObject({ status: 403, body: { message: 'You can only delete your own images' } });
    }
    expect([await statusOf(document.url), await document.left()]).toEqual([200, [1, 1]]);
  });

  test('a photo may have 2,097,152 bytes and the field name image; no file, a text and one more byte answer 400', async () => {
    expect(await photo(new FormData())).toMatchObject({ status: 400, body: { message: 'No file uploaded' } });
    expect(await photo(formOf(Buffer.from('Only words.'), 'photo'))).toMatchObject({
      status: 400,
      body: { message: 'Please select a valid image file (JPG, PNG, or GIF)' },
    });
    const largest = await photo(formOf(await aJpegOf(MOST), 'photo'));
    expect([largest.status, await statusOf(largest.body.data.url)]).toEqual([200, 200]);
    expect(await photo(formOf(await aJpegOf(MOST + 1), 'photo'))).toMatchObject({
      status: 400,
      body: { message: 'File size must be less than 2MB' },
    });
    for (const createImage of [aJpeg, aPng, aGif]) expect((await photo(formOf(await createImage(), 'image'))).status).toBe(200);
  });

  test("a document's URL without its signature is rejected", async () => {
    const document = await aDocument();
    const { status, body } = await rest.get(plain(document).replace(SITE, ''));
    expect([status, body]).toEqual([404, NOT_FOUND]);
    expect(await statusOf(`${plain(document)}?expires=${NOW.getTime() * 2}&signature=x`)).toBe(404);
  });
});

describe('acceptance check 19: inactive topics and subjects', () => {
  // spec s7-checks.19 | R §10 19 | 19. What is inactive | src/server/rest/catalogue.ts
  test('all topics of a subject are listed without a token, inactive subjects only for admins', async () => {
    const subject = await aSubject(database.db);
    const topics = [await aTopic(database.db, { subjectId: subject.id }), await aTopic(database.db, { subjectId: subject.id, isActive: false })];
    const listed = (await rest.get<{ id: string; isActive: boolean }[]>(`/api/topics/subject/${subject.id}`)).body;
    expect(Object.fromEntries(listed.map(({ id, isActive }) => [id, isActive]))).toEqual({
      [topics[0]?.id ?? '']: true,
      [topics[1]?.id ?? '']: false,
    });

    const inactive = await aSubject(database.db, { isActive: false });
    const idsFor = async (token?: string) => (await rest.get<{ id: string }[]>('/api/subjects', token)).body.map(({ id }) => id);
    const admin = await rest.tokenOf(await anAdmin(database.db));
    for (const token of [undefined, as]) {
      expect(await idsFor(token)).toContain(subject.id);
      expect(await idsFor(token)).not.toContain(inactive.id);
    }
    expect(await idsFor(admin)).toEqual(expect.arrayContaining([subject.id, inactive.id]));
  });
});

describe('acceptance check 21: the callback of Google', () => {
  async function arrivalOf(name: string): Promise<URL> {
    const { email } = await aStudent(database.db, { name });
    let state = '';
    const google: GoogleSignIn = {
      createAuthorizationUrl(request) {
        state = request.state;
        return new URL('https://accounts.example/auth');
      },
      fetchProfile: async () => ({ id: unique('google'), email, isEmailVerified: true, name, photoUrl: null }),
    };
    const app = new Hono<{ Variables: { client: Client } }>();
    app.use(async (c, next) => {
      c.set('client', { ...NO_CLIENT, address: '192.0.2.1', userAgent: 'A browser' });
      await next();
    });
    const contextOf = () => contextAs(database, null, { google, log: () => {} });
    app.route('/', createGoogleRoutes({ config: { publicUrl: SITE }, now: () => NOW, contextOf }));

    const redirect = await app.request('/api/auth/google');
    const cookie = redirect.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const query = new URLSearchParams({ state, code: 'a code' });
    const callback = await app.request(`/api/auth/google/callback?${query}`, { headers: { Cookie: cookie } });
    expect(callback.status).toBe(302);
    return new URL(callback.headers.get('location') ?? '', SITE);
  }

  // spec s7-checks.21 | R §10 21 | 21. Back from Google, decoded once and twice | src/server/rest/wire/auth.ts
  test.each(['100% & more', '%41 & %2541', '50 %&% 50'])('the user %j parses when decoded once and twice', async (name) => {
    const { pathname, searchParams } = await arrivalOf(name);
    expect(pathname).toBe('/auth/callback');
    const decoded = searchParams.get('user') ?? '';
    expect(JSON.parse(decoded)).toMatchObject({ name, role: 'student' });
    expect(JSON.parse(decodeURIComponent(decoded))).toEqual(JSON.parse(decoded));
    expect((await rest.get('/api/auth/me', searchParams.get('token') ?? '')).body).toEqual({ user: JSON.parse(decoded) });
  });
});

describe('acceptance check 22: a new post', () => {
  // spec s7-checks.22 | R §10 22 | 22. A new post | src/server/rest/blogs.ts
  test.each(['draft', 'published'])('with status %s has identical createdAt and updatedAt, and an author with a name', async (status) => {
    const tutor = await aTutor(database.db);
    const body = { title: 'A post', content: '<p>Words to read.</p>', status };
    type Created = { data: { createdAt: string; updatedAt: string; author: { _id: string; name: string } } };
    const { data } = (await rest.call<Created>('POST', '/api/tutors/blogs', { as: await rest.tokenOf(tutor.user), body })).body;
    expect(data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(data.updatedAt).toBe(data.createdAt);
    expect(data.author).toMatchObject({ _id: tutor.id, name: tutor.user.name });
  });
});

test('every one of the 22 acceptance checks has a test', () => {
  const folders = ['tests/rest', 'tests/processes'];
  const files = folders.flatMap((folder) => readdirSync(folder).flatMap((name) => (name.startsWith('acceptance') ? [`${folder}/${name}`] : [])));
  const numbers = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^describe\('(?:acceptance )?check (\d+): /gm)].map(([, number]) => Number(number)),
  );
  expect([...new Set(numbers)].sort((first, other) => first - other)).toEqual(Array.from({ length: 22 }, (_, index) => index + 1));
});
