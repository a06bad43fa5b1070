import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, aSubject, aTopic, aTutor, HOUR, NOW, unique } from '#tests/support/factories.ts';
import { UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

type SearchResult = { tutors: { id: string; user: { name: string } }[]; pagination: Record<string, unknown>; reading?: unknown };
const search = (query: string) => rest.get<SearchResult>(`/api/tutors?${query}`);
const idsOf = async (query: string) => (await search(query)).body.tutors.map(({ id }) => id);

describe('GET /api/tutors', () => {
  // spec rest-tutors.1 | C §7 | GET /api/tutors with its query; tutors and pagination | src/server/rest/tutors.ts
  test('answers complete profiles without phone, email and documents, and their page', async () => {
    const locations = unique('Jaffna');
    const tutor = await aTutor(database.db, { availableLocations: locations, phone: '0712345678', user: { profileImage: '/files/photos/a.svg' } });
    const { status, body } = await search(`search=${encodeURIComponent(locations)}`);
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ page: 1, pages: 1, total: 1, limit: 24 });
    const { body: profile } = await rest.get<Record<string, unknown>>(`/api/tutors/${tutor.id}`);
    expect(body.tutors).toEqual([{ ...profile, phone: '', user: { ...(profile.user as object), email: '' } }]);
  });

  test('has disjoint and complete pages in every order, with tutors without a price last', async () => {
    const locations = unique('Kandy');
    const query = `location=${encodeURIComponent(locations)}&limit=2`;
    const rates = [90_000, 250_000, 120_000, 90_000];
    const ids: string[] = [];
    for (const rateCents of rates) {
      const { id } = await aTutor(database.db, { availableLocations: locations, subjects: [{ modes: [{ type: 'online', rateCents }] }] });
      ids.push(id);
    }
    for (const sortBy of ['rating', 'price', 'experience', 'name', 'createdAt', 'newest', 'oldest', 'nonsense', '']) {
      for (const sortOrder of ['asc', 'desc', 'sideways', '']) {
        const order = `${query}&sortBy=${sortBy}&sortOrder=${sortOrder}`;
        const pages = [await idsOf(`${order}&page=1`), await idsOf(`${order}&page=2`), await idsOf(`${order}&page=3`)];
        expect(
          pages.map((page) => page.length),
          order,
        ).toEqual([2, 2, 0]);
        expect(pages.flat().sort(), order).toEqual([...ids].sort());
      }
    }
    const cheapest = await idsOf(`${query.replace('limit=2', 'limit=10')}&sortBy=price&sortOrder=asc`);
    expect(cheapest.slice(2)).toEqual([ids[2], ids[1]]);
    expect((await search(`${query}&page=3`)).body.pagination).toEqual({ page: 3, pages: 2, total: 4, limit: 2 });
  });

  test('takes the direction from newest and oldest, whatever sortOrder says', async () => {
    const locations = unique('Galle');
    const query = `location=${encodeURIComponent(locations)}`;
    const first = await aTutor(database.db, { availableLocations: locations, createdAt: new Date(NOW.getTime() - 2 * HOUR) });
    const second = await aTutor(database.db, { availableLocations: locations, createdAt: new Date(NOW.getTime() - HOUR) });
    expect(await idsOf(`${query}&sortBy=newest`)).toEqual([second.id, first.id]);
    expect(await idsOf(`${query}&sortBy=newest&sortOrder=asc`)).toEqual([second.id, first.id]);
    expect(await idsOf(`${query}&sortBy=oldest`)).toEqual([first.id, second.id]);
    expect(await idsOf(`${query}&sortBy=createdAt`)).toEqual([second.id, first.id]);
    expect(await idsOf(`${query}&sortBy=createdAt&sortOrder=asc`)).toEqual([first.id, second.id]);
  });

  // spec rest-tutors.2 | C §5, §7 | The mode filter in upper case; femaleOnly is the text true | src/server/rest/wire/tutor-search.ts
  test('accepts modes in every spelling', async () => {
    const locations = unique('Matara');
    const query = `location=${encodeURIComponent(locations)}`;
    const entry = (type: 'online' | 'home-visit') => ({ modes: [{ type, rateCents: 100_000 }] });
    const online = await aTutor(database.db, { availableLocations: locations, subjects: [entry('online')] });
    const visiting = await aTutor(database.db, { availableLocations: locations, subjects: [entry('home-visit')] });
    for (const spelling of ['ONLINE', 'online']) expect(await idsOf(`${query}&teachingMode=${spelling}`), spelling).toEqual([online.id]);
    for (const spelling of ['INDIVIDUAL', 'HOME-VISIT', 'home_visit', 'HOMEVISIT', 'in-person', 'IN_PERSON']) {
      expect(await idsOf(`${query}&teachingMode=${spelling}`), spelling).toEqual([visiting.id]);
    }
    for (const spelling of ['', 'ANY', 'all', 'null']) expect(await idsOf(`${query}&teachingMode=${spelling}`), spelling).toHaveLength(2);
    for (const spelling of ['GROUP', 'telepathy', 'constructor']) expect(await idsOf(`${query}&teachingMode=${spelling}`), spelling).toEqual([]);
  });

  // spec entities.30 | P §3 | Search filters: category, subject, topic, mode, female only | src/shared/contracts/tutor-search.ts
  test('filters by women, verification, subject, topic and category', async () => {
    const locations = unique('Negombo');
    const query = `location=${encodeURIComponent(locations)}`;
    const category = await aCategory(database.db);
    const subject = await aSubject(database.db, { name: unique('Maths'), categoryId: category.id });
    const topic = await aTopic(database.db, { subjectId: subject.id, name: unique('Algebra') });
    const woman = await aTutor(database.db, {
      availableLocations: locations,
      gender: 'Female',
      subjects: [{ subjectId: subject.id, topicIds: [topic.id] }],
    });
    const man = await aTutor(database.db, { availableLocations: locations, isVerified: true, verificationStatus: 'approved' });
    expect(await idsOf(`${query}&femaleOnly=true`)).toEqual([woman.id]);
    for (const off of ['false', '', '1', 'yes']) expect(await idsOf(`${query}&femaleOnly=${off}`), off).toHaveLength(2);
    for (const only of ['true', 'verified']) expect(await idsOf(`${query}&verified=${only}`), only).toEqual([man.id]);
    for (const only of ['false', 'unverified']) expect(await idsOf(`${query}&verified=${only}`), only).toEqual([woman.id]);
    for (const value of ['all', '', 'nonsense', 'constructor']) expect(await idsOf(`${query}&verified=${value}`), value).toHaveLength(2);
    for (const value of [subject.id, encodeURIComponent(subject.name), encodeURIComponent(subject.name.toUpperCase())]) {
      expect(await idsOf(`subject=${value}`), value).toEqual([woman.id]);
    }
    for (const value of [topic.id, encodeURIComponent(topic.name)]) expect(await idsOf(`topic=${value}`), value).toEqual([woman.id]);
    for (const value of [category.id, encodeURIComponent(category.name)]) expect(await idsOf(`category=${value}`), value).toEqual([woman.id]);
    for (const nothing of ['all', '', 'null', 'undefined']) {
      expect(await idsOf(`${query}&subject=${nothing}&topic=${nothing}&category=${nothing}`), nothing).toHaveLength(2);
    }
    for (const key of ['subject', 'topic', 'category']) {
      for (const unknown of ['Nobody teaches this', UNKNOWN_ID, 'x'.repeat(3000), '%00', '__proto__']) {
        const { status, body } = await search(`${key}=${unknown}`);
        expect({ status, body }, key).toEqual({ status: 200, body: { tutors: [], pagination: { page: 1, pages: 0, total: 0, limit: 24 } } });
      }
    }
  });

  // spec constants.4 | C §9 | 24 tutors a page | src/shared/vocabulary/limits.ts
  test.each([
    ['page=0&limit=0', { page: 1, limit: 24 }],
    ['page=-3&limit=-1', { page: 1, limit: 24 }],
    ['page=two&limit=many', { page: 1, limit: 24 }],
    ['page=1.5&limit=2.5', { page: 1, limit: 24 }],
    ['page=&limit=', { page: 1, limit: 24 }],
    ['page=2&limit=101', { page: 2, limit: 100 }],
    ['page=1e3&limit=0x10', { page: 1, limit: 24 }],
    ['page=1&page=4', { page: 4, limit: 24 }],
    ['page=99999999999999999999', { page: 1_000_000, limit: 24 }],
    ['__proto__=1&__proto__=2&constructor=3', { page: 1, limit: 24 }],
    ['minRating=abc', { page: 1 }],
    ['minRating=9', { page: 1 }],
    ['search=%25%00_%5C&location=%F0%9F%99%82', { page: 1 }],
    [`search=${'x'.repeat(5000)}`, { page: 1 }],
    ['search=%', { page: 1 }],
  ])('ignores the invalid parts of the query %s', async (query, pagination) => {
    const { status, body } = await search(query);
    expect(status).toBe(200);
    expect(body.pagination).toMatchObject(pagination);
  });

  // spec search.44 | D Search | Over REST, too: a range of prices, and a date | src/server/features/tutors/search/search-criteria.queries.ts
  test('filters by a price range and by a date with a free hour', async () => {
    const subject = await aSubject(database.db);
    const [cheap, dear] = await Promise.all(
      [100_000, 250_000].map((rateCents) => aTutor(database.db, { subjects: [{ subjectId: subject.id, modes: [{ type: 'online', rateCents }] }] })),
    );
    const idsFor = async (query: string) => {
      const { body } = await rest.get<{ tutors: { id: string }[] }>(`/api/tutors?subject=${subject.id}&sortBy=price&${query}`);
      return body.tutors.map(({ id }) => id);
    };
    const ids = [dear?.id, cheap?.id];
    expect(await idsFor('priceFrom=1000.5')).toEqual([dear?.id]);
    expect(await idsFor('priceTo=1000')).toEqual([cheap?.id]);
    expect(await idsFor('priceFrom=1000&priceTo=2500')).toEqual(ids);
    expect(await idsFor('priceFrom=2500&priceTo=1000')).toEqual([]);
    for (const ignored of ['priceFrom=cheap', 'priceFrom=-1', 'priceTo=', 'priceTo=99999999']) expect(await idsFor(ignored), ignored).toEqual(ids);
    expect(await idsFor('freeOn=2026-03-09')).toEqual(ids);
    expect(await idsFor('freeOn=')).toEqual(ids);
    for (const query of ['freeOn=2026-03-10', 'freeOn=2026-02-30', 'freeOn=monday', 'freeOn=0']) expect(await idsFor(query), query).toEqual([]);
  });
});

