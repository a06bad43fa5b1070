import { describe, expect, test } from 'vitest';
import type { SearchInput, SearchPageInput } from '#shared/contracts/tutor-search.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBooking,
  aCategory,
  aReview,
  aSubject,
  aTopic,
  aTutor,
  HOUR,
  type ModeOf,
  NOW,
  type TutorOverrides,
  unique,
} from '#tests/support/factories.ts';
import { idsOf, useSearches, withName } from '#tests/support/searches.ts';

const database = useDatabase();
const { search, searchPage, searchIds, searchAllPages, createTutors } = useSearches(database);

describe('what is found', () => {
  test('by the name of a subject in any case, or by its id', async () => {
    const { subject, ids } = await createTutors([{}, {}]);
    await aTutor(database.db);
    expect(await searchIds({ subject: subject.name.toUpperCase() })).toEqual([...ids].sort());
    expect(await searchIds({ subject: subject.id })).toEqual([...ids].sort());
  });

  test('by category, topic and their combinations that fit', async () => {
    const { db } = database;
    const category = await aCategory(db);
    const [subject, other] = [await aSubject(db, { categoryId: category.id }), await aSubject(db, { categoryId: category.id })];
    const topic = await aTopic(db, { subjectId: subject.id });
    const bothSubjects = await aTutor(db, { subjects: [{ subjectId: subject.id, topicIds: [topic.id] }, { subjectId: other.id }] });
    const oneSubject = await aTutor(db, { subjects: [{ subjectId: other.id }] });

    expect(await searchIds({ category: category.name })).toEqual([bothSubjects.id, oneSubject.id].sort());
    expect(await searchIds({ category: category.id, subject: subject.name, topic: topic.name })).toEqual([bothSubjects.id]);
    expect(await searchIds({ topic: topic.id })).toEqual([bothSubjects.id]);
    expect(await searchIds({ subject: other.id, topic: topic.id })).toEqual([]);
    expect(await searchIds({ category: (await aCategory(db)).id, subject: subject.id })).toEqual([]);
  });

  test('once, by a topic whose name several subjects have, in order and page by page', async () => {
    const { db } = database;
    const name = unique('Grammar');
    const [first, second] = [await aTopic(db, { name }), await aTopic(db, { name: name.toUpperCase() })];
    const entries = [first, second].map(({ id, subjectId }) => ({ subjectId, topicIds: [id] }));
    const tutors = [];
    for (const subjects of [entries, entries.slice(0, 1), entries.slice(1), entries]) tutors.push(await aTutor(db, { subjects }));
    const newestFirst = tutors.map(({ id }) => id).reverse();
    expect(await searchAllPages({ topic: name, sortBy: 'createdAt', limit: 1 })).toEqual(newestFirst);
    expect(await search({ topic: name })).toMatchObject({ total: 4, totalIsCapped: false });
    expect(idsOf(await searchPage({ topic: name, sortBy: 'createdAt', limit: 2, page: 2 }))).toEqual(newestFirst.slice(2));
  });

  test('in no category, by the word for it', async () => {
    const subject = await aSubject(database.db, { categoryId: null });
    const tutor = await aTutor(database.db, { subjects: [{ subjectId: subject.id }] });
    expect(await searchIds({ category: 'uncategorized' })).toEqual([tutor.id]);
    expect(await searchIds({ category: 'uncategorized', subject: subject.id })).toEqual([tutor.id]);
    expect(await searchIds({ category: 'uncategorized', subject: (await aSubject(database.db)).id })).toEqual([]);
  });

  test.each<Partial<SearchInput>>([
    { subject: 'Subject not found' },
    { category: 'No such category' },
    { topic: 'No such topic' },
    { subject: '01890000-0000-7000-8000-000000000000' },
    { teachingMode: 'NONE' },
    { search: 'nothing is called like this' },
    { search: 'a character that cannot be stored: \0' },
  ])('is nothing for %o', async (input) => {
    expect(await search(input)).toMatchObject({ tutors: [], nextCursor: null, total: 0, totalIsCapped: false });
    expect(await searchPage({ ...input, cursor: undefined } as Partial<SearchPageInput>)).toMatchObject({ tutors: [], pages: 0, total: 0 });
  });

  test('is nothing in a subject that is deactivated', async () => {
    const subject = await aSubject(database.db, { isActive: false });
    await aTutor(database.db, { subjects: [{}, { subjectId: subject.id }] });
    expect(await searchIds({ subject: subject.id })).toEqual([]);
  });

  // spec search.34 | D Search | subject, topic, category and mode hold for the same subject entry |
  //   src/server/features/tutors/search/tutor-search.queries.ts
  test('by the mode that is offered in the very subject', async () => {
    const { db } = database;
    const [maths, music] = [await aSubject(db), await aSubject(db)];
    const tutor = await aTutor(db, {
      subjects: [
        { subjectId: maths.id, modes: [{ type: 'online' }] },
        { subjectId: music.id, modes: [{ type: 'home-visit' }, { type: 'group' }] },
      ],
    });
    const mode = async (subject: { id: string }, teachingMode: SearchInput['teachingMode']) =>
      (await searchIds({ subject: subject.id, teachingMode })).length;
    expect(await Promise.all([mode(maths, 'ONLINE'), mode(maths, 'INDIVIDUAL'), mode(maths, 'GROUP')])).toEqual([1, 0, 0]);
    expect(await Promise.all([mode(music, 'ONLINE'), mode(music, 'INDIVIDUAL'), mode(music, 'GROUP')])).toEqual([0, 1, 1]);
    expect(await searchIds({ teachingMode: 'GROUP', category: maths.categoryId ?? '' })).toEqual([]);
    expect(await searchIds({ teachingMode: 'GROUP', category: music.categoryId ?? '' })).toEqual([tutor.id]);
  });

  // spec s8-last.13 | S8b 10 | What pages of before the deployment call the modes is still read | src/shared/contracts/tutor-search.ts
  test('by a mode as pages of before the deployment name it', async () => {
    const { subject, ids } = await createTutors([{}]);
    const visitor = callerAs(database, null);
    const idsFor = async (teachingMode: 'online' | 'home-visit' | 'group') =>
      idsOf(await visitor.tutors.search({ subject: subject.id, teachingMode }));
    expect(await idsFor('online')).toEqual(ids);
    expect(await idsFor('group')).toEqual([]);
  });

  test('by gender, by verification and by rating', async () => {
    const { subject, tutors } = await createTutors([{ gender: 'Female' }, { gender: 'Other' }, { isVerified: true, verificationStatus: 'approved' }]);
    const [woman, other, verified] = tutors.map(({ id }) => id);
    expect(await searchIds({ subject: subject.id, femaleOnly: true })).toEqual([woman]);
    expect(await searchIds({ subject: subject.id, verified: true })).toEqual([verified]);
    expect(await searchIds({ subject: subject.id, verified: false })).toEqual([woman, other].sort());
    const at = new Date(NOW.getTime() - 3 * HOUR);
    const booking = await aBooking(database.db, { tutor: tutors[1], status: 'completed', startTime: at });
    await aReview(database.db, { booking, rating: 4 });
    expect(await searchIds({ subject: subject.id, minRating: 4 })).toEqual([other]);
    expect(await searchIds({ subject: subject.id, minRating: 4.01 })).toEqual([]);
  });
});

