import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { refreshListing } from '#db/listing.ts';
import * as schema from '#db/schema/index.ts';
import type { SearchInput } from '#shared/contracts/tutor-search.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aSubject, aTutor, HOUR, NEXT_MONDAY_NINE, type SlotOf } from '#tests/support/factories.ts';
import { useSearches } from '#tests/support/searches.ts';

const database = useDatabase();
const { search, searchIds, createTutors } = useSearches(database);

/** The Monday of `NEXT_MONDAY_NINE`; the one before can be booked too, but for today. */
const MONDAY = '2026-03-09';
const later = (hours: number) => new Date(NEXT_MONDAY_NINE.getTime() + hours * HOUR);
const slot = (day: SlotOf['day'], from: number, to: number): SlotOf => ({ day, startMinute: from * 60, endMinute: to * 60 });

describe('the hours of the weekly plan', () => {
  // spec s11-search.61 | S11 6 | Days of the week and parts of a day hold together, for hours of the weekly plan that can be booked: Saturday morning is
  //   not Saturday evening and Sunday morning | src/db/listing.ts, src/db/schema/listing.ts
  test('are met by day and part of the day together', async () => {
    const subject = await aSubject(database.db);
    const of = async (...slots: SlotOf[]) => (await aTutor(database.db, { subjects: [{ subjectId: subject.id, slots }] })).id;
    const saturdayMorning = await of(slot('Saturday', 9, 11));
    const elsewhere = await of(slot('Saturday', 18, 20), slot('Sunday', 9, 11));
    const acrossNoon = await of(slot('Saturday', 11, 13));
    const find = (input: Partial<SearchInput>) => searchIds({ subject: subject.id, ...input });
    expect(await find({ days: ['Saturday'], partsOfDay: ['morning'] })).toEqual([saturdayMorning, acrossNoon].sort());
    expect(await find({ days: ['Saturday'] })).toEqual([saturdayMorning, elsewhere, acrossNoon].sort());
    expect(await find({ partsOfDay: ['morning'] })).toEqual([saturdayMorning, elsewhere, acrossNoon].sort());
    expect(await find({ days: ['Saturday'], partsOfDay: ['afternoon'] })).toEqual([acrossNoon]);
    expect(await find({ days: ['Saturday', 'Sunday'], partsOfDay: ['evening'] })).toEqual([elsewhere]);
    expect(await find({ days: ['Friday'] })).toEqual([]);
  });

  // spec s11-search.61
  test('must have a whole session that begins in the part of the day', async () => {
    const subject = await aSubject(database.db);
    const of = async (startMinute: number, endMinute: number) =>
      (await aTutor(database.db, { subjects: [{ subjectId: subject.id, slots: [{ day: 'Friday', startMinute, endMinute }] }] })).id;
    const [untilNoon, halfPast, short] = [await of(660, 720), await of(690, 810), await of(700, 759)];
    const find = (partsOfDay: SearchInput['partsOfDay']) => searchIds({ subject: subject.id, partsOfDay });
    expect(await find(['morning'])).toEqual([untilNoon, halfPast].sort());
    expect(await find(['afternoon'])).toEqual([halfPast]);
    expect(await searchIds({ subject: subject.id })).toContain(short);
  });

  // spec s11-search.62 | S11 6 | They are those of the subject and the mode that are searched for | src/db/listing.ts
  test('are those of the subject and the mode that are searched for', async () => {
    const [maths, music] = [await aSubject(database.db), await aSubject(database.db)];
    const { id } = await aTutor(database.db, {
      subjects: [
        { subjectId: maths.id, slots: [slot('Monday', 9, 11)], modes: [{ type: 'online' }] },
        { subjectId: music.id, slots: [slot('Monday', 18, 20)], modes: [{ type: 'home-visit' }, { type: 'group' }] },
      ],
    });
    const isFound = async (input: Partial<SearchInput>) => (await searchIds(input)).includes(id);
    expect(await isFound({ subject: maths.id, partsOfDay: ['morning'] })).toBe(true);
    expect(await isFound({ subject: music.id, partsOfDay: ['morning'] })).toBe(false);
    expect(await isFound({ teachingMode: 'ONLINE', partsOfDay: ['evening'] })).toBe(false);
    expect(await isFound({ teachingMode: 'INDIVIDUAL', partsOfDay: ['evening'] })).toBe(true);
    expect(await isFound({ teachingMode: 'GROUP', days: ['Monday'], partsOfDay: ['evening'] })).toBe(true);
    expect(await isFound({ teachingMode: 'GROUP', days: ['Monday'], partsOfDay: ['morning'] })).toBe(false);
  });

  test('are read anew with the listing', async () => {
    const { subject, tutors } = await createTutors([{}]);
    const [tutor] = tutors;
    const of = eq(schema.tutorSlots.tutorSubjectId, tutor?.entries[0]?.id ?? '');
    await database.db.update(schema.tutorSlots).set({ day: 'Sunday', startMinute: 1080, endMinute: 1140 }).where(of);
    await refreshListing(database.db, [tutor?.id ?? '']);
    expect(await searchIds({ subject: subject.id, days: ['Sunday'], partsOfDay: ['evening'] })).toEqual([tutor?.id]);
    expect(await searchIds({ subject: subject.id, days: ['Monday'] })).toEqual([]);
  });
});

