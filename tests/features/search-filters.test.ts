import { expect, test } from 'vitest';
import type { SearchInput } from '#shared/contracts/tutor-search.ts';
import { EXAMS } from '#shared/vocabulary/search.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, aSubject, aTopic, aTutor, type ModeOf, type TutorOverrides, unique } from '#tests/support/factories.ts';
import { idsOf, useSearches } from '#tests/support/searches.ts';

const database = useDatabase();
const { search, searchIds } = useSearches(database);
const idOf = async (overrides: TutorOverrides) => (await aTutor(database.db, overrides)).id;
const aNamed = (name: string, categoryId: string | null = null) => aSubject(database.db, { name: unique(name), categoryId });

// spec s11-search.64 | S11 6 | Who teaches in any of the chosen mediums is found | src/server/features/tutors/search/search-criteria.queries.ts
test('who teaches in any of the chosen mediums is found', async () => {
  const { id: subjectId } = await aNamed('Drawing');
  const of = (...teachingMediums: ('english' | 'sinhala' | 'tamil')[]) => idOf({ teachingMediums, subjects: [{ subjectId }] });
  const [sinhala, tamil, both] = [await of('sinhala'), await of('tamil'), await of('english', 'sinhala')];
  const find = (mediums: SearchInput['mediums']) => searchIds({ subject: subjectId, mediums });
  expect(await find(['sinhala'])).toEqual([sinhala, both].sort());
  expect(await find(['tamil', 'english'])).toEqual([tamil, both].sort());
  expect(await find([])).toEqual([sinhala, tamil, both].sort());
  expect(await search({ subject: subjectId, mediums: ['tamil'] })).toMatchObject({ total: 1, totalIsCapped: false });
});

// spec s11-search.65 | S11 6 | An exam is that of a subject whose name says so, or whose category or chosen topic does |
//   src/server/features/tutors/search/exam.queries.ts
test('an exam is said by the name of the subject, of its category, or of a chosen topic', async () => {
  const { db } = database;
  const [category, languages] = [await aCategory(db, { name: unique('O/L Core') }), await aCategory(db, { name: unique('Languages') })];
  const [inCategory, named, french] = [await aNamed('History', category.id), await aNamed('Maths (O/L)'), await aNamed('French', languages.id)];
  const [ordinary, advanced] = [
    await aTopic(db, { subjectId: french.id, name: unique('French for O/L') }),
    await aTopic(db, { subjectId: french.id, name: unique('French for A/L') }),
  ];
  const ids = [
    await idOf({ subjects: [{ subjectId: inCategory.id }] }),
    await idOf({ subjects: [{ subjectId: named.id }] }),
    await idOf({ subjects: [{ subjectId: french.id, topicIds: [ordinary.id] }] }),
  ];
  const [, , byTopic] = ids;
  const other = await idOf({ subjects: [{ subjectId: french.id, topicIds: [advanced.id] }] });
  const all = await searchIds({ exam: 'ol' });
  expect(ids.filter((id) => !all.includes(id))).toEqual([]);
  expect(all).not.toContain(other);
  expect(await searchIds({ category: languages.id, exam: 'ol' })).toEqual([byTopic]);
  expect(await searchIds({ subject: french.id, exam: 'ol' })).toEqual([byTopic]);
  expect(await searchIds({ topic: ordinary.id, exam: 'ol' })).toEqual([byTopic]);
  expect(await searchIds({ topic: ordinary.id, exam: 'al' })).toEqual([]);
  expect(await searchIds({ subject: inCategory.id, exam: 'ol' })).toEqual([ids[0]]);
  expect(await search({ category: languages.id, exam: 'al' })).toMatchObject({ total: 1, totalIsCapped: false });
});

// spec s11-search.66 | S11 6 | An exam holds for the subject that is chosen or named: who teaches Maths for A/L and Art for O/L is not found by Maths
//   and O/L | src/server/features/tutors/search/search-criteria.queries.ts
test('an exam holds for the subject that is chosen or named', async () => {
  const { db } = database;
  const word = unique('Maths').replace(/\W/g, '');
  const category = await aCategory(db);
  const [advanced, ordinary, art] = [
    await aNamed(`${word} (A/L)`, category.id),
    await aNamed(`${word} (O/L)`, category.id),
    await aNamed('Art (O/L)', category.id),
  ];
  const wrong = await idOf({ subjects: [{ subjectId: advanced.id }, { subjectId: art.id }] });
  const right = await idOf({ subjects: [{ subjectId: ordinary.id }] });
  expect(await searchIds({ search: word, exam: 'ol' })).toEqual([right]);
  expect(await searchIds({ search: word, exam: 'al' })).toEqual([wrong]);
  expect(await searchIds({ subject: advanced.id, exam: 'ol' })).toEqual([]);
  expect(await searchIds({ category: category.id, exam: 'ol' })).toEqual([wrong, right].sort());
  const [card] = (await search({ category: category.id, exam: 'ol', search: 'art' })).tutors;
  expect(card?.subjects[0]?.id).toBe(art.id);
});

