import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, aSubject, aTutor, type TutorOverrides } from '#tests/support/factories.ts';
import { useSearches, withName } from '#tests/support/searches.ts';

const database = useDatabase();
const { search, searchIds, createTutors } = useSearches(database);

async function aTutorOf(subjectIds: readonly string[], overrides: TutorOverrides = {}): Promise<string> {
  const subjects = subjectIds.map((subjectId) => ({ subjectId }));
  const tutor = await aTutor(database.db, { subjects, availableLocations: 'Matara', ...overrides });
  return tutor.id;
}

// spec s11-search.134 | S11 6 | A distance in the words is one from the town beside it, and without a town it is left out, which is said |
//   src/server/features/tutors/search/segments.queries.ts
describe('a distance among the words', () => {
  test('is that of the filter', async () => {
    const { id } = await aSubject(database.db, { name: 'Falconry' });
    const [nugegoda, maharagama, kandy] = [
      await aTutorOf([id], { availableLocations: 'Nugegoda' }),
      await aTutorOf([id], { availableLocations: 'Maharagama' }),
      await aTutorOf([id], { availableLocations: 'Kandy' }),
    ];
    const near = [nugegoda, maharagama].sort();
    const texts = [
      ...['falconry within 5 km of nugegoda', 'falconry 5km from nugegoda', 'falconry near nugegoda within 5 km', 'nugegoda 4 km falconry'],
      ...['falconry 5 km from nugegoda or nearby', 'falconry நுகேகொடை 5 கி.மீ', 'falconry within 5 km of nugegodda'],
    ];
    for (const text of texts) expect(await searchIds({ search: text }), text).toEqual(near);
    expect(await searchIds({ search: 'falconry nugegoda' })).toEqual([nugegoda]);
    expect(await searchIds({ search: 'falconry 20 km from kandy' })).toEqual([kandy]);
    const { reading } = await search({ search: 'falconry within 4 km of nugegoda' });
    expect(reading.leftOut).toEqual([]);
    expect(reading.filters).toEqual([
      { kind: 'place', label: 'Within 5 km of Nugegoda', text: 'within 4 km' },
      { kind: 'place', label: 'Within 5 km of Nugegoda', text: 'nugegoda' },
    ]);
    expect(await search({ search: 'falconry 5 km from kandy or maharagama' })).toMatchObject({
      total: 3,
      reading: { filters: ['5 km', 'kandy', 'maharagama'].map((text) => ({ label: 'Within 5 km of Kandy or Maharagama', text })), leftOut: [] },
    });
    const inBoth = await aTutorOf([id], { availableLocations: 'Kandy, Maharagama' });
    expect(await searchIds({ search: 'falconry kandy within 5 km of nugegoda' })).toEqual([inBoth]);
  });

  test('is left out without a town, or where nobody is so near', async () => {
    const { id } = await aSubject(database.db, { name: 'Archery' });
    const tutor = await aTutorOf([id], { availableLocations: 'Kandy' });
    for (const [text, leftOut] of [
      ['archery within 5 km', ['within 5 km']],
      ['archery within 5 km of jaffna', ['within 5 km of jaffna']],
      ['archery jaffna 5 km', ['jaffna 5 km']],
      ['archery within 5 km of jaffna or mannar', ['within 5 km of jaffna or mannar']],
    ] as const)
      expect(await search({ search: text }), text).toMatchObject({ tutors: [{ id: tutor }], reading: { filters: [], leftOut } });
  });
});

