import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { blogs } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { type CallerOptions, callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, anAdmin, aStudent, aSubject, aTutor, aUser, NOW, type Tutor, type User, unique } from '#tests/support/factories.ts';
import { watched } from '#tests/support/statements.ts';

const database = useDatabase();
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Blog not found' };

let tutor: Tutor;
beforeEach(async () => {
  tutor = await aTutor(database.db);
});

const as = (person: User | null, options: CallerOptions = {}) => callerAs(database, person, options).blogs;
const author = (options: CallerOptions = {}) => as(tutor.user, options);
const storedOf = (id: string) => database.db.select().from(blogs).where(eq(blogs.id, id));

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

describe('reading a post', () => {
  // spec blogs.18
  test('anyone reads what is published, with what the page shows of its author', async () => {
    const subject = await aSubject(database.db, { name: unique('Physics') });
    const hidden = await aSubject(database.db, { isActive: false });
    const writer = await aTutor(database.db, {
      bio: 'Teaches well.',
      isVerified: true,
      verificationStatus: 'approved',
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

  // spec blogs.20 | R §4.6 44 | A draft is there for its author and admins | src/server/features/blogs/blog-page.queries.ts
  test('a draft is there for its author and admins', async () => {
    const blog = await aBlog(database.db, { tutor, status: 'draft' });
    for (const person of [tutor.user, await anAdmin(database.db)]) expect((await as(person).byId({ id: blog.id })).id).toBe(blog.id);
    for (const person of [null, await aStudent(database.db), (await aTutor(database.db)).user]) {
      await expect(as(person).byId({ id: blog.id })).rejects.toMatchObject(NOT_FOUND);
    }
  });

  // spec blogs.21 | D Tutor profile and verification | Posts vanish while the profile of their author is not found; a rejected tutor publishes
  //   nothing | src/server/features/blogs/blogs.commands.ts
  test.each([{ rejected: true }, { suspended: true }])('what %j has published is there for the author and admins', async (change) => {
    const blog = await aBlog(database.db, { tutor });
    await standing(change);
    for (const person of [tutor.user, await anAdmin(database.db)]) expect((await as(person).byId({ id: blog.id })).id).toBe(blog.id);
    for (const person of [null, await aStudent(database.db)]) await expect(as(person).byId({ id: blog.id })).rejects.toMatchObject(NOT_FOUND);
    expect((await as(null).published({ limit: 24 })).blogs.map(({ id }) => id)).not.toContain(blog.id);
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

const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe('lists of posts', () => {
  // spec blogs.17
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
    await author().create({ title: 'Long', content: `<p>${'word '.repeat(500)}</p>`, tags: [tag], status: 'published' });
    const { blogs } = await as(null).published({ tag });
    expect(blogs).toHaveLength(1);
    expect(blogs[0]).not.toHaveProperty('content');
    expect(blogs[0]).toMatchObject({ readingTime: 3, excerpt: expect.stringMatching(/^word( word)+…$/), author: { id: tutor.id } });
  });

  // spec blogs.17
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
    const found = await as(null).published({ search, limit: 24 });
    expect(found.blogs.some(({ id }) => id === blog.id)).toBe(isFound);
    expect((await as(null).all({ search })).some(({ id }) => id === blog.id)).toBe(isFound);
  });

  // spec blogs.1
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

  // spec blogs.29
  test('a list takes one statement, however many posts there are', async () => {
    for (let nth = 0; nth < 5; nth += 1) await aBlog(database.db, { tutor });
    const { db, statements } = watched(database);
    await callerAs({ db }, tutor.user).blogs.published({});
    await callerAs({ db }, tutor.user).blogs.own({ status: 'published' });
    expect(statements).toHaveLength(2);
  });
});

describe('what lists read', () => {
  const many = (count: number, of: Partial<typeof blogs.$inferInsert> = {}) =>
    database.db
      .insert(blogs)
      .values(
        Array.from({ length: count }, (_, nth) => ({
          ...{ tutorId: tutor.id, title: `Post ${nth}`, content: '<p>x</p>', status: 'published' as const },
          ...{ createdAt: new Date(NOW.getTime() - nth * 1000), ...of },
        })),
      )
      .returning({ id: blogs.id });

  // spec blogs.15 | S3 | Lists on a screen read no content, and are pages of 24 at most; what answers all answers the newest 200 |
  //   src/server/features/blogs/blogs.queries.ts
  test('on a screen is never the content: what is shown of it was kept when it was saved', async () => {
    const { blog } = await author().create({ title: 'One', content: '<p>First words.</p>', status: 'published' });
    await author().update({ id: blog.id, content: `<p>${'other '.repeat(250)}</p>` });
    const { db, statements } = watched(database);
    const { blogs: published } = await callerAs({ db }, tutor.user).blogs.published({ search: 'One' });
    const { blogs: own } = await callerAs({ db }, tutor.user).blogs.own({ status: 'published' });
    for (const [card] of [published.filter(({ id }) => id === blog.id), own]) {
      expect(card).toMatchObject({ readingTime: 2, excerpt: expect.stringMatching(/^other other/) });
    }
    expect(statements.filter(({ text }) => text.includes('content'))).toEqual([]);
    expect((await as(null).byId({ id: blog.id })).readingTime).toBe(2);
  });

  // spec blogs.15
  test('is a page of 24 at most', async () => {
    for (const work of [as(null).published({ limit: 25 }), author().own({ status: 'draft', limit: 25 })]) {
      await expect(work).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  // spec blogs.15
  test('where all are answered is the newest 200', async () => {
    const tag = unique('many');
    const made = (await many(201, { tags: [tag] })).map(({ id }) => id);
    const newest = made.slice(0, 200);
    expect((await as(null).all({ tag })).map(({ id }) => id)).toEqual(newest);
    expect((await as(null).allOfTutor({ id: tutor.id })).map(({ id }) => id)).toEqual(newest);
    expect((await author().allOwn()).map(({ id }) => id)).toEqual(newest);
    const draft = await aBlog(database.db, { tutor, tags: [tag], status: 'draft', createdAt: at(1) });
    expect((await author().all({ tag })).map(({ id }) => id)).toEqual([draft.id, ...newest.slice(0, 199)]);
    await database.db.delete(blogs).where(eq(blogs.tutorId, tutor.id));
  });

  // spec blogs.16 | S3 | 500 posts per author, saved 60 times a minute | src/server/features/blogs/blogs.commands.ts
  test('grows with no author beyond 500 posts, however many are written at once', async () => {
    await many(498, { status: 'draft' });
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => author().create({ title: 'More', content: '<p>x</p>' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(author().create({ title: 'More', content: '<p>x</p>' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You can have at most 500 posts',
    });
  });
});

// spec blogs.19
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
