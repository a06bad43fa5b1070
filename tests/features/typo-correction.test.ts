import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { refreshListing } from '#db/listing.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aSubject, aTopic, aTutor } from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { idsOf, useSearches, withName } from '#tests/support/searches.ts';

const database = useDatabase();
const { search, searchPage, searchIds, searchAllPages, createTutors } = useSearches(database);

describe('a text with a typo', () => {
  test.each([
    ['matematics', 'Mathematics teacher'],
    ['phisics', 'Physics Fernando'],
    ['Dilni', 'Dilini Jayasuriya'],
    ['dilini jayasuria', 'Dilini Jayasuriya'],
    ['Jayasuirya', 'Dilini Jayasuriya'],
    ['Émili', 'Emilia Rose'],
    ['රුවනි', 'රුවන් සිල්වා'],
    ['සිළ්වා', 'රුවන් සිල්වා'],
    ['கவித', 'கவிதா ராஜன்'],
    ['ராஜண்', 'கவிதா ராஜன்'],
  ])('%s finds %s', async (text, name) => {
    const { subject, ids } = await createTutors([withName(name), withName('Zed')]);
    expect(await searchIds({ subject: subject.id, search: text })).toEqual(ids.slice(0, 1));
  });

  // spec search.38
  test.each(['qzqzqzq', 'xylophonist', 'අඃඅඃඅඃ', 'ஃஃஃஃ'])('%s, which is near nothing, finds nobody', async (text) => {
    await createTutors([withName('Physics Fernando'), withName('රුවන් සිල්වා')]);
    expect(await search({ search: text })).toMatchObject({ tutors: [], nextCursor: null, total: 0, totalIsCapped: false });
  });

  // spec search.38
  test('is forgiven in subjects, topics and locations too', async () => {
    const { db } = database;
    const subject = await aSubject(db, { name: 'Thermodynamics' });
    const topic = await aTopic(db, { subjectId: subject.id, name: 'Enthalpy changes' });
    const tutor = await aTutor(db, { subjects: [{ subjectId: subject.id, topicIds: [topic.id] }], availableLocations: 'Trincomalee, Uppuveli' });
    expect(await searchIds({ search: 'termodinamics' })).toEqual([tutor.id]);
    expect(await searchIds({ search: 'entalpy changes' })).toEqual([tutor.id]);
    expect(await search({ search: 'trincomale qqqq' })).toMatchObject({ tutors: [{ id: tutor.id }], reading: { leftOut: ['qqqq'] } });
    expect(await searchIds({ search: 'Trincomallee' })).toEqual([tutor.id]);
    expect(await searchIds({ location: 'trinkomalee' })).toEqual([tutor.id]);
    expect(await searchIds({ location: 'upuveli', search: 'termodynamics' })).toEqual([tutor.id]);
    expect(await searchIds({ location: 'termodynamics' })).toEqual([]);
  });

  // spec search.39 | D Search | A word that somebody is listed with has no typing error; its correction goes with every filter, and by pages in order |
  //   src/server/features/tutors/search/search-text.queries.ts
  test('is not corrected when any listed tutor has it', async () => {
    const { subject, ids } = await createTutors([withName('Sudath Peiris'), withName('Sudeth Peiris')]);
    expect(await searchIds({ subject: subject.id, search: 'sudath' })).toEqual(ids.slice(0, 1));
    const other = await createTutors([withName('Sudath Alwis')]);
    expect(await searchIds({ subject: other.subject.id, search: 'sudeth' })).toEqual([]);
    expect(await searchIds({ subject: other.subject.id, search: 'sudith' })).toEqual(other.ids);
    const part = await createTutors([withName('Sudit Alwis')]);
    expect(await searchIds({ subject: part.subject.id, search: 'sudet' })).toEqual([]);
    expect(await searchIds({ subject: part.subject.id, search: 'sudot' })).toEqual(part.ids);
  });

  // spec search.39
  test('is as near as it gets, and of several as near all are found, by pages in order', async () => {
    const { subject, ids } = await createTutors([
      withName('Warnika A'),
      withName('Warnima B'),
      withName('Warnima C'),
      withName('Vernimo D'),
      withName('Warnina E'),
    ]);
    const filters = { subject: subject.id, search: 'warniza', sortBy: 'name' } as const;
    const near = [0, 1, 2, 4].map((index) => ids[index]);
    expect(await searchAllPages({ ...filters, limit: 1 })).toEqual(near);
    expect(await searchAllPages({ ...filters, limit: 3, sortOrder: 'desc' })).toEqual(near.toReversed());
    expect(await search({ ...filters, limit: 1 })).toMatchObject({ total: 4, totalIsCapped: false });
    expect(idsOf(await searchPage({ ...filters, limit: 3, page: 2 }))).toEqual(near.slice(3));
  });

  // spec search.39
  test('goes with every filter', async () => {
    const { subject, ids, tutors } = await createTutors([
      { ...withName('Oshadhi Gunasekera'), gender: 'Female' },
      { ...withName('Oshan Gunasekera'), gender: 'Male' },
      { ...withName('Imesh Gunasekera'), gender: 'Male' },
    ]);
    await aBooking(database.db, { tutor: tutors[2] });
    const filters = { subject: subject.id, search: 'gunasekara' };
    expect(await searchIds(filters)).toEqual(ids.toSorted());
    expect(await searchIds({ ...filters, femaleOnly: true })).toEqual(ids.slice(0, 1));
    expect(await searchIds({ ...filters, priceFrom: 1501 })).toEqual([]);
    expect(await searchIds({ ...filters, freeOn: '2026-03-09' })).toEqual(ids.toSorted());
  });
});