describe('the free hour on a card', () => {
  // spec s11-search.63 | S11 6 | With a day or a time of day, a card has the first free hour of that very day and time, for the mode that is searched
  //   for too | src/server/features/tutors/search/schedules.queries.ts
  test('is the first one of the very day that is asked for', async () => {
    const subject = await aSubject(database.db);
    const tutor = await aTutor(database.db, {
      subjects: [{ subjectId: subject.id, slots: [slot('Wednesday', 8, 10), slot('Monday', 9, 11), slot('Monday', 18, 20)] }],
    });
    const cardOf = async (input: Partial<SearchInput>) => (await search({ subject: subject.id, ...input })).tutors[0]?.nextFree;
    expect(await cardOf({})).toEqual(new Date('2026-03-04T02:30:00.000Z'));
    expect(await cardOf({ freeOn: MONDAY })).toEqual(later(0));
    expect(await cardOf({ freeOn: MONDAY, partsOfDay: ['evening'] })).toEqual(later(9));
    expect(await cardOf({ days: ['Monday'] })).toEqual(later(0));
    expect(await cardOf({ days: ['Monday'], partsOfDay: ['evening'], sortBy: 'match' })).toEqual(later(9));
    await aBooking(database.db, { tutor, startTime: later(0), endTime: later(2) });
    expect(await cardOf({ freeOn: MONDAY })).toEqual(later(9));
    expect(await cardOf({ freeOn: MONDAY, partsOfDay: ['morning'] })).toBeUndefined();
    expect(await cardOf({ days: ['Monday'], partsOfDay: ['morning'] })).toEqual(later(7 * 24));
  });

  // spec s11-search.63
  test('is one of the mode that is asked for', async () => {
    const subject = await aSubject(database.db);
    const other = await aSubject(database.db, { categoryId: subject.categoryId });
    await aTutor(database.db, {
      subjects: [
        { subjectId: subject.id, slots: [slot('Monday', 9, 10)], modes: [{ type: 'online' }] },
        { subjectId: other.id, slots: [slot('Monday', 15, 16)], modes: [{ type: 'home-visit' }] },
      ],
    });
    const cardOf = async (teachingMode: SearchInput['teachingMode']) =>
      (await search({ category: subject.categoryId ?? '', freeOn: MONDAY, teachingMode })).tutors[0]?.nextFree;
    expect(await cardOf('ONLINE')).toEqual(later(0));
    expect(await cardOf('INDIVIDUAL')).toEqual(later(6));
  });

  test('is nobody’s on a date that is none of the days that are asked for', async () => {
    const { subject } = await createTutors([{}]);
    expect(await searchIds({ subject: subject.id, freeOn: MONDAY, days: ['Tuesday'] })).toEqual([]);
    expect(await searchIds({ subject: subject.id, freeOn: MONDAY, days: ['Tuesday', 'Monday'] })).toHaveLength(1);
  });
});

