import { describe, expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';
import { hasExactResult } from '#server/features/tutors/search/tutor-search.queries.ts';
import type { SearchInput } from '#shared/contracts/tutor-search.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBooking,
  aCategory,
  aSubject,
  aTopic,
  aTutor,
  HOUR,
  NEXT_MONDAY_NINE,
  type SlotOf,
  type Tutor,
  type TutorOverrides,
} from '#tests/support/factories.ts';
import { idsOf, useSearches } from '#tests/support/searches.ts';

const database = useDatabase();
const { search, searchPage, searchIds, searchAllPages } = useSearches(database);

/** The Monday of `NEXT_MONDAY_NINE`. */
const MONDAY = '2026-03-09';
const HOURS: SlotOf = { day: 'Monday', startMinute: 540, endMinute: 600 };
const ofSubject = (subjectId: string, slot: SlotOf = HOURS): TutorOverrides => ({ subjects: [{ subjectId, slots: [slot] }] });
const dayOff = (tutor: Tutor, times: Partial<typeof schema.tutorDaysOff.$inferInsert> = {}) =>
  database.db.insert(schema.tutorDaysOff).values({ tutorId: tutor.id, fromDate: MONDAY, toDate: MONDAY, ...times });

describe('free on a day', () => {
  // spec search.41 | D Search | Free on this day: who has an hour of it left, for the very subject, category, topic and mode of the search; nobody on
  //   a day that cannot be booked | src/server/features/tutors/search/free-on-day.queries.ts
  test('is who publishes an hour of its weekday and has it left', async () => {
    const { db } = database;
    const subject = await aSubject(db);
    const of = (slot?: SlotOf) => aTutor(db, ofSubject(subject.id, slot));
    const [free, half, cancelled, early] = [await of(), await of(), await of(), await of({ ...HOURS, endMinute: 720 })];
    await of({ ...HOURS, day: 'Tuesday' });
    await of({ ...HOURS, endMinute: 599 });
    const [booked, onVacation, off] = [await of(), await aTutor(db, { ...ofSubject(subject.id), vacationMode: true }), await of()];
    await aBooking(db, { tutor: booked });
    await aBooking(db, { tutor: cancelled, status: 'cancelled' });
    await aBooking(db, { tutor: early });
    await dayOff(off, { fromDate: '2026-03-01', toDate: '2026-03-20' });
    await dayOff(half, { startMinute: 600, endMinute: 720 });
    const expected = [free, half, cancelled, early].map(({ id }) => id).sort();
    expect(await searchIds({ subject: subject.id, freeOn: MONDAY })).toEqual(expected);
    expect(await search({ subject: subject.id, freeOn: MONDAY })).toMatchObject({ total: 4, totalIsCapped: false, nextCursor: null });
    expect(onVacation.profile.vacationMode).toBe(true);
  });

  // spec s11-search.166
  test('is read from the words, whose parts of a day hold too; a session of that day counts', async () => {
    const { db } = database;
    const subject = await aSubject(db);
    // The clock of these tests says Monday.
    const tuesday: SlotOf = { ...HOURS, day: 'Tuesday', endMinute: 660 };
    const [free, evening] = [
      await aTutor(db, ofSubject(subject.id, tuesday)),
      await aTutor(db, ofSubject(subject.id, { ...tuesday, startMinute: 1080, endMinute: 1140 })),
    ];
    await aTutor(db, ofSubject(subject.id));
    const find = (text: string) => search({ subject: subject.id, search: text });
    const tomorrow = await find('tomorrow');
    expect(idsOf(tomorrow).sort()).toEqual([free.id, evening.id].sort());
    expect(tomorrow.reading.filters).toEqual([{ kind: 'day', label: 'Free on Tue, 3 Mar 2026', text: 'tomorrow', date: '2026-03-03' }]);
    expect(idsOf(await find('tomorrow evening'))).toEqual([evening.id]);
    expect(await find('tomorrow evening')).toMatchObject({ reading: { filters: [{ kind: 'day' }, { kind: 'times', label: 'In the evening' }] } });
    await aBooking(db, { tutor: evening, startTime: new Date('2026-03-03T12:30:00Z'), endTime: new Date('2026-03-03T13:30:00Z') });
    expect(idsOf(await find('tomorrow'))).toEqual([free.id]);
    expect(await find('today')).toMatchObject({ tutors: [], total: 0, reading: { filters: [{ date: '2026-03-02' }] } });
    expect(idsOf(await search({ subject: subject.id, search: 'tomorrow', freeOn: '2026-03-03' }))).toEqual([free.id]);
    expect(await search({ subject: subject.id, search: 'tomorrow', freeOn: '2026-03-10' })).toMatchObject({ tutors: [], reading: { filters: [] } });
  });

  // spec search.41
  test('agrees with what the next free hour and the availability of that day say', async () => {
    const { db } = database;
    const subject = await aSubject(db);
    const tutors = [];
    for (let index = 0; index < 4; index += 1) tutors.push(await aTutor(db, ofSubject(subject.id, { ...HOURS, endMinute: 660 })));
    for (const [index, tutor] of tutors.entries()) {
      for (let hour = 0; hour < index; hour += 1) {
        const startTime = new Date(NEXT_MONDAY_NINE.getTime() + (hour - 0.5) * HOUR);
        await aBooking(db, { tutor, startTime, endTime: new Date(startTime.getTime() + HOUR) });
      }
    }
    const free = await searchIds({ subject: subject.id, freeOn: MONDAY });
    const day = { startDate: new Date('2026-03-08T18:30:00Z'), endDate: new Date('2026-03-09T18:30:00Z') };
    for (const { id } of tutors) {
      const { free: starts } = await callerAs(database, null).tutors.availability({ id, ...day });
      expect([id, free.includes(id)]).toEqual([id, starts?.[0]?.starts.length !== 0]);
    }
    expect(free).toHaveLength(2);
  });

  // spec search.41
  test('asks for the very subject, category, topic and mode of the search', async () => {
    const { db } = database;
    const [maths, music] = [await aSubject(db), await aSubject(db)];
    const topic = await aTopic(db, { subjectId: music.id });
    const tutor = await aTutor(db, {
      subjects: [
        { subjectId: maths.id, slots: [HOURS], modes: [{ type: 'online' }] },
        { subjectId: music.id, topicIds: [topic.id], slots: [{ ...HOURS, day: 'Tuesday' }], modes: [{ type: 'home-visit' }] },
      ],
    });
    const days = async (input: Partial<SearchInput>) => [
      (await searchIds({ ...input, freeOn: MONDAY })).includes(tutor.id),
      (await searchIds({ ...input, freeOn: '2026-03-10' })).includes(tutor.id),
    ];
    expect(await days({ subject: maths.id })).toEqual([true, false]);
    expect(await days({ subject: music.id })).toEqual([false, true]);
    expect(await days({ topic: topic.id })).toEqual([false, true]);
    expect(await days({ category: maths.categoryId ?? '' })).toEqual([true, false]);
    expect(await days({ search: tutor.user.name })).toEqual([true, true]);
    expect(await days({ search: tutor.user.name, teachingMode: 'ONLINE' })).toEqual([true, false]);
    expect(await days({ search: tutor.user.name, teachingMode: 'INDIVIDUAL' })).toEqual([false, true]);
  });

  test('with one subject taken and another one left for the mode: the left one decides', async () => {
    const { db } = database;
    const category = await aCategory(db);
    const [first, second] = [await aSubject(db, { categoryId: category.id }), await aSubject(db, { categoryId: category.id })];
    const tutor = await aTutor(db, {
      subjects: [
        { subjectId: first.id, slots: [HOURS], modes: [{ type: 'online' }] },
        { subjectId: second.id, slots: [{ ...HOURS, startMinute: 660, endMinute: 720 }], modes: [{ type: 'home-visit' }] },
      ],
    });
    await aBooking(db, { tutor });
    const isListed = async (input: Partial<SearchInput>) => (await searchIds({ category: category.id, freeOn: MONDAY, ...input })).length === 1;
    expect(await isListed({})).toBe(true);
    expect(await isListed({ teachingMode: 'INDIVIDUAL' })).toBe(true);
    expect(await isListed({ teachingMode: 'ONLINE' })).toBe(false);
    expect(await isListed({ subject: first.id })).toBe(false);
  });

  test('is nobody for a subject that is taught in groups only, or has no rate', async () => {
    const { db } = database;
    const [groups, free] = [await aSubject(db), await aSubject(db)];
    await aTutor(db, {
      subjects: [{}, { subjectId: groups.id, modes: [{ type: 'group' }] }, { subjectId: free.id, modes: [{ type: 'online', rateCents: 0 }] }],
    });
    expect(await searchIds({ subject: groups.id, freeOn: MONDAY })).toEqual([]);
    expect(await searchIds({ subject: groups.id, freeOn: MONDAY, teachingMode: 'GROUP' })).toEqual([]);
    expect(await searchIds({ subject: free.id, freeOn: MONDAY })).toEqual([]);
  });

  // spec search.41
  test.each(['2026-03-02', '2026-03-01', '2026-03-31', '1999-01-01'])('is nobody on %s, which cannot be booked', async (freeOn) => {
    const everyDay = (['Monday', 'Sunday', 'Tuesday', 'Friday'] as const).map((day) => ({ ...HOURS, day }));
    const tutor = await aTutor(database.db, { subjects: [{ slots: everyDay }] });
    expect(await search({ subject: tutor.subjectId, freeOn })).toMatchObject({ tutors: [], nextCursor: null, total: 0, totalIsCapped: false });
  });

  // spec search.41
  test('the first and the last day that can be booked count', async () => {
    const tutor = await aTutor(database.db, { subjects: [{ slots: [{ ...HOURS, day: 'Tuesday' }, HOURS] }] });
    for (const freeOn of ['2026-03-03', '2026-03-30']) expect(await searchIds({ subject: tutor.subjectId, freeOn })).toEqual([tutor.id]);
  });

  test.each(['30 March', '2026-02-30', '2026-3-9', ''])('%o is no date', async (freeOn) => {
    await expect(search({ freeOn })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

// spec search.42 | D Search | Pages of it are in order, complete and disjoint; one is short, or empty, where too many candidates have no time, and
//   the next one goes on | src/server/features/tutors/search/free-on-day.queries.ts
describe('pages of who is free on a day', () => {
  /** Twelve tutors by name, of whom every third is booked. */
  async function twelve() {
    const subject = await aSubject(database.db);
    const free: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const tutor = await aTutor(database.db, { ...ofSubject(subject.id), user: { name: `Tutor ${String(index).padStart(2, '0')}` } });
      if (index % 3 === 0) await aBooking(database.db, { tutor });
      else free.push(tutor.id);
    }
    return { subject, free };
  }

  test('are in order, complete and disjoint, by cursor and by number', async () => {
    const { subject, free } = await twelve();
    const filters = { subject: subject.id, freeOn: MONDAY, sortBy: 'name' } as const;
    for (const limit of [1, 2, 3, 7, 8, 9]) {
      expect(await searchAllPages({ ...filters, limit })).toEqual(free);
      const numbered: string[] = [];
      for (let page = 1; page <= Math.ceil(8 / limit); page += 1) numbered.push(...idsOf(await searchPage({ ...filters, limit, page })));
      expect(numbered).toEqual(free);
    }
    expect(await searchAllPages({ ...filters, sortOrder: 'desc', limit: 3 })).toEqual(free.toReversed());
    expect(await searchPage({ ...filters, limit: 3 })).toMatchObject({ total: 8, pages: 3, totalIsCapped: false });
    expect(await searchPage({ ...filters, limit: 3, page: 4 })).toMatchObject({ tutors: [], total: 8, pages: 3 });
  });

  const more = (like: Tutor, { topicId, count, vacation }: { topicId: string; count: number; vacation: string }) => database.sql<{ id: string }[]>`
    with person as (
      insert into users (id, name, email, role)
      select gen_random_uuid(), 'more ' || lpad(nth::text, 5, '0'), gen_random_uuid() || '@example.com', 'tutor' from generate_series(1, ${count}::int) nth
      returning id, name
    ), profile as (
      insert into tutor_profiles (id, user_id, vacation_mode)
      select gen_random_uuid(), id, right(name, 5)::int % 2 = 0 or ${vacation} = 'all' from person returning id, user_id, vacation_mode
    ), listing as (
      insert into tutor_listings (scope, tutor_id, rating, total_reviews, price, experience, name_key, profile_created_at,
        is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours)
      select listing.scope, profile.id, rating, total_reviews, price, experience, person.name, profile_created_at,
        is_female, is_verified, offers_online, offers_home_visit, offers_group, bookable_hours
      from profile join person on person.id = user_id, tutor_listings listing where listing.tutor_id = ${like.id} and listing.scope = ${topicId}
    )
    select profile.id from profile join person on person.id = user_id where not vacation_mode order by name`;

  async function ofTopic(name: string) {
    const topic = await aTopic(database.db);
    const tutor = await aTutor(database.db, { subjects: [{ subjectId: topic.subjectId, topicIds: [topic.id], slots: [HOURS] }], user: { name } });
    return { topic, tutor, filters: { topic: topic.id, freeOn: MONDAY, sortBy: 'name' } as const };
  }

  test('go on where the candidates were left, however many it takes to fill them', async () => {
    const { topic, tutor, filters } = await ofTopic('zz last');
    const free = [...(await more(tutor, { topicId: topic.id, count: 250, vacation: 'every second' })).map(({ id }) => id), tutor.id];
    for (const limit of [24, 60, 100]) {
      expect(await searchAllPages({ ...filters, limit })).toEqual(free);
      const numbered = [1, 2, 3, 4, 5, 6].map(async (page) => idsOf(await searchPage({ ...filters, limit, page })));
      expect((await Promise.all(numbered)).flat()).toEqual(free);
    }
    expect(await searchAllPages({ ...filters, limit: 60, sortOrder: 'desc' })).toEqual(free.toReversed());
    expect(await search(filters)).toMatchObject({ total: expect.any(Number), totalIsCapped: true });
  });

  test('are short where nobody is free among many, and go on after them', async () => {
    const { topic, tutor, filters } = await ofTopic('zz last');
    await more(tutor, { topicId: topic.id, count: SEARCH.maxCandidates.page + 50, vacation: 'all' });
    const first = await search(filters);
    expect(first).toMatchObject({ tutors: [], totalIsCapped: true, nextCursor: expect.any(String) });
    const second = await search({ ...filters, cursor: first.nextCursor });
    expect(idsOf(second)).toEqual([tutor.id]);
    expect(second.nextCursor).toBeNull();
    // A page with a number has no candidate to go on after, so it announces no page that would be empty too.
    expect(await searchPage(filters)).toMatchObject({ tutors: [], totalIsCapped: true, pages: 1 });
  });

  // spec s11-search.168 | S11 5, D Search | A saved search with a day finds a tutor behind any number of candidates who are not free |
  //   src/server/features/tutors/search/tutor-search.queries.ts
  test('are all looked through for a saved search', async () => {
    const { topic, tutor, filters } = await ofTopic('zz last');
    await more(tutor, { topicId: topic.id, count: 49, vacation: 'all' });
    const hasResult = () => hasExactResult(contextAs(database, null), { ...filters, femaleOnly: false });
    const { page } = SEARCH.maxCandidates;
    Object.assign(SEARCH.maxCandidates, { page: 48 });
    try {
      expect(await search(filters)).toMatchObject({ tutors: [], nextCursor: expect.any(String) });
      expect(await hasResult()).toBe(true);
      await dayOff(tutor);
      expect(await hasResult()).toBe(false);
    } finally {
      Object.assign(SEARCH.maxCandidates, { page });
    }
  });
});
