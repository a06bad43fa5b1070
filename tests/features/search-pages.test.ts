import { describe, expect, test } from 'vitest';
import type { SearchInput } from '#shared/contracts/tutor-search.ts';
import { COLUMN_SORTS, SORT_DIRECTIONS } from '#shared/vocabulary/search.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, aSubject, aTopic, aTutor, HOUR, NOW, unique } from '#tests/support/factories.ts';
import { idsOf, useSearches, withName } from '#tests/support/searches.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const { search, searchPage, searchAllPages, createTutors } = useSearches(database);

describe('the order', () => {
  const NAMES = ['amara', 'Bandu', 'bandu', 'Chitra', 'නිමල්', 'செல்வி', 'Émile', 'Zoysa', 'amara', '_'];

  // spec search.35 | D Search | Every order is total, so that pages never repeat or skip a tutor |
  //   src/server/features/tutors/search/listings.queries.ts
  test.each(COLUMN_SORTS.flatMap((sortBy) => SORT_DIRECTIONS.map((sortOrder) => [sortBy, sortOrder] as const)))(
    'by %s %s is the specified one, and its pages are disjoint and complete',
    async (sortBy, sortOrder) => {
      const { subject, tutors } = await createTutors(
        NAMES.map((name, index) => ({
          ...withName(name),
          createdAt: new Date(NOW.getTime() - (index % 4) * HOUR),
          experience: index % 3,
          gender: index % 2 === 0 ? 'Female' : 'Male',
        })),
      );
      for (const [index, tutor] of tutors.entries()) {
        await database.sql`update tutor_listings set rating = ${(index % 3) * 100}, total_reviews = ${index % 2}, price = ${50_000 + (index % 4) * 1000} where tutor_id = ${tutor.id}`;
      }
      const all = await searchAllPages({ subject: subject.id, sortBy, sortOrder, limit: 3 });
      const listed = await database.sql`
        select tutor_id as id, rating, price, experience, total_reviews as reviews, encode(convert_to(name_key, 'UTF8'), 'hex') as name, profile_created_at::text as created
        from tutor_listings where scope = ${subject.id}`;
      const sign = sortOrder === 'asc' ? 1 : -1;
      const columns = {
        rating: ['rating', 'reviews', 'created'],
        price: ['price', 'rating'],
        experience: ['experience', 'rating'],
        name: ['name'],
        createdAt: ['created'],
      }[sortBy];
      const expected = [...listed].sort((a, b) => {
        for (const [index, column] of columns.entries()) {
          if (a[column] !== b[column]) return (index === 0 ? sign : -1) * (a[column] < b[column] ? -1 : 1);
        }
        return 0;
      });
      const valuesOf = (ids: readonly string[]) => ids.map((id) => columns.map((column) => listed.find((row) => row.id === id)?.[column]));
      expect(valuesOf(all)).toEqual(valuesOf(expected.map(({ id }) => id)));
      expect([...all].sort()).toEqual(expected.map(({ id }) => id).sort());

      const numbered: string[] = [];
      for (let page = 1; page <= 4; page += 1) numbered.push(...idsOf(await searchPage({ subject: subject.id, sortBy, sortOrder, limit: 3, page })));
      expect(numbered).toEqual(all);
      const women = await searchAllPages({ subject: subject.id, sortBy, sortOrder, limit: 2, femaleOnly: true });
      expect(women).toEqual(all.filter((id) => tutors.find((tutor) => tutor.id === id)?.profile.gender === 'Female'));
    },
  );

  // spec states.30 | P §4 Tutor search | Without a direction the server sorts the same way |
  //   src/server/features/tutors/search/tutor-search.queries.ts
  test.each([
    ['rating', 'desc'],
    ['price', 'desc'],
    ['experience', 'desc'],
    ['name', 'asc'],
    ['createdAt', 'desc'],
  ] as const)('by %s is %s unless told otherwise', async (sortBy, sortOrder) => {
    const { subject } = await createTutors([{ createdAt: NOW, experience: 1 }, { createdAt: new Date(NOW.getTime() + HOUR) }]);
    expect(idsOf(await search({ subject: subject.id, sortBy }))).toEqual(idsOf(await search({ subject: subject.id, sortBy, sortOrder })));
  });
});

