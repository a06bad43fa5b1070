import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { blogs } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { useBlogAuthor } from '#tests/support/blogs.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, anAdmin, aStudent, aSubject, aTutor, aUser, NOW, unique } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Blog not found' };

const author = useBlogAuthor(database);

describe('blogs.byId', () => {
  // spec blogs.18
  test('shows a published post and its author to anyone', async () => {
    const subject = await aSubject(database.db, { name: unique('Physics') });
    const inactiveSubject = await aSubject(database.db, { isActive: false });
    const writer = await aTutor(database.db, {
      bio: 'Teaches well.',
      isVerified: true,
      verificationStatus: 'approved',
      subjects: [{ subjectId: subject.id }, { subjectId: inactiveSubject.id }],
    });
    const blog = await aBlog(database.db, { tutor: writer });
    expect(await author.blogsAs(null).byId({ id: blog.id })).toMatchObject({
      id: blog.id,
      isOwn: false,
      isLiked: false,
      author: { id: writer.id, name: writer.user.name, bio: 'Teaches well.', isVerified: true, rating: 0, totalReviews: 0, subjects: [subject.name] },
    });
  });

  // spec blogs.20 | R §4.6 44 | A draft is there for its author and admins | src/server/features/blogs/blog-page.queries.ts
  test('shows a draft to its author and to admins only', async () => {
    const blog = await aBlog(database.db, { tutor: author.tutor, status: 'draft' });
    for (const person of [author.tutor.user, await anAdmin(database.db)])
      expect((await author.blogsAs(person).byId({ id: blog.id })).id).toBe(blog.id);
    for (const person of [null, await aStudent(database.db), (await aTutor(database.db)).user]) {
      await expect(author.blogsAs(person).byId({ id: blog.id })).rejects.toMatchObject(NOT_FOUND);
    }
  });

  // spec blogs.21 | D Tutor profile and verification | Posts vanish while the profile of their author is not found; a rejected tutor publishes
  //   nothing | src/server/features/blogs/blogs.commands.ts
  test.each([{ isRejected: true }, { isSuspended: true }])('shows posts of an author with %j to the author and to admins only', async (change) => {
    const blog = await aBlog(database.db, { tutor: author.tutor });
    await author.setState(change);
    for (const person of [author.tutor.user, await anAdmin(database.db)])
      expect((await author.blogsAs(person).byId({ id: blog.id })).id).toBe(blog.id);
    for (const person of [null, await aStudent(database.db)])
      await expect(author.blogsAs(person).byId({ id: blog.id })).rejects.toMatchObject(NOT_FOUND);
    expect((await author.blogsAs(null).published({ limit: 24 })).blogs.map(({ id }) => id)).not.toContain(blog.id);
    expect((await author.blogsAs(null).all()).map(({ id }) => id)).not.toContain(blog.id);
    await expect(author.blogsAs(null).allOfTutor({ id: author.tutor.id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Tutor Not Found' });
    await expect(author.blogsAs(await aStudent(database.db)).like({ id: blog.id })).rejects.toMatchObject(NOT_FOUND);
  });

  test('shows a placeholder for an author without a name', async () => {
    await database.db.update(users).set({ name: '  ' }).where(eq(users.id, author.tutor.user.id));
    const blog = await aBlog(database.db, { tutor: author.tutor });
    expect((await author.blogsAs(null).byId({ id: blog.id })).author.name).toBe('Unknown Tutor');
  });
});

const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe('lists of posts', () => {
  // spec blogs.17
  test('page through published posts, newest first, without repeating any', async () => {
    const tag = unique('paged');
    const createdIds: string[] = [];
    for (const minutes of [1, 2, 2, 2, 3, 4, 5])
      createdIds.push((await aBlog(database.db, { tutor: author.tutor, tags: [tag], createdAt: minutesLater(minutes) })).id);
    await aBlog(database.db, { tutor: author.tutor, tags: [tag], status: 'draft', createdAt: minutesLater(9) });
    const readIds: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await author.blogsAs(null).published({ tag, limit: 3, cursor });
      readIds.push(...page.blogs.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect([...readIds].sort()).toEqual([...createdIds].sort());
    expect(readIds[0]).toBe(createdIds[6]);
    expect(readIds.at(-1)).toBe(createdIds[0]);
    await expect(author.blogsAs(null).published({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('show an excerpt instead of the content', async () => {
    const tag = unique('card');
    await author.blogs().create({ title: 'Long', content: `<p>${'word '.repeat(500)}</p>`, tags: [tag], status: 'published' });
    const { blogs } = await author.blogsAs(null).published({ tag });
    expect(blogs).toHaveLength(1);
    expect(blogs[0]).not.toHaveProperty('content');
    expect(blogs[0]).toMatchObject({ readingTime: 3, excerpt: expect.stringMatching(/^word( word)+…$/), author: { id: author.tutor.id } });
  });

  // spec blogs.17
  test.each([
    ['part of a title, in any case and without accents', 'CAFÉ 100%_x', 'cafe 100%_', true],
    ['a whole tag', 'Nothing', 'algebra', true],
    ['a percent sign, taken literally', 'Plain words', '%', false],
    ['an underscore, taken literally', 'Plain words', '_', false],
    ['Sinhala', 'ශිෂ්‍යත්වයට කලින්', 'ශිෂ්‍යත්ව', true],
    ['Tamil', 'இணைந்த கணிதம்', 'கணிதம்', true],
    ['a backslash', 'back\\slash', 'k\\s', true],
    ['text that no title has', 'Plain words', 'zzz', false],
  ])('are searched correctly for %s', async (_, title, search, isMatch) => {
    const blog = await aBlog(database.db, { tutor: author.tutor, title, tags: ['algebra'] });
    const page = await author.blogsAs(null).published({ search, limit: 24 });
    expect(page.blogs.some(({ id }) => id === blog.id)).toBe(isMatch);
    expect((await author.blogsAs(null).all({ search })).some(({ id }) => id === blog.id)).toBe(isMatch);
  });

  // spec blogs.1
  test("show an author's own posts by status, and their counts", async () => {
    const published = await aBlog(database.db, { tutor: author.tutor, createdAt: minutesLater(1) });
    const drafts = [
      await aBlog(database.db, { tutor: author.tutor, status: 'draft', createdAt: minutesLater(3) }),
      await aBlog(database.db, { tutor: author.tutor, status: 'draft', createdAt: minutesLater(2) }),
    ];
    await aBlog(database.db);
    expect((await author.blogs().own({ status: 'published' })).blogs.map(({ id }) => id)).toEqual([published.id]);
    expect((await author.blogs().own({ status: 'draft' })).blogs.map(({ id }) => id)).toEqual(drafts.map(({ id }) => id));
    expect(await author.blogs().ownCounts()).toEqual({ published: 1, drafts: 2 });
    expect((await author.blogs().allOwn()).map(({ id }) => id)).toEqual([...drafts, published].map(({ id }) => id));
    const page = await author.blogs().own({ status: 'draft', limit: 1 });
    expect((await author.blogs().own({ status: 'draft', limit: 1, cursor: page.nextCursor })).blogs.map(({ id }) => id)).toEqual([drafts[1]?.id]);
    const newcomer = await aUser(database.db, { role: 'tutor' });
    expect(await author.blogsAs(newcomer).ownCounts()).toEqual({ published: 0, drafts: 0 });
    expect(await author.blogsAs(newcomer).allOwn()).toEqual([]);
  });

  test("show all published posts and the caller's own drafts", async () => {
    const tag = unique('all');
    const draft = await aBlog(database.db, { tutor: author.tutor, tags: [tag], status: 'draft', createdAt: minutesLater(2) });
    const [older, newer] = [
      await aBlog(database.db, { tags: [tag], createdAt: minutesLater(1) }),
      await aBlog(database.db, { tags: [tag], createdAt: minutesLater(3) }),
    ];
    await aBlog(database.db, { tags: [tag], status: 'draft' });
    expect((await author.blogs().all({ tag })).map(({ id }) => id)).toEqual([newer.id, draft.id, older.id]);
    for (const person of [null, await aStudent(database.db), await anAdmin(database.db)]) {
      expect((await author.blogsAs(person).all({ tag })).map(({ id }) => id)).toEqual([newer.id, older.id]);
    }
  });

  test('show what a tutor has published', async () => {
    const blog = await aBlog(database.db, { tutor: author.tutor });
    await aBlog(database.db, { tutor: author.tutor, status: 'draft' });
    expect((await author.blogsAs(null).allOfTutor({ id: author.tutor.id })).map(({ id }) => id)).toEqual([blog.id]);
    for (const id of ['nothing', blog.id])
      await expect(author.blogsAs(null).allOfTutor({ id })).rejects.toMatchObject({ message: 'Tutor Not Found' });
    await author.setState({ isRejected: true });
    expect(await author.blogs().allOfTutor({ id: author.tutor.id })).toHaveLength(1);
  });

  // spec blogs.29
  test('take one statement however many posts there are', async () => {
    for (let index = 0; index < 5; index += 1) await aBlog(database.db, { tutor: author.tutor });
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, author.tutor.user).blogs.published({});
    await callerAs({ db }, author.tutor.user).blogs.own({ status: 'published' });
    expect(statements).toHaveLength(2);
  });
});

describe('the queries of lists', () => {
  const insertBlogs = (count: number, overrides: Partial<typeof blogs.$inferInsert> = {}) =>
    database.db
      .insert(blogs)
      .values(
        Array.from({ length: count }, (_, index) => ({
          ...{ tutorId: author.tutor.id, title: `Post ${index}`, content: '<p>x</p>', status: 'published' as const },
          ...{ createdAt: new Date(NOW.getTime() - index * 1000), ...overrides },
        })),
      )
      .returning({ id: blogs.id });

  // spec blogs.15 | S3 | Lists on a screen read no content, and are pages of 24 at most; what answers all answers the newest 200 |
  //   src/server/features/blogs/blogs.queries.ts
  test('read no content on a screen, but the stored excerpt and reading time', async () => {
    const { blog } = await author.blogs().create({ title: 'One', content: '<p>First words.</p>', status: 'published' });
    await author.blogs().update({ id: blog.id, content: `<p>${'other '.repeat(250)}</p>` });
    const { db, statements } = createRecordingDb(database);
    const { blogs: published } = await callerAs({ db }, author.tutor.user).blogs.published({ search: 'One' });
    const { blogs: own } = await callerAs({ db }, author.tutor.user).blogs.own({ status: 'published' });
    for (const [card] of [published.filter(({ id }) => id === blog.id), own]) {
      expect(card).toMatchObject({ readingTime: 2, excerpt: expect.stringMatching(/^other other/) });
    }
    expect(statements.filter(({ text }) => text.includes('content'))).toEqual([]);
    expect((await author.blogsAs(null).byId({ id: blog.id })).readingTime).toBe(2);
  });

  // spec blogs.15
  test('return at most 24 posts a page', async () => {
    for (const work of [author.blogsAs(null).published({ limit: 25 }), author.blogs().own({ status: 'draft', limit: 25 })]) {
      await expect(work).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  // spec blogs.15
  test('return the newest 200 posts without pages', async () => {
    const tag = unique('many');
    const createdIds = (await insertBlogs(201, { tags: [tag] })).map(({ id }) => id);
    const newest = createdIds.slice(0, 200);
    expect((await author.blogsAs(null).all({ tag })).map(({ id }) => id)).toEqual(newest);
    expect((await author.blogsAs(null).allOfTutor({ id: author.tutor.id })).map(({ id }) => id)).toEqual(newest);
    expect((await author.blogs().allOwn()).map(({ id }) => id)).toEqual(newest);
    const draft = await aBlog(database.db, { tutor: author.tutor, tags: [tag], status: 'draft', createdAt: minutesLater(1) });
    expect((await author.blogs().all({ tag })).map(({ id }) => id)).toEqual([draft.id, ...newest.slice(0, 199)]);
    await database.db.delete(blogs).where(eq(blogs.tutorId, author.tutor.id));
  });

  // spec blogs.16 | S3 | 500 posts per author, saved 60 times a minute | src/server/features/blogs/blogs.commands.ts
  test('never have more than 500 posts of one author to read, even when several are created at once', async () => {
    await insertBlogs(498, { status: 'draft' });
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => author.blogs().create({ title: 'More', content: '<p>x</p>' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(author.blogs().create({ title: 'More', content: '<p>x</p>' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You can have at most 500 posts',
    });
  });
});

// spec blogs.19
describe('blogs.like', () => {
  test('counts each account once', async () => {
    const blog = await aBlog(database.db, { tutor: author.tutor });
    const [firstAccount, secondAccount] = [await aStudent(database.db), await anAdmin(database.db)];
    expect(await author.blogsAs(firstAccount).like({ id: blog.id })).toEqual({ likes: 1 });
    expect(await author.blogsAs(firstAccount).like({ id: blog.id })).toEqual({ likes: 1 });
    expect(await author.blogsAs(secondAccount).like({ id: blog.id })).toEqual({ likes: 2 });
    await Promise.all(Array.from({ length: 5 }, () => author.blogs().like({ id: blog.id })));
    expect(await author.blogsAs(firstAccount).byId({ id: blog.id })).toMatchObject({ likes: 3, isLiked: true });
    expect(await author.blogsAs(await aStudent(database.db)).byId({ id: blog.id })).toMatchObject({ likes: 3, isLiked: false });
    expect((await author.blogsAs(firstAccount).published({ search: blog.title })).blogs[0]).toMatchObject({ likes: 3, isLiked: true });
    expect((await author.findStored(blog.id))[0]?.updatedAt).toEqual(NOW);
  });

  test('needs a session and a published post', async () => {
    const draft = await aBlog(database.db, { tutor: author.tutor, status: 'draft' });
    await expect(author.blogsAs(null).like({ id: draft.id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    for (const id of [draft.id, 'nothing']) await expect(author.blogs().like({ id })).rejects.toMatchObject(NOT_FOUND);
  });
});