// spec s11-search.77 | S11 6 | Over REST the search takes mediums, exam, days, parts of the day and a distance too; other words in them have no effect |
//   src/server/rest/wire/tutor-search.ts
test.each([
  ['mediums=Tamil,klingon', true],
  ['mediums=sinhala', false],
  ['mediums=klingon', true],
  ['exam=ol', true],
  ['exam=al', false],
  ['exam=phd', true],
  ['days=saturday,Monday&partsOfDay=MORNING', true],
  ['days=saturday&partsOfDay=evening', false],
  ['location=Nugegoda&withinKm=5', true],
  ['location=Nugegoda', false],
  ['location=Maharagama&withinKm=7', true],
])('with %s, a tutor of all of them is found: %s', async (query, isFound) => {
  const { id: subjectId } = await aSubject(database.db, { name: unique('Civics (O/L)') });
  const slots = [{ day: 'Saturday' as const, startMinute: 540, endMinute: 600 }];
  const { id } = await aTutor(database.db, { availableLocations: 'Maharagama', teachingMediums: ['tamil'], subjects: [{ subjectId, slots }] });
  expect(await idsOf(`subject=${subjectId}&${query}`)).toEqual(isFound ? [id] : []);
});

// spec s11-search.103 | S11 7 | Over REST the answer says what was corrected and left out of the words, and nothing where tutors have all of them |
//   src/server/rest/wire/tutors.ts, src/server/features/tutors/search/tutor-search.queries.ts
test.each([
  ['search=senarathnaweera+kusumalatha', 1, undefined],
  ['search=senarathnawera+kusumalatha', 1, { corrections: [{ from: 'senarathnawera', to: 'senarathnaweera' }], leftOut: [] }],
  ['search=senarathnaweera+nowhereland', 1, { corrections: [], leftOut: ['nowhereland'] }],
  ['search=senarathnaweera+online', 1, { corrections: [], leftOut: ['online'] }],
  ['search=senarathnawera&femaleOnly=true', 0, { corrections: [{ from: 'senarathnawera', to: 'senarathnaweera' }], leftOut: [] }],
  ['femaleOnly=true', 0, undefined],
])('%s finds %d and is read as %j', async (query, total, reading) => {
  const { id: subjectId } = await aSubject(database.db);
  const modes = [{ type: 'home-visit' as const, rateCents: 100_000 }];
  await aTutor(database.db, { user: { name: 'Senarathnaweera Kusumalatha' }, gender: 'Male', subjects: [{ subjectId, modes }] });
  const { body } = await search(`subject=${subjectId}&${query}`);
  expect([body.pagination.total, body.reading]).toEqual([total, reading]);
  expect(Object.hasOwn(body, 'reading')).toBe(reading !== undefined);
});
