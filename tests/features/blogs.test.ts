import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { blogImages, blogLikes, blogs } from '#db/schema/engagement.ts';
import { uploads } from '#db/schema/files.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { createCaller } from '#server/api/router.ts';
import type { DomainEvent } from '#server/core/events.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { blogsProjector } from '#server/features/blogs/blogs.projector.ts';
import { sweepUpload } from '#server/features/uploads/uploads.jobs.ts';
import type { CreateBlogInput, UpdateBlogInput } from '#shared/contracts/blogs.ts';
import { type CallerOptions, callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, anAdmin, aStudent, aSubject, aTutor, aUser, HOUR, NOW, type Tutor, type User, unique } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { watched } from '#tests/support/statements.ts';

const database = useDatabase();
const SITE = 'http://127.0.0.1';
const LATER = new Date(NOW.getTime() + HOUR);
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Blog not found' };
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

/** As the tutor, with what happened. */
function listening(person: User = tutor.user) {
  const events: DomainEvent[] = [];
  const ctx = contextAs(database, person);
  const listener = async (_: unknown, batch: readonly DomainEvent[]) => void events.push(...batch);
  return { blogs: createCaller({ ...ctx, projectors: [...ctx.projectors, listener] }).blogs, events };
}

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

  test.each<[Partial<CreateBlogInput>, string]>([
    [{ title: '  ' }, 'Title is required'],
    [{ title: 'x'.repeat(101) }, 'Title cannot be longer than 100 characters'],
    [{ content: ' ' }, 'Content is required'],
    [{ content: 'x'.repeat(100_001) }, 'Content cannot be longer than 100000 characters'],
    [{ tags: ['x'.repeat(31)] }, 'Tag cannot be longer than 30 characters'],
    [{ tags: Array.from({ length: 11 }, (_, nth) => `tag ${nth}`) }, 'Tags cannot have more than 10 entries'],
  ])('%j is refused', async (input, message) => {
    await expect(author().create({ ...POST, ...input })).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ message }] } });
  });

  test.each([
    ['<p></p><p> <br></p>', 'Content is required'],
    ['<script>alert(1)</script>', 'Content is required'],
    ['<img src="https://example.com/a.png">', 'Content is required'],
    ['&'.repeat(90_000), 'Content cannot be longer than 100000 characters'],
  ])('%s leaves nothing that could be kept', async (content, message) => {
    await expect(author().create({ ...POST, content })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: message,
      cause: { refusal: { field: 'content' } },
    });
  });

  test('what is just long enough is kept', async () => {
    const tags = Array.from({ length: 10 }, (_, nth) => `${nth}`.padEnd(30, 'x'));
    const { blog } = await author().create({ title: 'x'.repeat(100), content: 'x'.repeat(100_000), tags });
    expect(blog).toMatchObject({ tags, readingTime: 1 });
  });

  test('an image alone is something', async () => {
    const photo = await aPhoto();
    expect((await author().create({ ...POST, content: photo.shown })).blog.content).toBe(photo.shown);
  });

  test('is for tutors', async () => {
    await expect(as(null).create(POST)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const person of [await aStudent(database.db), await anAdmin(database.db)]) {
      await expect(as(person).create(POST)).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only tutors can manage blogs' });
    }
  });

  test('needs a profile', async () => {
    const person = await aUser(database.db, { role: 'tutor' });
    await expect(as(person).create(POST)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Tutor profile not found' });
  });

  test('a text that cannot be stored is refused', async () => {
    await expect(author().create({ ...POST, title: 'a\0b' })).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid input' });
  });
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

describe('the images of a post', () => {
  test("are the author's own photos, root-relative or on our site, kept root-relative", async () => {
    const [inside, above] = [await aPhoto(), await aPhoto()];
    const { blog } = await author().create({
      ...POST,
      content: `<p><img alt="A graph" src="${SITE}${inside.address}"></p><p><a href="${SITE}/tutors/1">us</a></p>`,
      featuredImage: `${SITE}${above.address}`,
    });
    expect(blog).toMatchObject({
      content: `<p><img src="${inside.address}" alt="A graph" /></p><p><a href="/tutors/1">us</a></p>`,
      featuredImage: above.address,
    });
    expect((await imagesOf(blog.id)).sort()).toEqual([inside.id, above.id].sort());
  });

  test.each<[string, () => Promise<string> | string]>([
    ["somebody else's", async () => (await aPhoto(await aStudent(database.db))).address],
    ['nothing', () => '/files/photos/nothing.webp'],
  ])('are not %s', async (_, addressOf) => {
    const address = await addressOf();
    const refused = (field: string) => ({ code: 'BAD_REQUEST', message: 'Invalid profile image URL', cause: { refusal: { field } } });
    await expect(author().create({ ...POST, featuredImage: address })).rejects.toMatchObject(refused('featuredImage'));
    await expect(author().create({ ...POST, content: `<img src="${address}">` })).rejects.toMatchObject(refused('content'));
    const blog = await aBlog(database.db, { tutor });
    await expect(author().update({ id: blog.id, content: `<img src="${address}">` })).rejects.toMatchObject(refused('content'));
    expect(await storedOf(blog.id)).toEqual([blog]);
  });

  test.each(['https://example.com/a.png', 'javascript:alert(1)', 'a.png', '/tutors', '/files/documents/a.png'])(
    'above it is not %s',
    async (featuredImage) => {
      await expect(author().create({ ...POST, featuredImage })).rejects.toMatchObject({ message: 'Invalid profile image URL' });
    },
  );

  test('a document is no photo', async () => {
    const { path } = await anUpload(database.db, tutor.user, 'document');
    await expect(author().create({ ...POST, featuredImage: `/files/${path}` })).rejects.toMatchObject({ message: 'Invalid profile image URL' });
  });

  test('what it has shown may stay, even if nobody knows the upload any more', async () => {
    const content = '<p><img src="/files/photos/old.svg" alt="" /></p>';
    const blog = await aBlog(database.db, { tutor, content, featuredImage: '/files/photos/older.svg' });
    const { blog: view } = await author().update({ id: blog.id, content: `${content}<p>more</p>`, featuredImage: `${SITE}/files/photos/older.svg` });
    expect(view).toMatchObject({ content: `${content}<p>more</p>`, featuredImage: '/files/photos/older.svg' });
  });

  test('those it lets go of are told, and only those', async () => {
    const [stays, goes, above] = [await aPhoto(), await aPhoto(), await aPhoto()];
    const { blogs, events } = listening();
    const { blog } = await blogs.create({ ...POST, content: stays.shown + goes.shown, featuredImage: above.address });
    expect(events).toEqual([]);
    await blogs.update({ id: blog.id, content: `<p>a</p>${stays.shown}` });
    expect(events.filter(({ type }) => type === 'uploads.detached')).toEqual([{ type: 'uploads.detached', uploadIds: [goes.id], isRemoval: false }]);
    expect((await imagesOf(blog.id)).sort()).toEqual([stays.id, above.id].sort());
    await blogs.update({ id: blog.id, title: 'Another' });
    await blogs.update({ id: blog.id, featuredImage: '' });
    expect(await imagesOf(blog.id)).toEqual([stays.id]);
    await blogs.remove({ id: blog.id });
    const told = events.flatMap((event) => (event.type === 'uploads.detached' ? event.uploadIds : []));
    expect(told).toEqual([goes.id, above.id, stays.id]);
  });

  test('a sweep takes an image before it is attached or not at all', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const photo = await aPhoto();
      const ctx = contextAs(database, null);
      const [made] = await Promise.allSettled([author().create({ ...POST, content: photo.shown }), sweepUpload(ctx, { uploadId: photo.id })]);
      const left = await database.db.select().from(uploads).where(eq(uploads.id, photo.id));
      expect(left).toHaveLength(made.status === 'fulfilled' ? 1 : 0);
    }
  });

  test('one that its owner takes away leaves the posts that show it, and no other', async () => {
    const [gone, stays] = [await aPhoto(), await aPhoto()];
    const { blog } = await author().create({
      ...POST,
      content: `<p>a</p><img src="${gone.address}" alt="a > b">${stays.shown}`,
      featuredImage: gone.address,
    });
    const { blog: alone } = await author().create({ ...POST, content: gone.shown });
    const { blog: other } = await author().create({ ...POST, content: stays.shown, featuredImage: stays.address });
    await inUnitOfWork({ ...contextAs(database, null, { now: () => LATER }), projectors: [blogsProjector] }, async ({ record }) =>
      record({ type: 'upload.removed', uploadId: gone.id, ownerId: tutor.user.id, path: gone.path }),
    );
    expect(await author().byId({ id: blog.id })).toMatchObject({ content: `<p>a</p>${stays.shown}`, featuredImage: '', updatedAt: LATER });
    expect((await author().byId({ id: alone.id })).content).toBe('<p></p>');
    expect(await author().byId({ id: other.id })).toMatchObject({ content: stays.shown, featuredImage: stays.address, updatedAt: NOW });
  });
});