describe('a range of prices', () => {
  test('keeps the lowest rate of what can be booked, both ends included', async () => {
    const { db } = database;
    const subject = await aSubject(db);
    const at = (rateCents: number, more: ModeOf[] = []) =>
      aTutor(db, { subjects: [{ subjectId: subject.id, modes: [{ type: 'online', rateCents }, ...more] }] });
    const [cheap, middle, dear] = [
      await at(100_000, [{ type: 'home-visit', rateCents: 300_000 }]),
      await at(150_050, [{ type: 'group', rateCents: 10_000 }]),
      await at(250_000, [{ type: 'home-visit', rateCents: 50_000, enabled: false }]),
    ].map(({ id }) => id);
    const of = (input: Partial<SearchInput>) => searchAllPages({ subject: subject.id, sortBy: 'price', sortOrder: 'asc', limit: 1, ...input });
    expect(await of({ priceFrom: 1000, priceTo: 2500 })).toEqual([cheap, middle, dear]);
    expect(await of({ priceFrom: 1000.01 })).toEqual([middle, dear]);
    expect(await of({ priceTo: 1500.5 })).toEqual([cheap, middle]);
    expect(await of({ priceTo: 1500.49 })).toEqual([cheap]);
    expect(await of({ priceFrom: 1500.5, priceTo: 1500.5 })).toEqual([middle]);
    expect(await of({ priceFrom: 2000, priceTo: 1000 })).toEqual([]);
    expect(await of({ priceTo: 0 })).toEqual([]);
    expect(await of({ priceFrom: 100_000 })).toEqual([]);
    expect(await search({ subject: subject.id, priceFrom: 1200 })).toMatchObject({ total: 2, totalIsCapped: false });
  });

  test('goes with every order, by pages, and with the other filters', async () => {
    const { subject, ids } = await createTutors(
      ['a', 'b', 'c', 'd'].map((name, index) => ({ ...withName(name), gender: index % 2 === 0 ? 'Female' : 'Male', experience: index })),
    );
    for (const [index, id] of ids.entries()) {
      for (const table of ['tutor_listings', 'tutor_texts'])
        await database.sql`update ${database.sql(table)} set price = ${100_000 + index * 1000} where tutor_id = ${id}`;
    }
    const filters = { subject: subject.id, priceFrom: 1010, priceTo: 1030, limit: 1 };
    for (const [sortBy, sortOrder] of [
      ['name', 'asc'],
      ['price', 'asc'],
      ['experience', 'asc'],
      ['createdAt', 'asc'],
    ] as const) {
      expect(await searchAllPages({ ...filters, sortBy, sortOrder }), sortBy).toEqual(ids.slice(1));
      expect(await searchAllPages({ ...filters, sortBy, sortOrder: 'desc' }), sortBy).toEqual(ids.slice(1).reverse());
      expect(idsOf(await searchPage({ ...filters, sortBy, sortOrder, page: 2 }))).toEqual([ids[2]]);
    }
    expect((await searchAllPages({ ...filters, sortBy: 'rating' })).sort()).toEqual(ids.slice(1).sort());
    expect(await searchAllPages({ ...filters, femaleOnly: true })).toEqual([ids[2]]);
    expect(await searchAllPages({ ...filters, search: 'colombo', sortBy: 'name' })).toEqual(ids.slice(1));
  });
});

