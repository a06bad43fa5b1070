import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { blogLikes, blogs } from '#db/schema/engagement.ts';
import type { CreateBlogInput, UpdateBlogInput } from '#shared/contracts/blogs.ts';
import { useBlogAuthor } from '#tests/support/blogs.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, anAdmin, aStudent, aTutor, aUser, HOUR, NOW } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const LATER = new Date(NOW.getTime() + HOUR);
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Blog not found' };
const SITE = 'http://127.0.0.1';
const POST = { title: 'A title', content: '<p>Words to read.</p>' };

const author = useBlogAuthor(database);

describe('blogs.create', () => {
  test('stores a draft of the author', async () => {
    const { message, blog } = await author.blogs().create({
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
      author: { id: author.tutor.id, name: author.tutor.user.name, profileImage: author.tutor.user.profileImage },
      readingTime: 1,
      createdAt: NOW,
      updatedAt: NOW,
    });
    expect(await author.findStored(blog.id)).toMatchObject([{ tutorId: author.tutor.id, content: '<p>Words</p>', createdAt: NOW, updatedAt: NOW }]);
  });

  test('may publish at once', async () => {
    const { blog } = await author.blogs().create({ ...POST, status: 'published' });
    expect((await author.blogsAs(null).byId({ id: blog.id })).status).toBe('published');
  });

  // spec blogs.22 | R §2.10, §4.6 45 | Title 100, content 100,000, ten tags of 30 each | src/shared/contracts/blogs.ts
  test.each<[Partial<CreateBlogInput>, string]>([
    [{ title: '  ' }, 'Title is required'],
    [{ title: 'x'.repeat(101) }, 'Title cannot be longer than 100 characters'],
    [{ content: ' ' }, 'Content is required'],
    [{ content: 'x'.repeat(200_001) }, 'Content cannot be longer than 100000 characters'],
    [{ tags: ['x'.repeat(31)] }, 'Tag cannot be longer than 30 characters'],
    [{ tags: Array.from({ length: 11 }, (_, index) => `tag ${index}`) }, 'Tags cannot have more than 10 entries'],
  ])('refuses %j', async (input, message) => {
    await expect(author.blogs().create({ ...POST, ...input })).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ message }] } });
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
  ])('refuses the content %s', async (content, message) => {
    await expect(author.blogs().create({ ...POST, content })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: message,
      cause: { refusal: { field: 'content' } },
    });
  });

  // spec blogs.22
  test('accepts the longest title, content and tags', async () => {
    const tags = Array.from({ length: 10 }, (_, index) => `${index}`.padEnd(30, 'x'));
    const { blog } = await author.blogs().create({ title: 'x'.repeat(100), content: 'x'.repeat(100_000), tags });
    expect(blog).toMatchObject({ tags, readingTime: 1 });
  });

  // spec blogs.22
  test('measures the cleaned content, without our own site in addresses', async () => {
    const photo = await author.addPhoto();
    const sentContent = `<img src="${SITE}/files/${photo.path}" alt="">`.repeat(1_500);
    expect(sentContent.length).toBeGreaterThan(100_000);
    const storedContent = (await author.blogs().create({ ...POST, content: sentContent })).blog.content;
    expect(storedContent).toBe(photo.html.repeat(1_500));
  });

  test('accepts content that is only an image', async () => {
    const photo = await author.addPhoto();
    expect((await author.blogs().create({ ...POST, content: photo.html })).blog.content).toBe(photo.html);
  });

  // spec roles.8
  test('is for tutors only', async () => {
    await expect(author.blogsAs(null).create(POST)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const person of [await aStudent(database.db), await anAdmin(database.db)]) {
      await expect(author.blogsAs(person).create(POST)).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only tutors can manage blogs' });
    }
  });

  // spec roles.8
  test('needs a tutor profile', async () => {
    const person = await aUser(database.db, { role: 'tutor' });
    await expect(author.blogsAs(person).create(POST)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Tutor profile not found' });
  });

  test('refuses text that PostgreSQL cannot store', async () => {
    await expect(author.blogs().create({ ...POST, title: 'a\0b' })).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid input' });
  });
});

