import { describe, expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';
import type { SearchInput } from '#shared/contracts/tutor-search.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBooking,
  aCategory,
  aStudent,
  aSubject,
  aTopic,
  aTutor,
  HOUR,
  NEXT_MONDAY_NINE,
  type SlotOf,
  type Tutor,
} from '#tests/support/factories.ts';
import { useSearches } from '#tests/support/searches.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const { search } = useSearches(database);

const DAY = 24 * HOUR;
const MORNING: SlotOf = { day: 'Monday', startMinute: 540, endMinute: 660 };
const later = (hours: number) => new Date(NEXT_MONDAY_NINE.getTime() + hours * HOUR);
const nextFreeOf = async (tutor: Tutor, input: Partial<SearchInput> = {}) =>
  (await search({ subject: tutor.subjectId, limit: 100, ...input })).tutors.find(({ id }) => id === tutor.id)?.nextFree;

describe('the next free hour on a card', () => {
  // spec search.43 | D Search | Next free hour of a card: the first that could be booked, of what the search names; none on vacation, never today |
  //   src/server/features/tutors/search/schedules.queries.ts
  test('is the first bookable time, and a request for it succeeds', async () => {
    const tutor = await aTutor(database.db, { subjects: [{ slots: [MORNING] }] });
    const nextFree = await nextFreeOf(tutor);
    expect(nextFree).toEqual(NEXT_MONDAY_NINE);
    const student = callerAs(database, await aStudent(database.db));
    const ask = { tutorId: tutor.id, subjectId: tutor.subjectId, contactNumber: '0771234567' };
    await student.bookings.request({ ...ask, startTime: later(0), endTime: later(1) });
    expect(await nextFreeOf(tutor)).toEqual(later(1));
  });

  test('comes after what is pending or confirmed, and takes the place of what was cancelled', async () => {
    const tutor = await aTutor(database.db, { subjects: [{ slots: [MORNING] }] });
    await aBooking(database.db, { tutor, startTime: later(0), endTime: later(1), status: 'confirmed' });
    await aBooking(database.db, { tutor, startTime: later(1), endTime: later(2), status: 'cancelled' });
    expect(await nextFreeOf(tutor)).toEqual(later(1));
    await aBooking(database.db, { tutor, startTime: later(1), endTime: later(2), status: 'pending' });
    expect(await nextFreeOf(tutor)).toEqual(later(7 * 24));
  });

  test('keeps clear of a session that begins before it and of one in another subject', async () => {
    const other = await aSubject(database.db);
    const tutor = await aTutor(database.db, { subjects: [{ slots: [MORNING] }, { subjectId: other.id }] });
    await aBooking(database.db, { tutor, subjectId: other.id, startTime: later(-1), endTime: later(0.5) });
    expect(await nextFreeOf(tutor)).toEqual(later(1));
  });

  // spec search.43
  test('leaves out days off, whole ones and hours', async () => {
    const tutor = await aTutor(database.db, { subjects: [{ slots: [MORNING] }] });
    const off = { tutorId: tutor.id, note: '' };
    await database.db.insert(schema.tutorDaysOff).values({ ...off, fromDate: '2026-03-09', toDate: '2026-03-15' });
    expect(await nextFreeOf(tutor)).toEqual(later(7 * 24));
    await database.db.insert(schema.tutorDaysOff).values({ ...off, fromDate: '2026-03-16', toDate: '2026-03-16', startMinute: 540, endMinute: 600 });
    expect(await nextFreeOf(tutor)).toEqual(later(7 * 24 + 1));
  });

  // spec search.43
  test('is never today, and never after 28 days', async () => {
    const tutor = await aTutor(database.db, { subjects: [{ slots: [{ day: 'Monday', startMinute: 1200, endMinute: 1260 }] }] });
    expect(await nextFreeOf(tutor)).toEqual(later(11));
    for (const week of [0, 1, 2, 3]) {
      const startTime = later(11 + week * 7 * 24);
      await aBooking(database.db, { tutor, startTime, endTime: new Date(startTime.getTime() + HOUR) });
    }
    expect(await nextFreeOf(tutor)).toBeNull();
  });

  // spec search.43
  test('is none on vacation', async () => {
    expect(await nextFreeOf(await aTutor(database.db, { vacationMode: true }))).toBeNull();
  });

  test('needs a whole hour', async () => {
    const tutor = await aTutor(database.db, { subjects: [{ slots: [{ day: 'Tuesday', startMinute: 540, endMinute: 599 }, MORNING] }] });
    expect(await nextFreeOf(tutor)).toEqual(NEXT_MONDAY_NINE);
  });

  // spec search.43
  test('is that of the subject, the topic, the category and the mode that the search names', async () => {
    const { db } = database;
    const category = await aCategory(db);
    const [maths, music] = [await aSubject(db, { categoryId: category.id }), await aSubject(db)];
    const topic = await aTopic(db, { subjectId: music.id });
    const slots = (day: SlotOf['day']) => [{ ...MORNING, day }];
    const tutor = await aTutor(db, {
      subjects: [
        { subjectId: maths.id, slots: slots('Tuesday'), modes: [{ type: 'online' }] },
        { subjectId: music.id, topicIds: [topic.id], slots: slots('Wednesday'), modes: [{ type: 'home-visit' }] },
      ],
    });
    const [tuesday, wednesday] = [new Date(NEXT_MONDAY_NINE.getTime() - 6 * DAY), new Date(NEXT_MONDAY_NINE.getTime() - 5 * DAY)];
    const of = (input: Partial<SearchInput>) => nextFreeOf(tutor, { subject: undefined, search: tutor.user.name, ...input });
    expect(await of({})).toEqual(tuesday);
    expect(await of({ subject: music.name })).toEqual(wednesday);
    expect(await of({ topic: topic.id })).toEqual(wednesday);
    expect(await of({ category: category.id })).toEqual(tuesday);
    expect(await of({ teachingMode: 'INDIVIDUAL' })).toEqual(wednesday);
    expect(await of({ teachingMode: 'ONLINE' })).toEqual(tuesday);
  });

  test('is none for groups that cannot be booked otherwise, nor for a mode without a rate or a subject that is deactivated', async () => {
    const { db } = database;
    const retired = await aSubject(db, { isActive: false });
    const groups = await aSubject(db);
    const early = [{ ...MORNING, day: 'Tuesday' as const }];
    const tutor = await aTutor(db, {
      subjects: [
        { slots: [MORNING] },
        { subjectId: groups.id, slots: early, modes: [{ type: 'group' }] },
        { subjectId: retired.id, slots: early },
        {
          slots: early,
          modes: [
            { type: 'online', rateCents: 0 },
            { type: 'home-visit', enabled: false },
          ],
        },
      ],
    });
    expect(await nextFreeOf(tutor, { subject: groups.id, teachingMode: 'GROUP' })).toBeNull();
    expect(await nextFreeOf(tutor, { subject: undefined, search: tutor.user.name })).toEqual(NEXT_MONDAY_NINE);
  });

  // spec search.43
  test('takes one statement for all cards of a page, however many bookings there are', async () => {
    const subject = await aSubject(database.db);
    const tutors = [];
    for (let index = 0; index < 5; index += 1) tutors.push(await aTutor(database.db, { subjects: [{ subjectId: subject.id }, {}] }));
    const { db, statements } = createRecordingDb(database);
    const sent = async (limit: number) => {
      statements.splice(0);
      await callerAs({ db }, null).tutors.search({ subject: subject.id, limit });
      return statements.filter(({ text }) => text.includes('bookings')).length;
    };
    const counted = [await sent(1)];
    for (const [index, tutor] of tutors.entries()) await aBooking(database.db, { tutor, startTime: later(index), endTime: later(index + 1) });
    counted.push(await sent(5));
    expect(counted).toEqual([1, 1]);
  });
});
