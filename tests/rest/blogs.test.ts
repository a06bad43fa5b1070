import { beforeEach, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, anAdmin, aStudent, aTutor, HOUR, NOW, type Tutor, unique } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { AUTHENTICATION_REQUIRED, MALFORMED_IDS, SITE, UNKNOWN_ID, useRest } from './app.ts';

type Blog = { _id: string; id: string; title: string; content: string; tags: string[]; createdAt: string; updatedAt: string; featuredImage: string };
type Saved = { success: boolean; message: string; data: Blog };

const database = useDatabase();
const rest = useRest(database);
const BLOG_NOT_FOUND = { success: false, message: 'Blog not found', code: 'blog.not_found' };
const NOT_TUTOR = { success: false, message: 'Only tutors can manage blogs', code: 'auth.role' };
const POST = { title: 'A title', content: '<p>Words</p>' };

let tutor: Tutor;
let token: string;
beforeEach(async () => {
  tutor = await aTutor(database.db, { user: { profileImage: '/files/photos/me.webp' } });
  token = await rest.tokenOf(tutor.user);
});

const create = (body: unknown, as = token) => rest.call<Saved>('POST', '/api/tutors/blogs', { as, body });
const update = (id: string, body: unknown, as = token) => rest.call<Saved>('PUT', `/api/tutors/blogs/${id}`, { as, body });
const idsOf = (blogs: readonly Blog[]) => blogs.map(({ _id }) => _id);

describe('POST /api/tutors/blogs', () => {
  // spec rest-blogs.1 | C §7, R §4.6 45, §2.7, §10 22 | POST /api/tutors/blogs: 201, created and updated the identical string, author populated |
  //   src/server/rest/blogs.ts
  test('answers the stored post with identical createdAt and updatedAt', async () => {
    const { status, body } = await create({
      ...POST,
      content: '<p>Words</p><script>x()</script>',
      tags: [' one ', 'two', 'one', ''],
      _id: 'ignored',
      likes: 99,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Blog created successfully',
      data: {
        _id: body.data.id,
        id: expect.any(String),
        title: 'A title',
        content: '<p>Words</p>',
        tags: ['one', 'two'],
        status: 'draft',
        likes: 0,
        isLiked: false,
        isOwn: true,
        featuredImage: '',
        author: { _id: tutor.id, id: tutor.id, name: tutor.user.name, profileImage: `${SITE}/files/photos/me.webp` },
        readingTime: 1,
        createdAt: NOW.toISOString(),
        updatedAt: NOW.toISOString(),
      },
    });
    expect(body.data.createdAt).toBe(body.data.updatedAt);
  });

  // spec rest-blogs.1
  test.each([
    [{ tags: 'one, two ,,one' }, { tags: ['one', 'two'] }],
    [{ tags: '' }, { tags: [] }],
    [
      { tags: null, featuredImage: null, status: null },
      { tags: [], featuredImage: '', status: 'draft' },
    ],
    [{ status: 'PUBLISHED' }, { status: 'published' }],
    [{ status: '' }, { status: 'draft' }],
  ])('normalises %j', async (input, expected) => {
    const { status, body } = await create({ ...POST, ...input });
    expect(status).toBe(201);
    expect(body.data).toMatchObject(expected);
  });

  // spec rest-blogs.1
  test.each([
    [{ title: undefined }, 'title', 'Title is required'],
    [{ title: null }, 'title', 'Title is required'],
    [{ title: 7 }, 'title', 'Title is required'],
    [{ title: 'x'.repeat(101) }, 'title', 'Title cannot be longer than 100 characters'],
    [{ content: undefined }, 'content', 'Content is required'],
    [{ content: '<p> </p>' }, 'content', 'Content is required'],
    [{ tags: [7] }, 'tags.0', 'Invalid input'],
    [{ tags: Array.from({ length: 11 }, (_, index) => `${index}`) }, 'tags', 'Tags cannot have more than 10 entries'],
    [{ tags: ['x'.repeat(31)] }, 'tags.0', 'Tag cannot be longer than 30 characters'],
    [{ status: 'archived' }, 'status', 'Invalid input'],
    [{ featuredImage: 'https://example.com/a.png' }, 'featuredImage', 'Invalid profile image URL'],
    [{ featuredImage: 7 }, 'featuredImage', 'Invalid profile image URL'],
  ])('rejects %j', async (input, field, message) => {
    const { status, body } = await create({ ...POST, ...input });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, message, errors: [{ field, message }] });
  });

  test('requires a tutor', async () => {
    const { status, body } = await rest.call('POST', '/api/tutors/blogs', { body: POST });
    expect([status, body]).toEqual([401, AUTHENTICATION_REQUIRED]);
    const apiError = await create(POST, await rest.tokenOf(await aStudent(database.db)));
    expect([apiError.status, apiError.body]).toEqual([403, NOT_TUTOR]);
  });

  // spec rest-blogs.1
  test('lets no rejected tutor publish', async () => {
    const rejected = await aTutor(database.db, { verificationStatus: 'rejected', rejectionReason: 'No' });
    const { status, body } = await create({ ...POST, status: 'published' }, await rest.tokenOf(rejected.user));
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'blog.author_rejected' });
  });
});