// spec search.37 | S11 1 | Every word of a search counts by itself, the last one as a beginning too, whatever the case, accents or script |
//   src/server/features/tutors/search/match.queries.ts
describe('the words of a search', () => {
  test.each([
    ['a name', 'nirmala', withName('Nirmala Perera')],
    ['words in any order', 'perera nirmala', withName('Nirmala Perera')],
    ['the beginning of the last word', 'nirmala per', withName('Nirmala Perera')],
    ['capitals', 'NIRMALA', withName('nirmala')],
    ['no accents', 'emilie', withName('Émilie')],
    ['accents', 'Émilie', withName('Emilie')],
    ['Sinhala', 'නිර්මලා', withName('නිර්මලා පෙරේරා')],
    ['Tamil', 'செல்வி', withName('செல்வி குமார்')],
    ['Latin letters for a Sinhala name', 'nirmala', withName('නිර්මලා පෙරේරා')],
    ['Sinhala for a name in Latin letters', 'දිලිනි', withName('Dilini Wickramasinghe')],
    ['Tamil for a name in Latin letters', 'குமரன்', withName('Sivarajah Kumaran')],
    ['a letter', 'q', withName('Qasim')],
    ['an apostrophe', "o'neil", withName("O'Neil")],
    ['a town', 'nuwara eliya', { availableLocations: 'Nuwara Eliya, Ella' }],
    ['a town in Sinhala', 'නුවරඑළිය', { availableLocations: 'Nuwara Eliya' }],
    ['the district of a town', 'galle', { availableLocations: 'Hikkaduwa' }],
    ['a name and a town', 'nirmala ella', { ...withName('Nirmala'), availableLocations: 'Ella' }],
    ['a medium', 'tamil medium', { teachingMediums: ['tamil'] }],
  ] satisfies [string, string, TutorOverrides][])('are met by %s', async (_, text, overrides) => {
    const { subject, ids } = await createTutors([overrides, { ...withName('Zed'), availableLocations: 'Jaffna', teachingMediums: ['english'] }]);
    expect(await searchIds({ subject: subject.id, search: text })).toEqual(ids.slice(0, 1));
  });

  test.each(['%', '_', '\\', '🙂', '???', 'rmala', "zz:*'|'"])('are read as they are written: %s finds nobody', async (text) => {
    const { subject } = await createTutors([withName('Nirmala abc')]);
    expect(await searchIds({ subject: subject.id, search: text })).toEqual([]);
  });

  test('are those of subjects, topics and categories, and no emails', async () => {
    const { db } = database;
    const category = await aCategory(db, { name: unique('Zither arts') });
    const subject = await aSubject(db, { name: unique('Kandyan drumming'), categoryId: category.id });
    const topic = await aTopic(db, { subjectId: subject.id, name: unique('Gataberaya') });
    const tutor = await aTutor(db, { subjects: [{ subjectId: subject.id, topicIds: [topic.id] }] });
    expect(await searchIds({ search: 'DRUMMING kandyan' })).toEqual([tutor.id]);
    expect(await searchIds({ search: 'gatabera' })).toEqual([tutor.id]);
    expect(await searchIds({ search: 'zither' })).toEqual([tutor.id]);
    expect(await searchIds({ search: tutor.user.email })).toEqual([]);
  });

  // spec s11-search.7 | S11 2 | Names of the catalogue are met by their usual names in Sinhala, Tamil and Latin letters, and by the aliases that admins
  //   write | drizzle/0028_search_terms.sql
  test('are met by what a subject is called in other scripts, and by its aliases', async () => {
    const { db } = database;
    const subject = await aSubject(db, { name: unique('Mathematics'), aliases: ['Sumsandmore'] });
    const tutor = await aTutor(db, { subjects: [{ subjectId: subject.id }] });
    for (const search of ['maths', 'ගණිතය', 'கணிதம்', 'ganithaya', 'sumsandmore'])
      expect(await searchIds({ search, subject: subject.id }), search).toEqual([tutor.id]);
  });

  // spec s11-search.8 | S11 1 | A mode that is read from the words holds for the subject that the words name |
  //   src/server/features/tutors/search/search-criteria.queries.ts
  test('with a mode hold for the subject that they name', async () => {
    const { db } = database;
    const [zoology, botany] = [await aSubject(db, { name: unique('Zooology') }), await aSubject(db, { name: unique('Bootany') })];
    const tutor = await aTutor(db, {
      subjects: [
        { subjectId: zoology.id, modes: [{ type: 'online', rateCents: 100_000 }] },
        { subjectId: botany.id, modes: [{ type: 'home-visit', rateCents: 300_000 }] },
      ],
    });
    expect(await search({ search: 'zooology online' })).toMatchObject({ tutors: [{ id: tutor.id }], reading: { leftOut: [] } });
    expect(await search({ search: 'bootany online' })).toMatchObject({ tutors: [{ id: tutor.id }], reading: { leftOut: ['online'] } });
    expect(await search({ search: 'bootany home visit' })).toMatchObject({ tutors: [{ id: tutor.id }], reading: { leftOut: [] } });
    expect(await search({ search: 'zooology home visit' })).toMatchObject({ tutors: [{ id: tutor.id }], reading: { leftOut: ['home visit'] } });
  });

  // spec s11-search.116 | S11 1 | Who is called like a subject is found beside those who teach it, also in a place |
  //   src/server/features/tutors/search/search-criteria.queries.ts
  test('that name a subject find who is called so too, unless it must be taught in a mode', async () => {
    const { db } = database;
    const subject = await aSubject(db, { name: unique('Cosmoology') });
    const inElla = { availableLocations: 'Ella' };
    const teaching = await aTutor(db, { ...inElla, subjects: [{ subjectId: subject.id, modes: [{ type: 'online', rateCents: 100_000 }] }] });
    expect(await searchIds({ search: 'cosmoology ella' })).toEqual([teaching.id]);
    const named = await aTutor(db, { ...inElla, ...withName('Cosmoology Perera') });
    expect(await searchIds({ search: 'cosmoology' })).toEqual([teaching.id, named.id].sort());
    expect(await searchIds({ search: 'cosmoology ella' })).toEqual([teaching.id, named.id].sort());
    expect(await searchIds({ search: 'cosmoology online' })).toEqual([teaching.id]);
  });

  // spec s11-search.117 | S11 1 | Beside what is taught, a word that is still typed begins a place before it begins another word for a second subject |
  //   src/server/features/tutors/search/match.queries.ts
  test('begin no second subject by another word for it, where they begin a place', async () => {
    const { db } = database;
    const [subject, maths] = [await aSubject(db, { name: unique('Ornithoology') }), await aSubject(db, { name: unique('Mathematics') })];
    const both = await aTutor(db, { availableLocations: 'Ella', subjects: [{ subjectId: subject.id }, { subjectId: maths.id }] });
    const inKandy = await aTutor(db, { availableLocations: 'Kandy', subjects: [{ subjectId: subject.id }] });
    expect(await searchIds({ search: 'ornithoology kan' })).toEqual([inKandy.id]);
    expect(await searchIds({ search: 'ornithoology kanitham' })).toEqual([both.id]);
  });

  // spec s11-search.9 | S11 1 | Where no tutor has all words, it is said which are left out, and those who have the others are shown: a place goes first,
  //   what is taught last | src/server/features/tutors/search/search-text.queries.ts
  test('are left out by name where nobody has them all', async () => {
    const { subject, ids } = await createTutors([{ ...withName('Wasantha'), availableLocations: 'Jaffna' }]);
    const read = (text: string) => search({ subject: subject.id, search: text });
    expect(await read('wasantha nugegoda')).toMatchObject({ tutors: [{ id: ids[0] }], reading: { leftOut: ['nugegoda'] } });
    expect(await read('wasantha qzqzqzqz jaffna')).toMatchObject({
      reading: { leftOut: ['qzqzqzqz'], filters: [{ kind: 'place', label: 'Jaffna', text: 'jaffna' }] },
    });
    expect(await read('nugegoda')).toMatchObject({ tutors: [], reading: { leftOut: [] } });
  });

  // spec s11-search.111 | S11 1 | Where more than one part must go, no more go than it takes | src/server/features/tutors/search/search-text.queries.ts
  test('are left out one after another, until somebody has the others', async () => {
    const online = [{ type: 'online' as const, rateCents: 150_000 }];
    const { subject, ids } = await createTutors([
      { ...withName('Wasantha'), availableLocations: 'Jaffna', gender: 'Male', subjects: [{ modes: online }] },
    ]);
    const { subjects } = await callerAs(database, null).tutors.byId({ id: ids[0] ?? '' });
    const read = await search({ subject: subjects[0]?.subject?.id ?? subject.id, search: 'wasantha nugegoda female online under 2000' });
    expect(read).toMatchObject({ tutors: [{ id: ids[0] }], reading: { leftOut: ['nugegoda', 'female'] } });
  });

  // spec s11-search.112 | S11 Bad input | Half of an emoji changes the meaning of no other word | src/server/features/tutors/search/search-text.queries.ts
  test('are read beside half of an emoji', async () => {
    const { subject, ids } = await createTutors([withName('Wasantha')]);
    expect(await search({ subject: subject.id, search: 'a\ud800b wasantha' })).toMatchObject({ tutors: [{ id: ids[0] }] });
    expect(await searchIds({ subject: subject.id, search: 'wasantha \udc00' })).toEqual(ids);
  });

  test('in a place are met by places only, and go together with the others', async () => {
    const { subject, ids } = await createTutors([
      { ...withName('Galle Fernando'), availableLocations: 'Kandy' },
      { ...withName('Kamal'), availableLocations: 'Galle' },
      { ...withName('Kamal'), availableLocations: 'Ella' },
    ]);
    expect(await searchIds({ subject: subject.id, location: 'galle' })).toEqual([ids[1]]);
    expect(await searchIds({ subject: subject.id, location: 'el', search: 'kamal' })).toEqual([ids[2]]);
    expect(await searchIds({ subject: subject.id, location: 'galle', search: 'kamal' })).toEqual([ids[1]]);
  });

  // spec s11-search.114 | S11 7 | A location has words only: what would be a filter among the words of a search is a word there |
  //   src/shared/domain/search-text.ts
  test('in a place are no filters, whatever they say', async () => {
    const { subject, ids } = await createTutors([
      { ...withName('Kamal'), availableLocations: 'Online, Colombo' },
      { ...withName('Kamal'), availableLocations: 'Colombo' },
    ]);
    expect(await searchIds({ subject: subject.id, location: 'Online' })).toEqual([ids[0]]);
    expect(await searchIds({ subject: subject.id, location: 'Online, Colombo' })).toEqual([ids[0]]);
  });
});