// spec s11-search.135 | S11 1 | Of two things of one kind with "or" between them one is enough; of two kinds both count |
//   src/server/features/tutors/search/segments.queries.ts
describe('"or"', () => {
  test('joins what is taught', async () => {
    const { db } = database;
    const category = await aCategory(db, { name: 'A/L Crafts' });
    const [pottery, weaving] = [
      await aSubject(db, { name: 'Pottery', aliases: ['කුඹල් කර්මාන්තය'] }),
      await aSubject(db, { name: 'Weaving', categoryId: category.id }),
    ];
    const both = await aSubject(db, { name: 'Pottery & Weaving' });
    const [one, other, two, ordinary] = [
      await aTutorOf([pottery.id]),
      await aTutorOf([weaving.id], { availableLocations: 'Kandy' }),
      await aTutorOf([both.id]),
      await aTutorOf([(await aSubject(db, { name: 'Weaving (O/L)' })).id]),
    ];
    const all = [one, other, two, ordinary].sort();
    for (const text of ['pottery or weaving', 'weaving/pottery', 'pottery හෝ weaving', 'weaving அல்லது pottery', 'a pottery or a weaving class'])
      expect(await searchIds({ search: text }), text).toEqual(all);
    expect(await searchIds({ search: 'pottery weaving' })).toEqual([two]);
    expect(await searchIds({ search: 'pottery or weaving in kandy' })).toEqual([other]);
    for (const text of ['o/l or a/l weaving', 'a/l or o/l weaving', 'weaving a/l or o/l'])
      expect(await searchIds({ search: text }), text).toEqual([other, ordinary].sort());
    expect(await searchIds({ search: 'weaving or o/l' })).toEqual([ordinary]);
    const named = async (name: string) => aTutorOf([(await aSubject(db, { name })).id]);
    const painters = [await named('Basketry'), await named('Basketry Painting'), await named('Glass Painting')];
    for (const text of ['basketry or glass painting', 'glass painting or basketry'])
      expect(await searchIds({ search: text }), text).toEqual(painters.toSorted());
    const { tutors } = await search({ search: 'pottery or weaving', sortBy: 'match' });
    expect(tutors.map(({ match }) => match?.words)).toEqual(all.map(() => [{ text: 'pottery or weaving', by: 'subject' }]));
  });

  test('joins places and names, and nothing of two kinds', async () => {
    const { subject, ids } = await createTutors([
      { ...withName('Zamara Silva'), availableLocations: 'Kandy' },
      { ...withName('Zenobia Silva'), availableLocations: 'Mount Lavinia' },
      { ...withName('Zelda Silva'), availableLocations: 'Galle' },
    ]);
    const [first = '', second = '', third = ''] = ids;
    const find = (text: string) => searchIds({ subject: subject.id, search: text });
    expect(await find('kandy or mount lavinia')).toEqual([first, second].sort());
    expect(await find('mount lavinia, kandy or galle')).toEqual(ids.toSorted());
    expect(await find('zamara or zelda')).toEqual([first, third].sort());
    const { tutors } = await search({ subject: subject.id, search: 'zamara or zelda', sortBy: 'match' });
    expect(tutors.map(({ match }) => match?.words)).toEqual([first, third].map(() => [{ text: 'zamara or zelda', by: 'name' }]));
    expect(await find('silva kandy or galle')).toEqual([first, third].sort());
    expect(await find('zamara or kandy')).toEqual([first]);
    expect(await search({ subject: subject.id, search: 'kandy or galle' })).toMatchObject({
      reading: {
        filters: [
          { label: 'Kandy or Galle', text: 'kandy' },
          { label: 'Kandy or Galle', text: 'galle' },
        ],
      },
    });
    expect(await search({ subject: subject.id, search: 'silva jaffna or mannar' })).toMatchObject({ reading: { leftOut: ['jaffna or mannar'] } });
  });
});

// spec s11-search.132
test('a place after "not" is never asked for', async () => {
  const { id } = await aSubject(database.db, { name: 'Origami' });
  const [colombo, kandy] = [await aTutorOf([id], { availableLocations: 'Colombo 05' }), await aTutorOf([id], { availableLocations: 'Kandy' })];
  for (const text of ['not in colombo', 'except colombo', 'outside colombo 05', 'no online'])
    expect(await search({ search: `origami ${text}` }), text).toMatchObject({ total: 2, reading: { filters: [], leftOut: [text] } });
  expect(await searchIds({ search: 'origami not in colombo' })).toEqual([colombo, kandy].sort());
});

