import { describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aSubject, aTutor, HOUR, NEXT_MONDAY_NINE, NOW } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const visitor = () => callerAs(database, null);
const DAY = 24 * HOUR;
const later = (hours: number, from = NEXT_MONDAY_NINE) => new Date(from.getTime() + hours * HOUR);
const MONDAY = { startDate: later(-9), endDate: later(15) };
/** 09:00 to 12:00 */
const MORNING = { day: 'Monday', startMinute: 540, endMinute: 720 } as const;

describe('tutors.availability', () => {
  test('without a range: the published week of every active subject', async () => {
    const { db } = database;
    const [maths, retired] = [await aSubject(db), await aSubject(db, { isActive: false })];
    const { id, user } = await aTutor(db, {
      subjects: [
        { subjectId: maths.id, slots: [MORNING, { day: 'Friday', startMinute: 1020, endMinute: 1439 }] },
        { subjectId: retired.id, slots: [] },
      ],
    });
    const published = {
      subject: maths.name,
      subjectId: maths.id,
      availability: [
        { day: 'Monday', slots: [{ start: '09:00', end: '12:00' }] },
        { day: 'Friday', slots: [{ start: '17:00', end: '23:59' }] },
      ],
    };
    expect(await visitor().tutors.availability({ id })).toEqual({
      tutorId: id,
      vacationMode: false,
      minimumNoticeHours: 0,
      bufferMinutes: 0,
      dateRange: undefined,
      availability: [published],
    });
    const own = await callerAs(database, user).tutors.availability({ id });
    expect(own.availability).toEqual([published, { subject: retired.name, subjectId: retired.id, availability: [] }]);
  });

  test('with a range: its weekdays only, what is taken in it, and the free starts between', async () => {
    const tutor = await aTutor(database.db, { subjects: [{ slots: [MORNING, { ...MORNING, day: 'Tuesday' }] }] });
    await aBooking(database.db, { tutor, startTime: later(1), endTime: later(2) });
    await aBooking(database.db, { tutor, startTime: later(0), endTime: later(1), status: 'cancelled' });
    const view = await visitor().tutors.availability({ id: tutor.id, ...MONDAY });
    expect(view.dateRange).toEqual({ start: MONDAY.startDate, end: MONDAY.endDate });
    expect(view.availability[0]?.availability.map(({ day }) => day)).toEqual(['Monday']);
    expect(view.booked).toEqual([{ start: later(1), end: later(2) }]);
    expect(view.free).toEqual([{ subjectId: tutor.subjectId, starts: [later(0), later(2)] }]);
  });

  test('a longer session fits in fewer places', async () => {
    const tutor = await aTutor(database.db, { subjects: [{ slots: [MORNING] }] });
    await aBooking(database.db, { tutor, startTime: later(2), endTime: later(3), status: 'confirmed' });
    const starts = async (duration: number) => (await visitor().tutors.availability({ id: tutor.id, ...MONDAY, duration })).free?.[0]?.starts;
    expect(await starts(1)).toEqual([later(0), later(1)]);
    expect(await starts(2)).toEqual([later(0)]);
    expect(await starts(3)).toEqual([]);
  });

  test('a session that begins in the range may not run into one that is booked after it', async () => {
    const tutor = await aTutor(database.db, { subjects: [{ slots: [MORNING] }] });
    await aBooking(database.db, { tutor, startTime: later(1), endTime: later(2) });
    const view = await visitor().tutors.availability({ id: tutor.id, startDate: later(0), endDate: later(1), duration: 2 });
    expect(view.booked).toEqual([]);
    expect(view.free?.[0]?.starts).toEqual([]);
  });

  test('a booking that only touches the range is not in it, one that reaches into it is', async () => {
    const tutor = await aTutor(database.db);
    await aBooking(database.db, { tutor, startTime: later(0), endTime: later(2) });
    const booked = async (from: Date, to: Date) => (await visitor().tutors.availability({ id: tutor.id, startDate: from, endDate: to })).booked;
    expect(await booked(later(2), later(3))).toEqual([]);
    expect(await booked(later(-1), later(0))).toEqual([]);
    expect(await booked(later(1), later(3))).toEqual([{ start: later(0), end: later(2) }]);
  });

  test('free is what could be booked: neither today nor after 28 days', async () => {
    const everyDay = (['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const).map((day) => ({ ...MORNING, day }));
    const tutor = await aTutor(database.db, { subjects: [{ slots: everyDay }] });
    const view = await visitor().tutors.availability({ id: tutor.id, startDate: NOW, endDate: new Date(NOW.getTime() + 28 * DAY) });
    const starts = view.free?.[0]?.starts ?? [];
    expect(starts[0]).toEqual(new Date('2026-03-03T03:30:00.000Z'));
    expect(starts.at(-1)).toEqual(new Date('2026-03-30T03:30:00.000Z'));
    const after = await visitor().tutors.availability({
      id: tutor.id,
      startDate: new Date('2026-03-30T00:00:00Z'),
      endDate: new Date('2026-04-05T00:00:00Z'),
    });
    expect(after.free?.[0]?.starts.at(-1)).toEqual(new Date('2026-03-30T05:30:00.000Z'));
  });

  test('booked and free come for 28 days at most', async () => {
    const { id } = await aTutor(database.db);
    const listFor = (ms: number) => visitor().tutors.availability({ id, startDate: NOW, endDate: new Date(NOW.getTime() + ms) });
    expect(await listFor(28 * DAY)).toMatchObject({ booked: [], free: [{}] });
    const longer = await listFor(28 * DAY + 1);
    expect([longer.booked, longer.free]).toEqual([undefined, undefined]);
    expect(longer.availability).toHaveLength(1);
  });

  test('nothing is free on vacation, for a subject without a mode on offer, or of a tutor who is rejected', async () => {
    const { db } = database;
    const starts = async (id: string, as: Parameters<typeof callerAs>[1] = null) =>
      (await callerAs(database, as).tutors.availability({ id, ...MONDAY })).free?.flatMap((free) => free.starts);
    expect(await starts((await aTutor(db, { vacationMode: true })).id)).toEqual([]);
    expect(await starts((await aTutor(db, { subjects: [{ modes: [{ type: 'group' }] }] })).id)).toEqual([]);
    const rejected = await aTutor(db, { verificationStatus: 'rejected' });
    expect(await starts(rejected.id, rejected.user)).toEqual([]);
    expect(await starts((await aTutor(db)).id)).toHaveLength(8);
  });

  test('every start that is called free can be booked, and no other of that day', async () => {
    const tutor = await aTutor(database.db, { subjects: [{ slots: [MORNING] }] });
    await aBooking(database.db, { tutor, startTime: later(1), endTime: later(2) });
    const view = await visitor().tutors.availability({ id: tutor.id, ...MONDAY });
    const free = view.free?.[0]?.starts.map(Number) ?? [];
    for (const index of [-1, 0, 0.5, 1, 2, 3]) {
      const startTime = later(index);
      const ask = { tutorId: tutor.id, subjectId: tutor.subjectId, startTime, endTime: later(index + 1), contactNumber: '0771234567' };
      const answer = await callerAs(database, await aStudent(database.db))
        .bookings.request(ask)
        .then(
          () => true,
          () => false,
        );
      expect([index, answer]).toEqual([index, free.includes(startTime.getTime())]);
    }
  });

  // spec tutor.23
  test('takes two statements, whatever there is', async () => {
    const tutor = await aTutor(database.db, { subjects: [{}, {}, {}] });
    for (const index of [0, 1, 2]) await aBooking(database.db, { tutor, startTime: later(index), endTime: later(index + 1) });
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, null).tutors.availability({ id: tutor.id, ...MONDAY });
    expect(statements).toHaveLength(2);
  });
});

// spec tutor.23 | S4 | The bookings of four weeks are one query; the whole answer takes two statements |
//   src/server/features/tutors/availability.queries.ts
test('four weeks of a tutor with a thousand bookings are one query of bookings', async () => {
  const [tutor, student] = [await aTutor(database.db), await aStudent(database.db)];
  await database.sql`
    insert into bookings (id, student_id, tutor_user_id, tutor_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
    select gen_random_uuid(), ${student.id}, ${tutor.user.id}, ${tutor.id}, 'Subject', 'confirmed', start, start + interval '1 hour', 'online', 150000, '0771234567'
    from generate_series(${NOW.toISOString()}::timestamptz, ${new Date(NOW.getTime() + 999 * HOUR).toISOString()}::timestamptz, interval '1 hour') start`;
  const { db, statements } = createRecordingDb(database);
  const view = await callerAs({ db }, null).tutors.availability({ id: tutor.id, startDate: NOW, endDate: new Date(NOW.getTime() + 28 * DAY) });
  expect(view.booked).toHaveLength(28 * 24);
  expect(view.free?.[0]?.starts).toEqual([]);
  expect(statements.filter(({ text }) => text.includes('bookings'))).toHaveLength(1);
});

describe('what cannot be asked', () => {
  const RANGE = { code: 'BAD_REQUEST', message: 'Invalid date range' };

  test.each([
    ['only a start', { startDate: NOW }],
    ['only an end', { endDate: NOW }],
    ['a start after the end', { startDate: later(1), endDate: later(0) }],
    ['a year that no calendar has', { startDate: NOW, endDate: new Date(8.64e15) }],
    ['a year before all calendars', { startDate: new Date(-8.64e15), endDate: NOW }],
  ])('%s is no range', async (_, range) => {
    const { id } = await aTutor(database.db);
    await expect(visitor().tutors.availability({ id, ...range })).rejects.toMatchObject(RANGE);
  });

  test('a date that is none is no range', async () => {
    const { id } = await aTutor(database.db);
    const error = await visitor()
      .tutors.availability({ id, startDate: new Date('rubbish'), endDate: NOW })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ message: 'Invalid date range' }] } });
  });

  test.each([0, 4, 1.5, -1])('sessions of %d hours do not exist', async (duration) => {
    const { id } = await aTutor(database.db);
    await expect(visitor().tutors.availability({ id, duration })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Duration must be 1, 2 or 3 hours',
    });
  });

  test('a tutor who is unknown, rejected or suspended', async () => {
    const { db } = database;
    const hidden = await aTutor(db, { user: { status: 'suspended' } });
    const rejected = await aTutor(db, { verificationStatus: 'rejected' });
    for (const id of ['no-such-id', hidden.user.id, hidden.id, rejected.id]) {
      await expect(visitor().tutors.availability({ id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Tutor Not Found' });
    }
    const admin = await anAdmin(db);
    for (const { id } of [hidden, rejected]) expect(await callerAs(database, admin).tutors.availability({ id })).toMatchObject({ tutorId: id });
    expect(await callerAs(database, rejected.user).tutors.availability({ id: rejected.id })).toMatchObject({ tutorId: rejected.id });
  });
});