// spec blogs.30 | S3 | A new post is created once, however often it is sent; what was edited since then is not written over |
//   src/server/features/blogs/blogs.commands.ts, src/client/features/blogs/use-blog-draft.ts
describe('blogs.create with a key', () => {
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
  const first = { ...POST, idempotencyKey: 'key', sentAt: at(0) };
  const later = () => author.blogs({ now: () => LATER });
  const listStored = () => database.db.select().from(blogs).where(eq(blogs.tutorId, author.tutor.id));
  const refusalOf = (id: string) => ({ code: 'CONFLICT', message: 'This post was changed in another tab', cause: { refusal: { params: { id } } } });

  test('answers the same text with the post that is there, and writes nothing', async () => {
    const { blog } = await author.blogs().create(first);
    const stored = await listStored();
    expect(await later().create({ ...first, sentAt: at(1) })).toEqual({ message: 'Blog created successfully', blog });
    expect(await listStored()).toEqual(stored);
  });

  test('creates one post when it is sent twice at once', async () => {
    const answers = await Promise.all([0, 1].map((seconds) => author.blogs().create({ ...first, sentAt: at(seconds) })));
    expect(new Set(answers.map(({ blog }) => blog.id)).size).toBe(1);
    expect(await listStored()).toHaveLength(1);
  });

  test('stores what was typed between tries, however many answers were lost', async () => {
    const photo = await author.addPhoto();
    const { blog } = await author.blogs().create(first);
    await later().create({ ...first, title: 'More', sentAt: at(1) });
    const last = await later().create({ ...first, title: 'Most', content: photo.html, status: 'published', sentAt: at(2) });
    expect(last.blog).toMatchObject({ id: blog.id, title: 'Most', content: photo.html, status: 'published', createdAt: NOW, updatedAt: LATER });
    expect(await listStored()).toHaveLength(1);
    expect(await author.listImageIds(blog.id)).toEqual([photo.id]);
  });

  test('does not write an older try over a newer one that has overtaken it', async () => {
    const { blog } = await author.blogs().create({ ...first, title: 'Newer', status: 'published', sentAt: at(2) });
    for (const sentAt of [at(1), at(2), undefined]) {
      await expect(later().create({ ...first, status: 'draft', sentAt })).rejects.toMatchObject(refusalOf(blog.id));
    }
    expect(await listStored()).toMatchObject([{ title: 'Newer', status: 'published', updatedAt: NOW }]);
  });

  test('does not write over what was edited since, and answers it where it is the same', async () => {
    const { blog } = await author.blogs().create(first);
    const edited = await later().update({ id: blog.id, title: 'Edited' });
    await expect(later().create({ ...first, title: 'Typed here', sentAt: at(1) })).rejects.toMatchObject(refusalOf(blog.id));
    expect((await author.blogs().create({ ...first, title: 'Edited', sentAt: at(2) })).blog).toEqual(edited.blog);
    await expect(later().create({ ...first, title: 'Typed here', sentAt: at(3) })).rejects.toMatchObject(refusalOf(blog.id));
    expect(await listStored()).toMatchObject([{ title: 'Edited' }]);
  });

  test('changes a post that an earlier try has published only where that is asked for', async () => {
    const { blog } = await author.blogs().create({ ...first, status: 'published' });
    expect((await later().create({ ...first, sentAt: at(1) })).blog.status).toBe('published');
    await expect(later().create({ ...first, title: 'Half a ti', sentAt: at(2) })).rejects.toMatchObject(refusalOf(blog.id));
    const renamed = await later().create({ ...first, title: 'A new title', status: 'published', sentAt: at(3) });
    expect(renamed.blog).toMatchObject({ title: 'A new title', status: 'published' });
    expect((await later().create({ ...first, title: 'A new title', status: 'draft', sentAt: at(4) })).blog.status).toBe('draft');
  });

  test('follows the rules of an update for images and for rejected authors', async () => {
    await author.blogs().create(first);
    const foreign = await author.addPhoto(await aUser(database.db));
    await expect(later().create({ ...first, content: foreign.html, sentAt: at(1) })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await author.setState({ isRejected: true });
    const refusal = { message: 'Posts can be published again once your profile is no longer rejected' };
    await expect(later().create({ ...first, status: 'published', sentAt: at(2) })).rejects.toMatchObject(refusal);
    expect((await later().create({ ...first, title: 'Still a draft', sentAt: at(3) })).blog.status).toBe('draft');
  });

  test('knows keys by author, and creates another post with another key or none', async () => {
    const { blog } = await author.blogs().create(first);
    const other = await aTutor(database.db);
    expect((await author.blogsAs(other.user).create(first)).blog.id).not.toBe(blog.id);
    await author.blogs().create({ ...first, idempotencyKey: 'another' });
    for (const idempotencyKey of [undefined, '', ' ']) await author.blogs().create({ ...first, idempotencyKey });
    expect(await listStored()).toHaveLength(5);
  });

  test('creates the post again where it was deleted meanwhile', async () => {
    const { blog } = await author.blogs().create(first);
    await author.blogs().remove({ id: blog.id });
    expect((await author.blogs().create({ ...first, sentAt: at(1) })).blog.id).not.toBe(blog.id);
  });

  test('stores the retry of a post that is there, even at the limit of posts', async () => {
    await author.blogs().create(first);
    const values = Array.from({ length: 499 }, (_, index) => ({ ...POST, title: `Post ${index}`, tutorId: author.tutor.id }));
    await database.db.insert(blogs).values(values);
    expect((await later().create({ ...first, title: 'More', sentAt: at(1) })).blog.title).toBe('More');
    await expect(author.blogs().create({ ...first, idempotencyKey: 'another' })).rejects.toMatchObject({ message: 'You can have at most 500 posts' });
  });

  test.each([
    [{ idempotencyKey: 'k'.repeat(256) }, 'Request key cannot be longer than 255 characters'],
    [{ sentAt: new Date(-1) }, 'Invalid input'],
    [{ sentAt: new Date('+010000-01-01T00:00:00Z') }, 'Invalid input'],
  ])('refuses %j', async (input, message) => {
    await expect(author.blogs().create({ ...first, ...input })).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ message }] } });
  });
});