test.each(EXAMS)('who teaches for no exam is not found by %s', async (exam) => {
  const { id: subjectId } = await aNamed('Guitar');
  const id = await idOf({ subjects: [{ subjectId }] });
  expect(await searchIds({ exam })).not.toContain(id);
});

test('an exam holds together with hours, mode and order', async () => {
  const [subject, other] = [await aNamed('Physics (A/L)'), await aNamed('Physics')];
  const ofDay = (day: 'Saturday' | 'Sunday', subjectId: string) => ({ subjectId, slots: [{ day, startMinute: 540, endMinute: 660 }] });
  const id = await idOf({ subjects: [ofDay('Saturday', subject.id), ofDay('Sunday', other.id)] });
  const isFound = async (input: Partial<SearchInput>) => (await searchIds({ exam: 'al', teachingMode: 'ONLINE', ...input })).includes(id);
  expect(await isFound({ days: ['Saturday'], sortBy: 'match' })).toBe(true);
  expect(await isFound({ days: ['Sunday'], sortBy: 'price' })).toBe(false);
});

// spec s11-search.67 | S11 6 | A distance is from the town that the location names, to towns that tutors name; without a town it has no effect |
//   src/server/features/tutors/search/towns.queries.ts
test('a distance is measured between towns', async () => {
  const { id: subjectId } = await aNamed('Swimming');
  const of = (availableLocations: string) => idOf({ availableLocations, subjects: [{ subjectId }] });
  const [nugegoda, maharagama, moratuwa, district, kandy] = [
    await of('Nugegoda'),
    await of('Galle, Maharagama'),
    await of('මොරටුව'),
    await of('Colombo District'),
    await of('Kandy'),
  ];
  const find = (location: string, withinKm?: SearchInput['withinKm']) => searchIds({ subject: subjectId, location, withinKm });
  expect(await find('Nugegoda')).toEqual([nugegoda]);
  expect(await find('Nugegoda', 5)).toEqual([nugegoda, maharagama].sort());
  expect(await find('near nugegoda', 20)).toEqual(expect.arrayContaining([nugegoda, maharagama, moratuwa]));
  expect(await find('நுகேகொடை', 5)).toEqual(await find('Nugegoda', 5));
  expect(await find('Nugegoda', 50)).not.toContain(kandy);
  expect(await find('Nugegoda', 5)).not.toContain(district);
  expect(await find('Galle Maharagama', 5)).toEqual([maharagama]);
});

// spec s11-search.68 | S11 6 | The answer says which town the location names, in whatever script or with a typing error |
//   src/server/features/tutors/search/search-text.queries.ts
test('the answer says which town the location names', async () => {
  const { id: subjectId } = await aNamed('Chess');
  const id = await idOf({ availableLocations: 'Maharagama', subjects: [{ subjectId }] });
  const townOf = async (location: string) => (await search({ subject: subjectId, location })).reading.town;
  expect(await townOf('maharagama')).toBe('Maharagama');
  expect(await townOf('මහරගම')).toBe('Maharagama');
  expect(await townOf('Kandy, Maharagama')).toBeNull();
  expect(await townOf('the moon')).toBeNull();
  expect((await search({ subject: subjectId })).reading.town).toBeNull();
  const corrected = await search({ subject: subjectId, location: 'Mahargama', withinKm: 5 });
  expect([idsOf(corrected), corrected.reading.town]).toEqual([[id], 'Maharagama']);
});

// spec s11-search.76
test('a card says who teaches in groups', async () => {
  const { id: subjectId } = await aNamed('Debating');
  const of = (...modes: ModeOf[]) => idOf({ subjects: [{ subjectId, modes: [{ type: 'online' }, ...modes] }] });
  const [groups] = [await of({ type: 'group' }), await of({ type: 'group', enabled: false }), await of({ type: 'group', rateCents: 0 }), await of()];
  const { tutors } = await search({ subject: subjectId });
  expect(tutors.filter(({ offersGroup }) => offersGroup).map(({ id }) => id)).toEqual([groups]);
  expect(tutors).toHaveLength(4);
});