// spec s11-search.136 | S11 1 | Beside a subject of music or dance a grade is none of a school | src/server/features/tutors/search/word-readings.queries.ts
test('a grade beside an instrument is no grade of a school', async () => {
  const { db } = database;
  const music = await aCategory(db, { name: 'Music and Dance' });
  const harp = await aSubject(db, { name: 'Harp', aliases: ['වීණාව'], categoryId: music.id });
  const scholarship = await aSubject(db, { name: 'Grade 5 Scholarship' });
  const [harpist, both, teacher] = [await aTutorOf([harp.id]), await aTutorOf([harp.id, scholarship.id]), await aTutorOf([scholarship.id])];
  for (const text of ['harp grade 5', 'grade 5 harp', 'වීණාව 5 ශ්‍රේණිය', 'harpp grade 5'])
    expect(await searchIds({ search: text }), text).toEqual([harpist, both].sort());
  expect(await search({ search: 'harp grade 5' })).toMatchObject({ reading: { leftOut: ['grade 5'] } });
  expect(await searchIds({ search: 'grade 5' })).toEqual([both, teacher].sort());
});

// spec s11-search.137 | S11 1 | The name of a road beside other words is no wish to be in the town that it is called by |
//   src/server/features/tutors/search/segments.queries.ts
test('a road is no town', async () => {
  const { id } = await aSubject(database.db, { name: 'Kendo' });
  const [kandy, nugegoda] = [await aTutorOf([id], { availableLocations: 'Kandy' }), await aTutorOf([id], { availableLocations: 'Nugegoda' })];
  const find = (text: string) => search({ subject: id, search: text });
  for (const text of ['kandy road nugegoda', 'nugegoda kandy road'])
    expect(await find(text), text).toMatchObject({ total: 1, tutors: [{ id: nugegoda }], reading: { leftOut: ['kandy road'] } });
  expect(await find('kendo kandy road')).toMatchObject({ total: 2, reading: { leftOut: ['kandy road'] } });
  expect(await find('kandy road')).toMatchObject({ total: 1, tutors: [{ id: kandy }], reading: { leftOut: ['road'] } });
  expect(await find('kendo within 5 km of street')).toMatchObject({ total: 2, reading: { leftOut: ['within 5 km', 'street'] } });
  await aTutorOf([id], { availableLocations: 'Mawanella' });
  expect((await find('kendo kandy road')).offers).toMatchObject({ towns: [] });
  const onRoad = await aTutorOf([id], { availableLocations: 'Kandy Road, Kadawatha' });
  expect(await find('kendo kandy road')).toMatchObject({ total: 1, tutors: [{ id: onRoad }], reading: { leftOut: [] } });
  for (const text of ['kandy road nugegoda', 'nugegoda kandy road']) expect(await find(text), text).toMatchObject({ tutors: [{ id: nugegoda }] });
});

// spec s11-search.138 | S11 2 | A word that only sounds like one of the catalogue, and is one letter from a name, means both |
//   src/server/features/tutors/search/word-readings.queries.ts
test('a word that sounds like a topic finds the name that is one letter away too', async () => {
  const { id } = await aSubject(database.db, { name: 'Bharata epic' });
  const [epic, perera, other] = [
    await aTutorOf([id]),
    await aTutorOf([(await aSubject(database.db)).id], withName('Kusum Perera')),
    await aTutorOf([(await aSubject(database.db)).id], withName('Kusum Peiris')),
  ];
  expect(await searchIds({ search: 'pereta' })).toEqual([epic, perera].sort());
  expect(await searchIds({ search: 'kusum pereta' })).toEqual([perera]);
  expect(await searchIds({ search: 'bharata' })).toEqual([epic]);
  expect(await searchIds({ search: 'kusum' })).toEqual([perera, other].sort());
});

// spec s11-search.139 | S11 1 | "Science" alone is the subject that is called so, and no other science, where somebody teaches it |
//   src/server/features/tutors/search/segments.queries.ts
test('"science" finds Science and no other subject that has the word', async () => {
  const named = async (name: string, aliases: string[] = []) => aTutorOf([(await aSubject(database.db, { name, aliases })).id]);
  const others = [await named('Political Science (A/L)', ['දේශපාලන විද්‍යාව']), await named('Science of Living')];
  expect(await searchIds({ search: 'science' })).toEqual(others.toSorted());
  const science = [await named('Science (O/L)', ['විද්‍යාව']), await named('Primary Science')];
  for (const text of ['science', 'science tutor']) expect(await searchIds({ search: text }), text).toEqual(science.toSorted());
  expect(await searchIds({ search: 'විද්‍යාව' })).toEqual(science.toSorted());
  expect(await searchIds({ search: 'political science' })).toEqual([others[0]]);
});