// spec blogs.13 | S3 | A post that another tab has changed is not written over: 409, what was typed stays, and one of the two is chosen |
//   src/server/features/blogs/blogs.commands.ts
describe('blogs.update with seenAt', () => {
  test('refuses a post that was changed since it was read, and writes nothing', async () => {
    const { blog: first } = await author.blogs().create(POST);
    const { blog: second } = await author.blogs({ now: () => LATER }).update({
      id: first.id,
      title: 'Final',
      status: 'published',
      seenAt: first.updatedAt,
    });
    expect(second.updatedAt).toEqual(LATER);
    await expect(author.blogs().update({ id: first.id, content: '<p>Wor</p>', status: 'draft', seenAt: first.updatedAt })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This post was changed in another tab',
    });
    expect(await author.findStored(first.id)).toMatchObject([{ title: 'Final', content: POST.content, status: 'published', updatedAt: LATER }]);
    expect((await author.blogs().update({ id: first.id, title: 'Mine', seenAt: second.updatedAt })).blog.title).toBe('Mine');
    expect((await author.blogs().update({ id: first.id, title: 'Unseen' })).blog.title).toBe('Unseen');
  });

  test('accepts a repeated request whose change is stored already', async () => {
    const { blog } = await author.blogs().create(POST);
    const change = { id: blog.id, title: 'Sent twice', seenAt: blog.updatedAt };
    const saved = await author.blogs({ now: () => LATER }).update(change);
    expect(await author.blogs().update(change)).toEqual(saved);
  });

  test('accepts one of two changes at once', async () => {
    const { blog } = await author.blogs().create(POST);
    const updates = ['One', 'Two'].map((title) => author.blogs({ now: () => LATER }).update({ id: blog.id, title, seenAt: blog.updatedAt }));
    const results = await Promise.allSettled(updates);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

// spec blogs.16
test('creating and updating posts share a limit of 60 a minute', async () => {
  const limitedApi = author.blogs();
  const { blog } = await limitedApi.create(POST);
  for (let index = 1; index < 60; index += 1) await limitedApi.update({ id: blog.id, title: `Title ${index}` });
  const refusal = { code: 'TOO_MANY_REQUESTS' };
  await expect(limitedApi.update({ id: blog.id, title: 'Once more' })).rejects.toMatchObject(refusal);
  await expect(limitedApi.create(POST)).rejects.toMatchObject(refusal);
  await author.blogs({ now: () => LATER }).update({ id: blog.id, title: 'Once more' });
});

describe('blogs.update', () => {
  test('changes the given fields and leaves the others', async () => {
    const blog = await aBlog(database.db, { tutor: author.tutor, tags: ['one'], status: 'draft' });
    const changes: [Partial<UpdateBlogInput>, object][] = [
      [{ title: 'Another' }, { title: 'Another', content: blog.content, tags: ['one'], status: 'draft' }],
      [{ content: '<h1>More</h1>' }, { title: 'Another', content: '<h2>More</h2>' }],
      [{ tags: [] }, { tags: [], status: 'draft' }],
      [{ status: 'published' }, { title: 'Another', status: 'published' }],
      [{ status: 'draft' }, { status: 'draft' }],
    ];
    for (const [input, expected] of changes) {
      const { message, blog: view } = await author.blogs({ now: () => LATER }).update({ id: blog.id, ...input });
      expect(message).toBe('Blog updated successfully');
      expect(view).toMatchObject({ ...expected, createdAt: NOW, updatedAt: LATER });
    }
  });

  // spec blogs.27
  test('leaves the time of the last change when nothing differs', async () => {
    const { blog } = await author.blogs().create({ ...POST, tags: ['one'] });
    const { title, content, tags, status, featuredImage } = blog;
    const later = author.blogs({ now: () => LATER });
    expect((await later.update({ id: blog.id })).blog.updatedAt).toEqual(NOW);
    expect((await later.update({ id: blog.id, title, content, tags, status, featuredImage })).blog).toEqual(blog);
  });

  test('does not find a post of another author or an unknown id', async () => {
    const other = await aBlog(database.db);
    for (const id of [other.id, 'nothing', '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40']) {
      await expect(author.blogs().update({ id, title: 'Mine' })).rejects.toMatchObject(NOT_FOUND);
      await expect(author.blogs().remove({ id })).rejects.toMatchObject(NOT_FOUND);
    }
    expect(await author.findStored(other.id)).toEqual([other]);
  });

  // spec blogs.21
  test('refuses to publish for a rejected tutor, who may still edit drafts', async () => {
    const draft = await aBlog(database.db, { tutor: author.tutor, status: 'draft' });
    const published = await aBlog(database.db, { tutor: author.tutor });
    await author.setState({ isRejected: true });
    const refusal = { code: 'CONFLICT', message: 'Posts can be published again once your profile is no longer rejected' };
    await expect(author.blogs().create({ ...POST, status: 'published' })).rejects.toMatchObject(refusal);
    await expect(author.blogs().update({ id: draft.id, status: 'published' })).rejects.toMatchObject(refusal);
    await author.blogs().create(POST);
    await author.blogs().update({ id: draft.id, title: 'Still a draft' });
    await author.blogs().update({ id: published.id, title: 'Corrected' });
    await author.blogs().update({ id: published.id, status: 'draft' });
    await author.setState({});
    expect((await author.blogs().update({ id: draft.id, status: 'published' })).blog.status).toBe('published');
  });

  // spec blogs.27 | S3 | Two savings of one post at once follow each other; a saving without a change is none |
  //   src/server/features/blogs/blogs.commands.ts
  test('runs two updates at once one after the other', async () => {
    const [firstPhoto, secondPhoto] = [await author.addPhoto(), await author.addPhoto()];
    const blog = await aBlog(database.db, { tutor: author.tutor });
    await Promise.all([firstPhoto, secondPhoto].map(({ html }) => author.blogs().update({ id: blog.id, content: html })));
    const [stored] = await author.findStored(blog.id);
    expect(await author.listImageIds(blog.id)).toEqual([firstPhoto, secondPhoto].filter(({ html }) => html === stored?.content).map(({ id }) => id));
  });

  test('takes at most ten statements however many images there are', async () => {
    const { db, statements } = createRecordingDb(database);
    const blog = await aBlog(database.db, { tutor: author.tutor });
    const photos = await Promise.all(Array.from({ length: 30 }, () => author.addPhoto()));
    const content = photos.map(({ html }) => html).join('');
    await callerAs({ db }, author.tutor.user).blogs.update({ id: blog.id, content });
    expect(statements.length).toBeLessThanOrEqual(10);
    expect(await author.listImageIds(blog.id)).toHaveLength(30);
  });
});

test('blogs.remove deletes a post and its likes', async () => {
  const blog = await aBlog(database.db, { tutor: author.tutor });
  await author.blogsAs(await aStudent(database.db)).like({ id: blog.id });
  expect(await author.blogs().remove({ id: blog.id })).toEqual({ message: 'Blog deleted successfully' });
  expect(await author.findStored(blog.id)).toEqual([]);
  expect(await database.db.select().from(blogLikes).where(eq(blogLikes.blogId, blog.id))).toEqual([]);
  await expect(author.blogs().remove({ id: blog.id })).rejects.toMatchObject(NOT_FOUND);
});