describe('a cursor', () => {
  // spec search.36 | D Search | Inside the app paging goes by key | src/server/features/tutors/search/listings.queries.ts
  test('goes on after its tutor even when that tutor is gone', async () => {
    const { subject, tutors } = await createTutors([withName('a'), withName('b'), withName('c')]);
    const first = await search({ subject: subject.id, sortBy: 'name', limit: 2 });
    await database.sql`delete from tutor_listings where tutor_id = ${tutors[1]?.id ?? ''}`;
    expect(idsOf(await search({ subject: subject.id, sortBy: 'name', limit: 2, cursor: first.nextCursor }))).toEqual([tutors[2]?.id]);
  });

  test('holds the longest name', async () => {
    const { subject, ids } = await createTutors([withName('ஆ'.repeat(150)), withName('අ'.repeat(150))]);
    expect(await searchAllPages({ subject: subject.id, sortBy: 'name', limit: 1 })).toEqual(ids);
  });

  const at = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const ID = '01890000-0000-7000-8000-000000000000';
  test.each([
    ['rubbish', 'garbage'],
    ['no list', at({ rating: 1 })],
    ['too little', at([500, 3, ID])],
    ['words for numbers', at(['a', 3, NOW, ID])],
    ['numbers that no column holds', at([1e12, 3, NOW, ID])],
    ['a date that is none', at([500, 3, '2026-02-30T00:00:00.000Z', ID])],
    ['an id that is none', at([500, 3, NOW, 'x'])],
    ['nothing', 'AA'],
  ])('that is %s is refused', async (_, cursor) => {
    await expect(search({ sortBy: 'rating', cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid input' });
  });
});

describe('a total', () => {
  test('of a subject or a category is the stored count; of anything else it is counted', async () => {
    const { subject } = await createTutors([{}, {}, { gender: 'Female' }]);
    const setStoredCount = (count: number) => database.sql`update listing_counts set tutors = ${count} where scope = ${subject.id}`;
    await setStoredCount(12_345);
    expect(await search({ subject: subject.id, limit: 1 })).toMatchObject({ total: 12_345, totalIsCapped: false });
    await setStoredCount(3);
    expect(await search({ subject: subject.id, femaleOnly: true })).toMatchObject({ total: 1, totalIsCapped: false });
    expect(await search({ subject: subject.id, search: 'colombo', limit: 1 })).toMatchObject({ total: 3, totalIsCapped: false });
  });

  // spec s11-search.46 | S11 Must reach | What certainly more than 1,000 tutors match is not counted: the oldest, the newest and the best rated all
  //   have to say so | src/server/features/tutors/search/term-frequency.queries.ts
  test('of words is not taken where a sample shows that it would stop at 1,000 anyway', async () => {
    const { subject, ids } = await createTutors([{}, {}, { gender: 'Female' }, { gender: 'Female' }]);
    const setStoredCount = (count: number) => database.sql`update listing_counts set tutors = ${count} where scope = ${subject.id}`;
    const count = async (input: Partial<SearchInput>) => {
      const { total, totalIsCapped } = await search({ subject: subject.id, search: 'colombo', limit: 1, ...input });
      return { total, totalIsCapped };
    };
    await setStoredCount(12_000);
    expect(await count({})).toEqual({ total: 1000, totalIsCapped: true });
    expect(await count({ femaleOnly: true })).toEqual({ total: 1000, totalIsCapped: true });
    await setStoredCount(9_000);
    expect(await count({ femaleOnly: true })).toEqual({ total: 2, totalIsCapped: false });
    await setStoredCount(1_000_000);
    await database.sql`update tutor_listings set is_female = false where tutor_id = ${ids[3] ?? ''}`;
    expect(await count({ femaleOnly: true })).toEqual({ total: 1, totalIsCapped: false });
  });

  // spec search.21 | D Search | Totals are exact up to 1,000, and beyond for a plain subject or category |
  //   src/server/features/tutors/search/listings.queries.ts
  test('is exact up to 1,000 and capped beyond; pages go on while more follow', async () => {
    const { db, sql } = database;
    const topic = await aTopic(db);
    const tutor = await aTutor(db, { subjects: [{ subjectId: topic.subjectId, topicIds: [topic.id] }] });
    const more = (from: number, to: number) => sql`
      with person as (
        insert into users (id, name, email, role)
        select gen_random_uuid(), 'Person ' || nth, 'capped' || nth || '@example.com', 'tutor' from generate_series(${from}::int, ${to}::int) nth returning id
      ), profile as (insert into tutor_profiles (id, user_id) select gen_random_uuid(), id from person returning id)
      insert into tutor_listings (scope, tutor_id, rating, total_reviews, price, experience, name_key, profile_created_at,
        is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours)
      select listing.scope, profile.id, rating, total_reviews, price, experience, name_key, profile_created_at,
        is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours
      from profile, tutor_listings listing where listing.tutor_id = ${tutor.id} and listing.scope = ${topic.id}`;

    await more(2, 1000);
    expect(await searchPage({ topic: topic.id, limit: 100 })).toMatchObject({ total: 1000, totalIsCapped: false, pages: 10 });
    await more(1001, 1150);
    expect(await search({ topic: topic.id })).toMatchObject({ total: 1000, totalIsCapped: true });
    expect(await searchPage({ topic: topic.id, limit: 100 })).toMatchObject({ total: 1000, totalIsCapped: true, pages: 10 });
    const lastPage = await searchPage({ topic: topic.id, limit: 100, page: 11 });
    expect(lastPage).toMatchObject({ pages: 12, page: 11 });
    expect(lastPage.tutors).toHaveLength(100);
    expect((await searchPage({ topic: topic.id, limit: 100, page: 12 })).tutors).toHaveLength(50);
    expect((await searchPage({ topic: topic.id, limit: 100, page: 13 })).tutors).toEqual([]);
  });
});

describe('a page of results', () => {
  // spec search.32 | P §2 Tutor search | Card: what it shows is on offer, a rate of a disabled mode is 0 |
  //   src/server/features/tutors/search/tutor-cards.queries.ts
  test('shows on a card what is on offer', async () => {
    const { db } = database;
    const subject = await aSubject(db);
    const [second, first] = [await aTopic(db, { subjectId: subject.id }), await aTopic(db, { subjectId: subject.id })];
    const inactive = await aSubject(db, { isActive: false });
    const tutor = await aTutor(db, {
      user: { name: 'Kamala', profileImage: '/files/photos/k.png' },
      bio: 'Patient.',
      availableLocations: 'Galle',
      teachingMediums: ['english', 'tamil'],
      vacationMode: true,
      subjects: [
        {
          subjectId: subject.id,
          topicIds: [first.id, second.id],
          modes: [
            { type: 'online', rateCents: 150_050 },
            { type: 'home-visit', rateCents: 200_000, enabled: false },
          ],
        },
        { subjectId: inactive.id },
      ],
    });
    const { tutors } = await search({ subject: subject.name });
    expect(tutors).toEqual([
      {
        id: tutor.id,
        name: 'Kamala',
        profileImage: '/files/photos/k.png',
        isVerified: false,
        vacationMode: true,
        rating: 0,
        totalReviews: 0,
        totalStudents: 0,
        headline: '',
        totalSessions: 0,
        experienceYears: 0,
        answerMinutes: null,
        availableLocations: 'Galle',
        teachingMediums: ['english', 'tamil'],
        subjects: [{ id: subject.id, name: subject.name, topics: [first.name, second.name], onlineRate: 1500.5, homeVisitRate: 0 }],
        offersGroup: false,
        nextFree: null,
      },
    ]);
  });

  test('shows the subject first that was looked for, by its name, its topic or its category', async () => {
    const { db } = database;
    const [other, requested] = [await aSubject(db), await aSubject(db)];
    const topic = await aTopic(db, { subjectId: requested.id });
    await aTutor(db, { subjects: [{ subjectId: other.id }, { subjectId: requested.id, topicIds: [topic.id] }] });
    const order = async (input: Partial<SearchInput>) => (await search(input)).tutors[0]?.subjects.map(({ id }) => id);
    expect(await order({ subject: other.id })).toEqual([other.id, requested.id]);
    expect(await order({ subject: requested.name })).toEqual([requested.id, other.id]);
    expect(await order({ topic: topic.name })).toEqual([requested.id, other.id]);
    expect(await order({ category: requested.categoryId ?? '' })).toEqual([requested.id, other.id]);
  });

  // spec search.45 | D Search | Search lists carry no phone and no email | src/server/features/tutors/tutors.queries.ts
  test('carries no phone and no email over REST', async () => {
    const { subject, ids } = await createTutors([{ phone: '0712345678' }]);
    const { tutors } = await searchPage({ subject: subject.id });
    expect(tutors).toMatchObject([{ id: ids[0], phone: '', user: { email: '' } }]);
  });

  test.each<[string, Partial<SearchInput>]>([
    ['all', {}],
    ['filtered', { femaleOnly: true, sortBy: 'price' }],
    ['looked for', { category: 'Category', subject: 'Subject', search: 'tutor', location: 'colombo' }],
  ])('of %s takes as many statements whatever it holds', async (_, input) => {
    const { db, statements } = createRecordingDb(database);
    const category = await aCategory(database.db, { name: unique('Category') });
    const subject = await aSubject(database.db, { categoryId: category.id });
    const names = { ...(input.category && { category: category.name }), ...(input.subject && { subject: subject.name }) };
    const caller = callerAs({ db }, null);
    const counted: number[] = [];
    for (const limit of [1, 3, 50]) {
      for (let index = 0; index < 3; index += 1) await aTutor(database.db, { gender: 'Female', subjects: [{ subjectId: subject.id }, {}] });
      statements.splice(0);
      const { tutors } = await caller.tutors.search({ ...input, ...names, limit });
      expect(tutors.length).toBeGreaterThan(0);
      counted.push(statements.length);
    }
    // With texts: what their words stand for; the town of the location; the scopes, and their entities; how common they are. The count comes with the page.
    expect(counted).toEqual(counted.map(() => (input.category ? 7 : 3)));
  });
});