describe('images of posts', () => {
  // spec rest-blogs.2 | R §4.6 45 | Images are absolute on the wire, understood when they come back | src/server/rest/wire/blogs.ts
  test('are absolute in answers, and accepted when they are sent back', async () => {
    const { path } = await anUpload(database.db, tutor.user, 'photo');
    const url = `${SITE}/files/${path}`;
    const content = `<p><img src="${url}" alt="A graph" /></p><p><a href="${SITE}/tutors">us</a></p>`;
    const { status, body } = await create({ ...POST, content, featuredImage: url });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ content, featuredImage: url });
    const repeated = await update(body.data._id, body.data);
    expect(repeated.status).toBe(200);
    expect(repeated.body.data).toEqual(body.data);
    const relative = await update(body.data._id, { content: content.replaceAll(SITE, ''), featuredImage: `/files/${path}` });
    expect(relative.body.data).toEqual(body.data);
  });
});

// spec rest-blogs.3 | C §7, R §4.6 46 47 | PUT and DELETE /api/tutors/blogs/{id}: one's own | src/server/rest/blogs.ts
describe('PUT /api/tutors/blogs/{id}', () => {
  test('changes the fields that are sent', async () => {
    const blog = await aBlog(database.db, {
      tutor,
      tags: ['one'],
      createdAt: new Date(NOW.getTime() - HOUR),
      updatedAt: new Date(NOW.getTime() - HOUR),
    });
    const { status, body } = await update(blog.id, { title: 'Another', content: undefined });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: 'Blog updated successfully',
      data: { _id: blog.id, title: 'Another', content: blog.content, tags: ['one'], status: 'published', updatedAt: NOW.toISOString() },
    });
    expect((await update(blog.id, {})).body.data).toEqual(body.data);
    expect((await update(blog.id, { tags: 'a,b' })).body.data.tags).toEqual(['a', 'b']);
  });

  test.each(['PUT', 'DELETE'])("%s answers 404 for another tutor's post and an unknown one", async (method) => {
    const other = await aBlog(database.db);
    for (const id of [other.id, UNKNOWN_ID, ...MALFORMED_IDS]) {
      const { status, body } = await rest.call(method, `/api/tutors/blogs/${id}`, { as: token, body: { title: 'Mine' } });
      expect([status, body]).toEqual([404, BLOG_NOT_FOUND]);
    }
  });
});

// spec rest-blogs.3, errors.60
test('DELETE /api/tutors/blogs/{id} deletes the post', async () => {
  const blog = await aBlog(database.db, { tutor });
  const { status, body } = await rest.call('DELETE', `/api/tutors/blogs/${blog.id}`, { as: token });
  expect([status, body]).toEqual([200, { success: true, message: 'Blog deleted successfully' }]);
  expect((await rest.get(`/api/blogs/${blog.id}`, token)).status).toBe(404);
});

// spec rest-blogs.4 | C §7, R §4.6 44, §8 | GET /api/tutors/blogs/{id} enveloped, GET /api/blogs/{id} bare | src/server/rest/blogs.ts
describe('a single post', () => {
  test('is enveloped under /api/tutors/blogs and bare under /api/blogs', async () => {
    const blog = await aBlog(database.db, { tutor, content: '<p>Words to read.</p>' });
    const enveloped = await rest.get<{ success: true; data: Blog }>(`/api/tutors/blogs/${blog.id}`);
    const bare = await rest.get<Blog>(`/api/blogs/${blog.id}`, 'null');
    expect([enveloped.status, bare.status]).toEqual([200, 200]);
    expect(enveloped.body).toEqual({ success: true, data: bare.body });
    expect(bare.body).toMatchObject({
      _id: blog.id,
      id: blog.id,
      status: 'published',
      author: { _id: tutor.id, name: tutor.user.name },
      isOwn: false,
    });
    expect(bare.body).not.toHaveProperty('author.bio');
  });

  test('is found as a draft by its author, and by admins under /api/tutors/blogs', async () => {
    const blog = await aBlog(database.db, { tutor, status: 'draft' });
    const admin = await rest.tokenOf(await anAdmin(database.db));
    for (const path of ['/api/tutors/blogs', '/api/blogs']) {
      expect((await rest.get(`${path}/${blog.id}`, token)).status).toBe(200);
      expect((await rest.get(`${path}/${blog.id}`, admin)).status).toBe(path === '/api/blogs' ? 404 : 200);
      for (const id of [blog.id, UNKNOWN_ID, ...MALFORMED_IDS]) {
        const { status, body } = await rest.get(`${path}/${id}`);
        expect([status, body]).toEqual([404, BLOG_NOT_FOUND]);
      }
    }
  });
});