describe('reading a post', () => {
  test('anyone reads what is published, with what the page shows of its author', async () => {
    const subject = await aSubject(database.db, { name: unique('Physics') });
    const hidden = await aSubject(database.db, { isActive: false });
    const writer = await aTutor(database.db, {
      bio: 'Teaches well.',
      isVerified: true,
      subjects: [{ subjectId: subject.id }, { subjectId: hidden.id }],
    });
    const blog = await aBlog(database.db, { tutor: writer });
    expect(await as(null).byId({ id: blog.id })).toMatchObject({
      id: blog.id,
      isOwn: false,
      isLiked: false,
      author: { id: writer.id, name: writer.user.name, bio: 'Teaches well.', isVerified: true, rating: 0, totalReviews: 0, subjects: [subject.name] },
    });
  });

  test('a draft is there for its author and admins', async () => {
    const blog = await aBlog(database.db, { tutor, status: 'draft' });
    for (const person of [tutor.user, await anAdmin(database.db)]) expect((await as(person).byId({ id: blog.id })).id).toBe(blog.id);
    for (const person of [null, await aStudent(database.db), (await aTutor(database.db)).user]) {
      await expect(as(person).byId({ id: blog.id })).rejects.toMatchObject(NOT_FOUND);
    }
  });

  test.each([{ rejected: true }, { suspended: true }])('what %j has published is there for the author and admins', async (change) => {
    const blog = await aBlog(database.db, { tutor });
    await standing(change);
    for (const person of [tutor.user, await anAdmin(database.db)]) expect((await as(person).byId({ id: blog.id })).id).toBe(blog.id);
    for (const person of [null, await aStudent(database.db)]) await expect(as(person).byId({ id: blog.id })).rejects.toMatchObject(NOT_FOUND);
    expect((await as(null).published({ limit: 100 })).blogs.map(({ id }) => id)).not.toContain(blog.id);
    expect((await as(null).all()).map(({ id }) => id)).not.toContain(blog.id);
    await expect(as(null).allOfTutor({ id: tutor.id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Tutor Not Found' });
    await expect(as(await aStudent(database.db)).like({ id: blog.id })).rejects.toMatchObject(NOT_FOUND);
  });

  test('an author without a name is called something', async () => {
    await database.db.update(users).set({ name: '  ' }).where(eq(users.id, tutor.user.id));
    const blog = await aBlog(database.db, { tutor });
    expect((await as(null).byId({ id: blog.id })).author.name).toBe('Unknown Tutor');
  });
});

describe('lists of posts', () => {
  const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

  test('what is published comes page by page, newest first, the oldest too, none of them twice', async () => {
    const tag = unique('paged');
    const made: string[] = [];
    for (const minutes of [1, 2, 2, 2, 3, 4, 5]) made.push((await aBlog(database.db, { tutor, tags: [tag], createdAt: at(minutes) })).id);
    await aBlog(database.db, { tutor, tags: [tag], status: 'draft', createdAt: at(9) });
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await as(null).published({ tag, limit: 3, cursor });
      seen.push(...page.blogs.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect([...seen].sort()).toEqual([...made].sort());
    expect(seen[0]).toBe(made[6]);
    expect(seen.at(-1)).toBe(made[0]);
    await expect(as(null).published({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('a card shows how a post begins, not all of it', async () => {
    const tag = unique('card');
    await aBlog(database.db, { tutor, tags: [tag], content: `<p>${'word '.repeat(500)}</p>` });
    const { blogs } = await as(null).published({ tag });
    expect(blogs).toHaveLength(1);
    expect(blogs[0]).not.toHaveProperty('content');
    expect(blogs[0]).toMatchObject({ readingTime: 3, excerpt: expect.stringMatching(/^word( word)+…$/), author: { id: tutor.id } });
  });

  test.each([
    ['part of a title, in any case and without accents', 'CAFÉ 100%_x', 'cafe 100%_', true],
    ['a whole tag', 'Nothing', 'algebra', true],
    ['signs that stand for others in a pattern', 'Plain words', '%', false],
    ['another such sign', 'Plain words', '_', false],
    ['Sinhala', 'ශිෂ්‍යත්වයට කලින්', 'ශිෂ්‍යත්ව', true],
    ['Tamil', 'இணைந்த கணிதம்', 'கணிதம்', true],
    ['a backslash', 'back\\slash', 'k\\s', true],
    ['something else', 'Plain words', 'zzz', false],
  ])('a search finds %s', async (_, title, search, isFound) => {
    const blog = await aBlog(database.db, { tutor, title, tags: ['algebra'] });
    const found = await as(null).published({ search, limit: 100 });
    expect(found.blogs.some(({ id }) => id === blog.id)).toBe(isFound);
    expect((await as(null).all({ search })).some(({ id }) => id === blog.id)).toBe(isFound);
  });

  test("one's own come by their state, with their numbers", async () => {
    const published = await aBlog(database.db, { tutor, createdAt: at(1) });
    const drafts = [
      await aBlog(database.db, { tutor, status: 'draft', createdAt: at(3) }),
      await aBlog(database.db, { tutor, status: 'draft', createdAt: at(2) }),
    ];
    await aBlog(database.db);
    expect((await author().own({ status: 'published' })).blogs.map(({ id }) => id)).toEqual([published.id]);
    expect((await author().own({ status: 'draft' })).blogs.map(({ id }) => id)).toEqual(drafts.map(({ id }) => id));
    expect(await author().ownCounts()).toEqual({ published: 1, drafts: 2 });
    expect((await author().allOwn()).map(({ id }) => id)).toEqual([...drafts, published].map(({ id }) => id));
    const page = await author().own({ status: 'draft', limit: 1 });
    expect((await author().own({ status: 'draft', limit: 1, cursor: page.nextCursor })).blogs.map(({ id }) => id)).toEqual([drafts[1]?.id]);
    const newcomer = await aUser(database.db, { role: 'tutor' });
    expect(await as(newcomer).ownCounts()).toEqual({ published: 0, drafts: 0 });
    expect(await as(newcomer).allOwn()).toEqual([]);
  });

  test('all that is published, and ones own drafts', async () => {
    const tag = unique('all');
    const draft = await aBlog(database.db, { tutor, tags: [tag], status: 'draft', createdAt: at(2) });
    const [older, newer] = [await aBlog(database.db, { tags: [tag], createdAt: at(1) }), await aBlog(database.db, { tags: [tag], createdAt: at(3) })];
    await aBlog(database.db, { tags: [tag], status: 'draft' });
    expect((await author().all({ tag })).map(({ id }) => id)).toEqual([newer.id, draft.id, older.id]);
    for (const person of [null, await aStudent(database.db), await anAdmin(database.db)]) {
      expect((await as(person).all({ tag })).map(({ id }) => id)).toEqual([newer.id, older.id]);
    }
  });

  test('of a tutor what is published', async () => {
    const blog = await aBlog(database.db, { tutor });
    await aBlog(database.db, { tutor, status: 'draft' });
    expect((await as(null).allOfTutor({ id: tutor.id })).map(({ id }) => id)).toEqual([blog.id]);
    for (const id of ['nothing', blog.id]) await expect(as(null).allOfTutor({ id })).rejects.toMatchObject({ message: 'Tutor Not Found' });
    await standing({ rejected: true });
    expect(await author().allOfTutor({ id: tutor.id })).toHaveLength(1);
  });

  test('a list takes one statement, however many posts there are', async () => {
    for (let nth = 0; nth < 5; nth += 1) await aBlog(database.db, { tutor });
    const { db, statements } = watched(database);
    await callerAs({ db }, tutor.user).blogs.published({});
    await callerAs({ db }, tutor.user).blogs.own({ status: 'published' });
    expect(statements).toHaveLength(2);
  });
});

describe('liking a post', () => {
  test('counts once per person', async () => {
    const blog = await aBlog(database.db, { tutor });
    const [one, two] = [await aStudent(database.db), await anAdmin(database.db)];
    expect(await as(one).like({ id: blog.id })).toEqual({ likes: 1 });
    expect(await as(one).like({ id: blog.id })).toEqual({ likes: 1 });
    expect(await as(two).like({ id: blog.id })).toEqual({ likes: 2 });
    await Promise.all(Array.from({ length: 5 }, () => author().like({ id: blog.id })));
    expect(await as(one).byId({ id: blog.id })).toMatchObject({ likes: 3, isLiked: true });
    expect(await as(await aStudent(database.db)).byId({ id: blog.id })).toMatchObject({ likes: 3, isLiked: false });
    expect((await as(one).published({ search: blog.title })).blogs[0]).toMatchObject({ likes: 3, isLiked: true });
    expect((await storedOf(blog.id))[0]?.updatedAt).toEqual(NOW);
  });

  test('is for whoever is signed in, and for what is published', async () => {
    const draft = await aBlog(database.db, { tutor, status: 'draft' });
    await expect(as(null).like({ id: draft.id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const id of [draft.id, 'nothing']) await expect(author().like({ id })).rejects.toMatchObject(NOT_FOUND);
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
