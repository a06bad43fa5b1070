import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aCategory, aSubject, aTopic, aTutor, type TutorOverrides, unique } from '#tests/support/factories.ts';
import { useSearches, withName } from '#tests/support/searches.ts';

const database = useDatabase();
const { search, searchIds, createTutors } = useSearches(database);

async function aTutorOf(subjectId: string, overrides: TutorOverrides = {}, topicIds: readonly string[] = []): Promise<string> {
  const tutor = await aTutor(database.db, { subjects: [{ subjectId, topicIds }], availableLocations: 'Matara', ...overrides });
  return tutor.id;
}

describe('a town that is a word of a topic too', () => {
  // spec s11-search.90 | S11 1 | Beside a subject or a level the name of a place is the place, in whatever order the words stand, even where a topic has it
  //   in its name | src/server/features/tutors/search/match.queries.ts
  test('is the town beside the subject or its level', async () => {
    const { db } = database;
    const category = await aCategory(db, { name: 'O/L Core' });
    const history = await aSubject(db, { name: 'History', categoryId: category.id });
    const topics = [await aTopic(db, { subjectId: history.id, name: 'Kotte, Kandy and Jaffna Kingdoms' })];
    topics.push(await aTopic(db, { subjectId: history.id, name: 'History of Kandy' }));
    const elsewhere = await aTutorOf(
      history.id,
      {},
      topics.map(({ id }) => id),
    );
    const inKandy = await aTutorOf(history.id, { availableLocations: 'Kandy' });
    for (const text of ['history kandy', 'kandy history', 'history kand', 'o/l kandy', 'kandy o/l', 'history kandy o/l', 'o/l history kandy'])
      expect(await searchIds({ search: text }), text).toEqual([inKandy]);
    expect(await search({ search: 'kandy history' })).toMatchObject({ reading: { filters: [{ kind: 'place', label: 'Kandy' }], leftOut: [] } });
    expect(await searchIds({ search: 'kandy kingdoms' })).toEqual([elsewhere]);
  });

  // spec s11-search.90
  test('is the dance where a dance is called so, wherever it is taught', async () => {
    const [kandyan, other] = [
      await aSubject(database.db, { name: 'Kandyan Dancing', aliases: ['Kandy dance'] }),
      await aSubject(database.db, { name: 'Sabaragamuwa dance' }),
    ];
    const dancer = await aTutorOf(kandyan.id);
    await aTutorOf(other.id, { availableLocations: 'Kandy' });
    for (const text of ['kandy dance', 'dance kandy', 'kandyan dancing']) expect(await searchIds({ search: text }), text).toEqual([dancer]);
  });

  // spec s11-search.90
  test('is the topic where the text is its whole name', async () => {
    const subject = await aSubject(database.db);
    const topic = await aTopic(database.db, { subjectId: subject.id, name: 'Anuradhapura and Polonnaruwa' });
    const tutor = await aTutorOf(subject.id, {}, [topic.id]);
    expect(await searchIds({ search: 'Anuradhapura and Polonnaruwa' })).toEqual([tutor]);
  });

  // spec s11-search.91 | S11 1 | Words that belong to a subject or topic together are found together in whatever order and with whatever words between |
  //   src/server/features/tutors/search/match.queries.ts
  test('stands between the words of a subject', async () => {
    const category = await aCategory(database.db, { name: 'A/L Sciences' });
    const [botany, geology] = [
      await aSubject(database.db, { name: 'Botanics (O/L)' }),
      await aSubject(database.db, { name: 'Geologics', categoryId: category.id }),
    ];
    const both = await aTutorOf(botany.id, { subjects: [{ subjectId: botany.id }, { subjectId: geology.id }], availableLocations: 'Ella' });
    const others = [geology, await aSubject(database.db, { name: 'Botanics' }), await aSubject(database.db, { name: 'Calligraphy (O/L)' })];
    await aTutorOf(geology.id, { subjects: others.map(({ id }) => ({ subjectId: id })), availableLocations: 'Ella' });
    for (const text of ['botanics ella o/l', 'o/l ella botanics', 'botanics geologics o/l', 'geologics botanics o/l', 'o/l geologics botanics'])
      expect(await searchIds({ search: text }), text).toEqual([both]);
  });
});

// spec s11-search.92 | S11 1 | One word names a place that is called so, or that has a distinctive word: not "new", "road" or "north" |
//   src/server/features/tutors/search/match.queries.ts
test('an ordinary word of the name of a place is no place', async () => {
  const subject = await aSubject(database.db, { name: 'Heraldry' });
  // A random name may begin with 10.
  const user = { name: 'Ruwan Perera' };
  const ids = [
    await aTutorOf(subject.id, { user, availableLocations: 'Mount Lavinia' }),
    await aTutorOf(subject.id, { user, availableLocations: 'Mulleriyawa New Town' }),
    await aTutorOf(subject.id, { user, availableLocations: 'Colombo 10' }),
  ];
  const topic = await aTopic(database.db, { name: 'New Media' });
  await aTutorOf(topic.subjectId, {}, [topic.id]);
  for (const text of ['new syllabus', 'north', '10']) {
    expect(await search({ search: `heraldry ${text}` }), text).toMatchObject({ reading: { filters: [], leftOut: text.split(' ') } });
    expect(await searchIds({ search: `heraldry ${text}` }), text).toEqual(ids.toSorted());
  }
  expect(await search({ search: 'heraldry lavinia' })).toMatchObject({
    tutors: [{ id: ids[0] }],
    reading: { filters: [{ label: 'Mount Lavinia' }] },
  });
  expect(await searchIds({ search: 'heraldry mulleriyawa new town' })).toEqual([ids[1]]);
  expect(await searchIds({ search: 'colombo 10 heraldry' })).toEqual([ids[2]]);
});