describe('lists of posts', () => {
  // spec rest-blogs.5 | C §7, R §4.6 48 | GET /api/blogs: bare, newest first, with the own drafts of a tutor | src/server/rest/blogs.ts
  test('GET /api/blogs answers a bare array of published posts and the own drafts of a tutor', async () => {
    const tag = unique('tag');
    const draft = await aBlog(database.db, { tutor, tags: [tag], status: 'draft', createdAt: new Date(NOW.getTime() + 1) });
    const blog = await aBlog(database.db, { tutor, tags: [tag], title: 'Found by its title' });
    await aBlog(database.db, { tags: [tag], status: 'draft' });
    const path = `/api/blogs?tag=${encodeURIComponent(tag)}`;
    expect(idsOf((await rest.get<Blog[]>(path)).body)).toEqual([blog.id]);
    expect(idsOf((await rest.get<Blog[]>(path, token)).body)).toEqual([draft.id, blog.id]);
    expect(idsOf((await rest.get<Blog[]>(`${path}&search=BY%20its`)).body)).toEqual([blog.id]);
    expect((await rest.get<Blog[]>(`${path}&search=nothing`)).body).toEqual([]);
    for (const query of ['', '?tag=&search=', '?tag=all', '?search=null']) {
      expect(idsOf((await rest.get<Blog[]>(`/api/blogs${query}`)).body)).toContain(blog.id);
    }
    expect((await rest.get('/api/blogs?search=%00')).status).toBe(200);
  });

  // spec rest-blogs.6 | R §8 | GET /api/tutors/blogs, GET /api/tutors/{id}/blogs | src/server/rest/blogs.ts
  test('GET /api/tutors/blogs answers all own posts, newest first', async () => {
    const older = await aBlog(database.db, { tutor, createdAt: new Date(NOW.getTime() - HOUR) });
    const newer = await aBlog(database.db, { tutor, status: 'draft' });
    await aBlog(database.db);
    const { status, body } = await rest.get<{ success: true; data: Blog[] }>('/api/tutors/blogs', token);
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(idsOf(body.data)).toEqual([newer.id, older.id]);
    expect((await rest.get('/api/tutors/blogs')).status).toBe(401);
    expect((await rest.get('/api/tutors/blogs', await rest.tokenOf(await aStudent(database.db)))).body).toEqual(NOT_TUTOR);
  });

  // spec rest-blogs.6
  test("GET /api/tutors/{id}/blogs answers a bare array of the tutor's published posts", async () => {
    const blog = await aBlog(database.db, { tutor });
    await aBlog(database.db, { tutor, status: 'draft' });
    expect(idsOf((await rest.get<Blog[]>(`/api/tutors/${tutor.id}/blogs`)).body)).toEqual([blog.id]);
    for (const id of [UNKNOWN_ID, ...MALFORMED_IDS]) {
      const { status, body } = await rest.get(`/api/tutors/${id}/blogs`);
      expect([status, body]).toEqual([404, { success: false, message: 'Tutor Not Found', code: 'tutor.not_found' }]);
    }
  });
});

// spec rest-blogs.7 | C §7, R §4.6 49 | POST /api/blogs/{id}/like | src/server/rest/blogs.ts
test('POST /api/blogs/{id}/like counts one like per person', async () => {
  const blog = await aBlog(database.db, { tutor });
  const draft = await aBlog(database.db, { tutor, status: 'draft' });
  const as = await rest.tokenOf(await aStudent(database.db));
  for (let index = 0; index < 2; index += 1) {
    const { status, body } = await rest.call('POST', `/api/blogs/${blog.id}/like`, { as });
    expect([status, body]).toEqual([200, { success: true, likes: 1 }]);
  }
  expect((await rest.get(`/api/blogs/${blog.id}`, as)).body).toMatchObject({ likes: 1, isLiked: true });
  expect((await rest.call('POST', `/api/blogs/${blog.id}/like`)).status).toBe(401);
  for (const id of [draft.id, UNKNOWN_ID, ...MALFORMED_IDS]) {
    const { status, body } = await rest.call('POST', `/api/blogs/${id}/like`, { as });
    expect([status, body]).toEqual([404, BLOG_NOT_FOUND]);
  }
});
