import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { blogImages, blogLikes, blogs } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { CreateBlogInput, UpdateBlogInput } from '#shared/contracts/blogs.ts';
import { type CallerOptions, callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, anAdmin, aStudent, aTutor, aUser, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { watched } from '#tests/support/statements.ts';

const database = useDatabase();
const LATER = new Date(NOW.getTime() + HOUR);
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Blog not found' };
const SITE = 'http://127.0.0.1';
const POST = { title: 'A title', content: '<p>Words to read.</p>' };

let tutor: Tutor;
beforeEach(async () => {
  tutor = await aTutor(database.db);
});

const as = (person: User | null, options: CallerOptions = {}) => callerAs(database, person, options).blogs;
const author = (options: CallerOptions = {}) => as(tutor.user, options);
const storedOf = (id: string) => database.db.select().from(blogs).where(eq(blogs.id, id));
const imagesOf = async (blogId: string) =>
  (await database.db.select().from(blogImages).where(eq(blogImages.blogId, blogId))).map(({ uploadId }) => uploadId);
const aPhoto = async (owner: User = tutor.user) => {
  const { id, path } = await anUpload(database.db, owner, 'photo');
  return { id, path, address: `/files/${path}`, shown: `<img src="/files/${path}" alt="" />` };
};

async function standing(change: { rejected?: boolean; suspended?: boolean }): Promise<void> {
  await database.db
    .update(tutorProfiles)
    .set({ verificationStatus: change.rejected ? 'rejected' : 'not_started' })
    .where(eq(tutorProfiles.id, tutor.id));
  await database.db
    .update(users)
    .set({ status: change.suspended ? 'suspended' : 'active' })
    .where(eq(users.id, tutor.user.id));
}

describe('writing a post', () => {
  test('it is a draft of the author, made and last changed in one instant', async () => {
    const { message, blog } = await author().create({
      title: '  A title ',
      content: '<p onclick="x()">Words<script>x()</script></p>',
      tags: [' a ', 'b', 'a', ''],
    });
    expect(message).toBe('Blog created successfully');
    expect(blog).toEqual({
      id: expect.any(String),
      title: 'A title',
      content: '<p>Words</p>',
      tags: ['a', 'b'],
      status: 'draft',
      likes: 0,
      isLiked: false,
      isOwn: true,
      featuredImage: '',
      author: { id: tutor.id, name: tutor.user.name, profileImage: tutor.user.profileImage },
      readingTime: 1,
      createdAt: NOW,
      updatedAt: NOW,
    });
    expect(await storedOf(blog.id)).toMatchObject([{ tutorId: tutor.id, content: '<p>Words</p>', createdAt: NOW, updatedAt: NOW }]);
  });

  test('it may be published at once', async () => {
    const { blog } = await author().create({ ...POST, status: 'published' });
    expect((await as(null).byId({ id: blog.id })).status).toBe('published');
  });

  // spec blogs.22 | R §2.10, §4.6 45 | Title 100, content 100,000, ten tags of 30 each | src/shared/contracts/blogs.ts
  test.each<[Partial<CreateBlogInput>, string]>([
    [{ title: '  ' }, 'Title is required'],
    [{ title: 'x'.repeat(101) }, 'Title cannot be longer than 100 characters'],
    [{ content: ' ' }, 'Content is required'],
    [{ content: 'x'.repeat(200_001) }, 'Content cannot be longer than 100000 characters'],
    [{ tags: ['x'.repeat(31)] }, 'Tag cannot be longer than 30 characters'],
    [{ tags: Array.from({ length: 11 }, (_, nth) => `tag ${nth}`) }, 'Tags cannot have more than 10 entries'],
  ])('%j is refused', async (input, message) => {
    await expect(author().create({ ...POST, ...input })).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ message }] } });
  });

  // spec s8-load.9 | S8 B | A post has at most 25,000 `&` before it is cleaned | src/server/features/blogs/blogs.commands.ts
  // spec s8-load.13 | S8 B | A post has at most 5,000 tags: cleaning takes the square of those left open |
  //   src/server/features/blogs/blogs.commands.ts
  // spec blogs.22
  test.each([
    ['<p></p><p> <br></p>', 'Content is required'],
    ['<script>alert(1)</script>', 'Content is required'],
    ['<img src="https://example.com/a.png">', 'Content is required'],
    ['&'.repeat(25_000), 'Content cannot be longer than 100000 characters'],
    ['&'.repeat(25_001), 'Content has too many special characters such as &. Please split it into several posts.'],
    ['<b>'.repeat(5_001), 'Content has too many paragraphs, links and other elements. Please split it into several posts.'],
    ['x'.repeat(100_001), 'Content cannot be longer than 100000 characters'],
  ])('%s leaves nothing that could be kept', async (content, message) => {
    await expect(author().create({ ...POST, content })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: message,
      cause: { refusal: { field: 'content' } },
    });
  });

  // spec blogs.22
  test('what is just long enough is kept', async () => {
    const tags = Array.from({ length: 10 }, (_, nth) => `${nth}`.padEnd(30, 'x'));
    const { blog } = await author().create({ title: 'x'.repeat(100), content: 'x'.repeat(100_000), tags });
    expect(blog).toMatchObject({ tags, readingTime: 1 });
  });

  // spec blogs.22
  test('its length is measured when it is clean: our own addresses count without our site', async () => {
    const photo = await aPhoto();
    const sent = `<img src="${SITE}/files/${photo.path}" alt="">`.repeat(1_500);
    expect(sent.length).toBeGreaterThan(100_000);
    const kept = (await author().create({ ...POST, content: sent })).blog.content;
    expect(kept).toBe(photo.shown.repeat(1_500));
  });

  test('an image alone is something', async () => {
    const photo = await aPhoto();
    expect((await author().create({ ...POST, content: photo.shown })).blog.content).toBe(photo.shown);
  });

  // spec roles.8
  test('is for tutors', async () => {
    await expect(as(null).create(POST)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const person of [await aStudent(database.db), await anAdmin(database.db)]) {
      await expect(as(person).create(POST)).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only tutors can manage blogs' });
    }
  });

  // spec roles.8
  test('needs a profile', async () => {
    const person = await aUser(database.db, { role: 'tutor' });
    await expect(as(person).create(POST)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Tutor profile not found' });
  });

  test('a text that cannot be stored is refused', async () => {
    await expect(author().create({ ...POST, title: 'a\0b' })).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid input' });
  });
});

