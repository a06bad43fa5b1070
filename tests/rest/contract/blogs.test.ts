import { beforeEach, describe, expect, test } from 'vitest';
import { blogs } from '#db/schema/engagement.ts';
import { BLOGS } from '#shared/vocabulary/limits.ts';
import { UNKNOWN_ID, useRest } from '#tests/rest/app.ts';
import { type ApiClient, answerOf, apiClient, errorAnswer } from '#tests/support/api-client.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, aTutor, aUser, NOW, type Tutor } from '#tests/support/factories.ts';
import { expectNoWrites } from '#tests/support/table-contents.ts';

const database = useDatabase();
const rest = useRest(database);
const POST = { title: 'How to revise', content: '<p>Little and often.</p>', tags: ['revision'] };
const PATH = '/api/tutors/blogs/{id}';
const of = ({ id }: { id: string }) => ({ path: { id } });

let tutor: Tutor;
let api: ApiClient;
beforeEach(async () => {
  tutor = await aTutor(database.db);
  api = apiClient(rest, await rest.tokenOf(tutor.user));
});

describe('a post', () => {
  test('can be written, published and read by anyone', async () => {
    const { data: created, response } = await api.POST('/api/tutors/blogs', { body: POST });
    expect(response.status).toBe(201);
    expect(created).toMatchObject({
      success: true,
      message: 'Blog created successfully',
      data: { ...POST, status: 'draft', author: { id: tutor.id } },
    });
    expect(created?.data.createdAt).toBe(created?.data.updatedAt);
    const params = of({ id: `${created?.data.id}` });
    expect((await apiClient(rest).GET(PATH, { params })).response.status).toBe(404);
    await api.PUT(PATH, { params, body: { status: 'published' } });
    expect((await apiClient(rest).GET(PATH, { params })).data?.data).toMatchObject({ ...POST, status: 'published' });
  });

  test('rejects an image of another site', async () => {
    const params = of(await aBlog(database.db, { tutor }));
    const body = { title: 'Changed', featuredImage: 'https://elsewhere.example/a.png' };
    const answer = await expectNoWrites(database, () => api.PUT(PATH, { params, body }));
    expect(answerOf(answer)).toEqual({
      status: 400,
      body: expect.objectContaining({ code: 'upload.photo_url', message: 'Invalid profile image URL' }),
    });
  });
});

describe('a tutor', () => {
  test('with a rejected profile cannot publish', async () => {
    const rejected = await aTutor(database.db, { verificationStatus: 'rejected', rejectionReason: 'Not yet' });
    const params = of(await aBlog(database.db, { tutor: rejected, status: 'draft' }));
    const foreign = apiClient(rest, await rest.tokenOf(rejected.user));
    const expected = errorAnswer(409, 'blog.author_rejected', 'Posts can be published again once your profile is no longer rejected');
    expect(answerOf(await expectNoWrites(database, () => foreign.PUT(PATH, { params, body: { status: 'published' } })))).toEqual(expected);
    expect(answerOf(await expectNoWrites(database, () => foreign.POST('/api/tutors/blogs', { body: { ...POST, status: 'published' } })))).toEqual(
      expected,
    );
  });

  test('without a profile cannot manage posts', async () => {
    const withoutProfile = apiClient(rest, await rest.tokenOf(await aUser(database.db, { role: 'tutor' })));
    const expected = errorAnswer(404, 'tutor.profile_not_found', 'Tutor profile not found');
    const params = of({ id: UNKNOWN_ID });
    expect(answerOf(await expectNoWrites(database, () => withoutProfile.POST('/api/tutors/blogs', { body: POST })))).toEqual(expected);
    expect(answerOf(await expectNoWrites(database, () => withoutProfile.PUT(PATH, { params, body: POST })))).toEqual(expected);
    expect(answerOf(await expectNoWrites(database, () => withoutProfile.DELETE(PATH, { params })))).toEqual(expected);
  });

  test('can write 500 posts at most', async () => {
    const post = { tutorId: tutor.id, title: 'A post', content: '<p>Words.</p>', createdAt: NOW, updatedAt: NOW };
    await database.db.insert(blogs).values(Array.from({ length: BLOGS.most - 1 }, () => post));
    expect((await api.POST('/api/tutors/blogs', { body: POST })).response.status).toBe(201);
    const answer = await expectNoWrites(database, () => api.POST('/api/tutors/blogs', { body: POST }));
    expect(answerOf(answer)).toEqual(errorAnswer(409, 'blog.too_many', 'You can have at most 500 posts'));
  });
});