describe('a day among the words', () => {
  const of = async (subjectId: string, user: string, ...slots: SlotOf[]) =>
    (await aTutor(database.db, { user: { name: user }, subjects: [{ subjectId, slots }] })).id;

  // spec s11-search.163 | S11 1 | A day among the words of a search is the filter for days, which the words can only narrow |
  //   src/server/features/tutors/search/weekly-hours.queries.ts, src/server/features/tutors/search/search-criteria.queries.ts
  test('finds who has hours then', async () => {
    const subject = await aSubject(database.db, { name: 'Falconry' });
    const morning = await of(subject.id, 'Ruwan Perera', slot('Saturday', 9, 11));
    const evening = await of(subject.id, 'Ruwan Silva', slot('Saturday', 18, 20), slot('Monday', 9, 11));
    const sunday = await of(subject.id, 'Ruwan Dias', slot('Sunday', 9, 11));
    const find = (text: string, input: Partial<SearchInput> = {}) => searchIds({ search: text, ...input });
    expect(await find('falconry saturday')).toEqual([morning, evening].sort());
    expect(await find('saturday', { subject: subject.id })).toEqual([morning, evening].sort());
    expect(await find('falconry weekend')).toEqual([morning, evening, sunday].sort());
    expect(await find('falconry saturday morning')).toEqual([morning]);
    expect(await find('falconry සෙනසුරාදා සවස')).toEqual([evening]);
    expect(await find('falconry ஞாயிற்றுக்கிழமை', { sortBy: 'match' })).toEqual([sunday]);
    expect(await find('falconry weekend', { days: ['Sunday', 'Monday'] })).toEqual([sunday]);
    const { reading, tutors, offers } = await search({ search: 'falconry on monday' });
    expect(reading).toMatchObject({ filters: [{ kind: 'times', label: 'On Monday', text: 'on monday' }], leftOut: [] });
    expect(tutors.map(({ id, nextFree }) => [id, nextFree?.getUTCDay()])).toEqual([[evening, 1]]);
    expect(offers).toBeUndefined();
  });

  test('is left out, which is said, where nobody has hours then', async () => {
    const subject = await aSubject(database.db, { name: 'Heraldry' });
    const tutor = await of(subject.id, 'Ruwan Perera', slot('Sunday', 9, 11));
    expect(await search({ search: 'heraldry friday' })).toMatchObject({
      tutors: [{ id: tutor }],
      reading: { filters: [], leftOut: ['friday'] },
    });
  });

  // spec s11-search.164 | S11 1 | A day among the words hides nobody who is called so, nor what is taught under that name |
  //   src/server/features/tutors/search/listing-conditions.queries.ts, src/server/features/tutors/search/search-text.queries.ts
  test('hides nobody who is called so', async () => {
    const subject = await aSubject(database.db, { name: 'Glaciology' });
    const saturday = await of(subject.id, 'Ruwan Perera', slot('Saturday', 9, 11));
    const called = await of(subject.id, 'Saturday Gunawardena', slot('Monday', 9, 11));
    await of(subject.id, 'Ruwan Dias', slot('Monday', 9, 11));
    const elsewhere = await of((await aSubject(database.db)).id, 'Anil Saturday', slot('Tuesday', 9, 11));
    for (const sortBy of ['rating', 'match', 'price'] as const)
      expect(await searchIds({ search: 'glaciology saturday', sortBy }), sortBy).toEqual([saturday, called].sort());
    expect(await searchIds({ search: 'saturday', subject: subject.id })).toEqual([saturday, called].sort());
    expect(await searchIds({ search: 'saturday' })).toEqual(expect.arrayContaining([called, elsewhere]));
    expect(await searchIds({ search: 'gunawardena saturday' })).toEqual([called]);
    // The filter for days is no name.
    expect(await searchIds({ search: 'glaciology saturday', days: ['Saturday'] })).toEqual([saturday]);
    expect((await search({ search: 'glaciology saturday' })).total).toBe(2);
    // Offers count the same tutors.
    expect(await search({ search: 'glaciology saturday', minRating: 5 })).toMatchObject({ offers: { without: [{ part: 'rating', total: 2 }] } });
  });

  // spec s11-search.164
  test('hides no subject that is called so', async () => {
    const subject = await aSubject(database.db, { name: 'Sunday School' });
    const ids = [await of(subject.id, 'Ruwan Perera', slot('Sunday', 9, 11)), await of(subject.id, 'Ruwan Dias', slot('Friday', 9, 11))];
    expect(await searchIds({ search: 'sunday school' })).toEqual(ids.sort());
  });
});