// spec search.40 | D Search | The known words follow the listings | src/db/listing.ts
describe('the words that are known', () => {
  const listWords = (text: string) => database.sql`select word, tutors from listing_words where word like ${text} order by word`;

  test('are counted once a tutor, and go with the last who has them', async () => {
    const { db } = database;
    const tutor = await aTutor(db, { ...withName('Qumara Qumara'), availableLocations: 'Qandy, Qandy Qorth' });
    const two = await aTutor(db, { ...withName('Qumara'), availableLocations: 'Qandy' });
    expect([...(await listWords('q%'))]).toEqual([
      { word: 'qandy', tutors: 2 },
      { word: 'qorth', tutors: 1 },
      { word: 'qumara', tutors: 2 },
    ]);
    await database.sql`update users set name = 'Someone' where id = ${tutor.user.id}`;
    await database.sql`update users set status = 'suspended' where id = ${two.user.id}`;
    await refreshListing(db, [tutor.id, two.id]);
    expect([...(await listWords('q%'))]).toEqual([
      { word: 'qandy', tutors: 1 },
      { word: 'qorth', tutors: 1 },
    ]);
    expect(await searchIds({ search: 'qumira' })).toEqual([]);
  });

  test('are right after many changes at once, even of a word that comes and goes', async () => {
    const { db } = database;
    const tutors = await Promise.all(Array.from({ length: 6 }, () => aTutor(db)));
    const rename = (index: number) =>
      db.transaction(async (tx) => {
        const tutor = tutors[index % tutors.length];
        if (!tutor) throw new Error('there are six');
        const name = ['Xalpha Xbeta', 'Xbeta Xgamma', 'Xgamma Xalpha'][(index * 7 + Math.floor(index / 6)) % 3];
        await tx.execute(sql`select from tutor_profiles where id = ${tutor.id} for no key update`);
        await tx.execute(sql`update users set name = ${name} where id = ${tutor.user.id}`);
        await refreshListing(tx, [tutor.id]);
      });
    await Promise.all(Array.from({ length: 90 }, (_, index) => rename(index)));
    expect(await findWrongListings(database)).toEqual([]);
  });
});