// spec s11-search.93 | S11 1 | A beginning that towns and the catalogue have in common finds both; a whole word finds the town |
//   src/server/features/tutors/search/match.queries.ts
test('the beginning of a town and of a subject finds both', async () => {
  const chemistry = await aSubject(database.db, { name: 'Chemistry' });
  const chemist = await aTutorOf(chemistry.id);
  const inTown = await aTutorOf((await aSubject(database.db)).id, { availableLocations: 'Cheddikulam' });
  expect(await searchIds({ search: 'che' })).toEqual([chemist, inTown].sort());
  expect(await search({ search: 'che' })).toMatchObject({ reading: { filters: [], leftOut: [] } });
  expect(await searchIds({ search: 'ched' })).toEqual([inTown]);
  expect(await searchIds({ search: 'chem' })).toEqual([chemist]);
});

// spec s11-search.94 | S11 1 | What is not active, and what nobody teaches, hides no topic or category that has tutors |
//   src/server/features/tutors/search/expand.queries.ts
describe('a subject', () => {
  test.each([
    ['is not active', 'Latinus', { isActive: false }],
    ['nobody teaches', 'Grecian', { isActive: true }],
  ])('that %s hides no topic', async (_, name, overrides) => {
    const subject = await aSubject(database.db, { name, ...overrides });
    if (!overrides.isActive) await aTutor(database.db, { subjects: [{}, { subjectId: subject.id }] });
    const topic = await aTopic(database.db, { name: `${name} ballads` });
    const tutor = await aTutorOf(topic.subjectId, {}, [topic.id]);
    expect(await searchIds({ search: name })).toEqual([tutor]);
  });

  test('or topic that nobody teaches hides no category', async () => {
    const category = await aCategory(database.db, { name: 'Persian' });
    const subject = await aSubject(database.db, { categoryId: category.id });
    await aSubject(database.db, { name: 'Persian carpets' });
    await aTopic(database.db, { subjectId: subject.id, name: 'Persian grammar' });
    const tutor = await aTutorOf(subject.id);
    expect(await searchIds({ search: 'persian' })).toEqual([tutor]);
  });
});

// spec s11-search.95 | S11 1 | Beside a name, a level may be initials or a part of the name; beside what is taught it is the level |
//   src/server/features/tutors/search/match.queries.ts
test('initials that look like a level find the person', async () => {
  const { subject, ids } = await createTutors([
    withName('A.L. Zperera'),
    withName('Al Zfareed'),
    withName('O.L.M. Zfazil'),
    withName('Nimal Zperera'),
  ]);
  const physics = await aSubject(database.db, { name: unique('Zphysics A/L O/L') });
  const teacher = await aTutorOf(physics.id, withName('Kamal Zperera'));
  expect(await searchIds({ search: 'A.L. Zperera' })).toEqual([ids[0], teacher].sort());
  expect(await searchIds({ search: 'Zperera A/L' })).toEqual([ids[0], teacher].sort());
  expect(await searchIds({ search: 'al zfareed' })).toEqual([ids[1]]);
  expect(await searchIds({ search: 'O.L.M. Zfazil' })).toEqual([ids[2]]);
  expect(await search({ subject: subject.id, search: 'a/l zphysics' })).toMatchObject({ tutors: [] });
});

// spec s11-search.96 | S11 1 | The last word is no beginning once it is a known word of four letters or more |
//   src/server/features/tutors/search/match.queries.ts
test('a word that is complete finds no longer name', async () => {
  const { subject, ids } = await createTutors([{ ...withName('Gallege Silva'), availableLocations: 'Jaffna' }, { availableLocations: 'Galle' }]);
  const find = (text: string) => searchIds({ subject: subject.id, search: text });
  expect(await find('galle')).toEqual([ids[1]]);
  expect(await find('gall')).toEqual(ids.toSorted());
  expect(await find('galleg')).toEqual([ids[0]]);
  await aSubject(database.db, { name: 'Zyx' });
  const [person] = (await createTutors([withName('Zyxander')])).ids;
  expect(await searchIds({ search: 'zyx' })).toEqual([person]);
});

// spec s11-search.97 | S11 7 | A location finds the words that it is a part of too, from three letters on, unless it is the name of a place |
//   src/server/features/tutors/search/search-text.queries.ts
test('a part of a location finds every word that has it', async () => {
  const places = ['Nugegoda', 'Godagama', 'නුගේගොඩ', 'Zzgampella', 'Ella'];
  const { subject, ids } = await createTutors(places.map((availableLocations) => ({ availableLocations })));
  const find = async (location: string) => (await searchIds({ subject: subject.id, location })).map((id) => places[ids.indexOf(id)]).sort();
  expect(await find('goda')).toEqual(['Godagama', 'Nugegoda']);
  expect(await find('egoda')).toEqual(['Nugegoda']);
  expect(await find('ගොඩ')).toEqual(['Godagama', 'නුගේගොඩ']);
  expect(await find('mp')).toEqual([]);
  expect(await find('ella')).toEqual(['Ella']);
});