// spec blogs.13 | S3 | A post that another tab has changed is not written over: 409, what was typed stays, and one of the two is chosen |
//   src/server/features/blogs/blogs.commands.ts
describe('changing a post that was changed meanwhile', () => {
  test('is refused to whoever has seen an older one, and writes nothing', async () => {
    const { blog: first } = await author().create(POST);
    const { blog: second } = await author({ now: () => LATER }).update({
      id: first.id,
      title: 'Final',
      status: 'published',
      seenAt: first.updatedAt,
    });
    expect(second.updatedAt).toEqual(LATER);
    await expect(author().update({ id: first.id, content: '<p>Wor</p>', status: 'draft', seenAt: first.updatedAt })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This post was changed in another tab',
    });
    expect(await storedOf(first.id)).toMatchObject([{ title: 'Final', content: POST.content, status: 'published', updatedAt: LATER }]);
    expect((await author().update({ id: first.id, title: 'Mine', seenAt: second.updatedAt })).blog.title).toBe('Mine');
    expect((await author().update({ id: first.id, title: 'Unseen' })).blog.title).toBe('Unseen');
  });

  test('is none where what was written is there already, as after an answer that was lost', async () => {
    const { blog } = await author().create(POST);
    const change = { id: blog.id, title: 'Sent twice', seenAt: blog.updatedAt };
    const saved = await author({ now: () => LATER }).update(change);
    expect(await author().update(change)).toEqual(saved);
  });

  test('of two at once one is kept', async () => {
    const { blog } = await author().create(POST);
    const writing = ['One', 'Two'].map((title) => author({ now: () => LATER }).update({ id: blog.id, title, seenAt: blog.updatedAt }));
    const results = await Promise.allSettled(writing);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

// spec blogs.16
test('posts are saved 60 times a minute at most, made and changed together', async () => {
  const limited = author();
  const { blog } = await limited.create(POST);
  for (let nth = 1; nth < 60; nth += 1) await limited.update({ id: blog.id, title: `Title ${nth}` });
  const refusal = { code: 'TOO_MANY_REQUESTS' };
  await expect(limited.update({ id: blog.id, title: 'Once more' })).rejects.toMatchObject(refusal);
  await expect(limited.create(POST)).rejects.toMatchObject(refusal);
  await author({ now: () => LATER }).update({ id: blog.id, title: 'Once more' });
});

describe('changing a post', () => {
  test('what is sent is kept, what is absent stays', async () => {
    const blog = await aBlog(database.db, { tutor, tags: ['one'], status: 'draft' });
    const changes: [Partial<UpdateBlogInput>, object][] = [
      [{ title: 'Another' }, { title: 'Another', content: blog.content, tags: ['one'], status: 'draft' }],
      [{ content: '<h1>More</h1>' }, { title: 'Another', content: '<h2>More</h2>' }],
      [{ tags: [] }, { tags: [], status: 'draft' }],
      [{ status: 'published' }, { title: 'Another', status: 'published' }],
      [{ status: 'draft' }, { status: 'draft' }],
    ];
    for (const [input, expected] of changes) {
      const { message, blog: view } = await author({ now: () => LATER }).update({ id: blog.id, ...input });
      expect(message).toBe('Blog updated successfully');
      expect(view).toMatchObject({ ...expected, createdAt: NOW, updatedAt: LATER });
    }
  });

  // spec blogs.27
  test('saved as it was, it was not changed', async () => {
    const { blog } = await author().create({ ...POST, tags: ['one'] });
    const { title, content, tags, status, featuredImage } = blog;
    const later = author({ now: () => LATER });
    expect((await later.update({ id: blog.id })).blog.updatedAt).toEqual(NOW);
    expect((await later.update({ id: blog.id, title, content, tags, status, featuredImage })).blog).toEqual(blog);
  });

  test("another author's is none, nor is one that does not exist", async () => {
    const other = await aBlog(database.db);
    for (const id of [other.id, 'nothing', '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40']) {
      await expect(author().update({ id, title: 'Mine' })).rejects.toMatchObject(NOT_FOUND);
      await expect(author().remove({ id })).rejects.toMatchObject(NOT_FOUND);
    }
    expect(await storedOf(other.id)).toEqual([other]);
  });

  // spec blogs.21
  test('a rejected tutor publishes nothing, and goes on writing drafts', async () => {
    const draft = await aBlog(database.db, { tutor, status: 'draft' });
    const published = await aBlog(database.db, { tutor });
    await standing({ rejected: true });
    const refusal = { code: 'CONFLICT', message: 'Posts can be published again once your profile is no longer rejected' };
    await expect(author().create({ ...POST, status: 'published' })).rejects.toMatchObject(refusal);
    await expect(author().update({ id: draft.id, status: 'published' })).rejects.toMatchObject(refusal);
    await author().create(POST);
    await author().update({ id: draft.id, title: 'Still a draft' });
    await author().update({ id: published.id, title: 'Corrected' });
    await author().update({ id: published.id, status: 'draft' });
    await standing({});
    expect((await author().update({ id: draft.id, status: 'published' })).blog.status).toBe('published');
  });

  // spec blogs.27 | S3 | Two savings of one post at once follow each other; a saving without a change is none |
  //   src/server/features/blogs/blogs.commands.ts
  test('of two savings at once both are kept, one after the other', async () => {
    const [one, two] = [await aPhoto(), await aPhoto()];
    const blog = await aBlog(database.db, { tutor });
    await Promise.all([one, two].map(({ shown }) => author().update({ id: blog.id, content: shown })));
    const [stored] = await storedOf(blog.id);
    expect(await imagesOf(blog.id)).toEqual([one, two].filter(({ shown }) => shown === stored?.content).map(({ id }) => id));
  });

  test('it takes so many statements, however many images there are', async () => {
    const { db, statements } = watched(database);
    const blog = await aBlog(database.db, { tutor });
    const photos = await Promise.all(Array.from({ length: 30 }, () => aPhoto()));
    const content = photos.map(({ shown }) => shown).join('');
    await callerAs({ db }, tutor.user).blogs.update({ id: blog.id, content });
    expect(statements.length).toBeLessThanOrEqual(10);
    expect(await imagesOf(blog.id)).toHaveLength(30);
  });
});

test('a post that is deleted is gone, with its likes', async () => {
  const blog = await aBlog(database.db, { tutor });
  await as(await aStudent(database.db)).like({ id: blog.id });
  expect(await author().remove({ id: blog.id })).toEqual({ message: 'Blog deleted successfully' });
  expect(await storedOf(blog.id)).toEqual([]);
  expect(await database.db.select().from(blogLikes).where(eq(blogLikes.blogId, blog.id))).toEqual([]);
  await expect(author().remove({ id: blog.id })).rejects.toMatchObject(NOT_FOUND);
});
