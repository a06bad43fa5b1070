import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { tutorDaysOff } from '#db/schema/tutors.ts';
import type { DaysOffInput } from '#shared/contracts/availability.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { callerWithEvents, collectEvents } from '#tests/support/events.ts';
import { aBooking, anAdmin, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor } from '#tests/support/factories.ts';
import { aNewcomer } from '#tests/support/profiles.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const MONDAY = '2026-03-09';
const DAY = 24 * HOUR;
const later = (hours: number) => new Date(NEXT_MONDAY_NINE.getTime() + hours * HOUR);

const as = ({ user }: Pick<Tutor, 'user'>, db = database.db) => callerAs({ db }, user).daysOff;
const off = (fromDate = MONDAY, rest: Partial<DaysOffInput> = {}): DaysOffInput => ({ fromDate, toDate: fromDate, note: '', ...rest });
const requestOf = (tutor: Tutor, hour: number, hours = 1) => ({
  tutorId: tutor.id,
  subjectId: tutor.subjectId,
  startTime: later(hour),
  endTime: later(hour + hours),
  contactNumber: '0771234567',
});
const ask = async (tutor: Tutor, hour = 0, hours = 1) =>
  callerAs(database, await aStudent(database.db)).bookings.request(requestOf(tutor, hour, hours));
const availability = (tutor: Tutor, duration = 1) =>
  callerAs(database, null).tutors.availability({ id: tutor.id, startDate: later(-9), endDate: later(15), duration });
const freeStarts = async (tutor: Tutor, duration = 1) => (await availability(tutor, duration)).free?.flatMap(({ starts }) => starts);
const OUTSIDE = { code: 'CONFLICT', message: 'The tutor is not available at this time' };

describe('daysOff.add', () => {
  // spec days-off.1 | D Booking | Whole dates or hours of one, in the zone of the platform, with a note that only the tutor reads |
  //   src/server/features/days-off/days-off.commands.ts
  test('blocks whole dates, or hours of one, and answers them', async () => {
    const tutor = await aTutor(database.db);
    const dates = await as(tutor).add(off(MONDAY, { toDate: '2026-03-11', note: ' Exam week ' }));
    expect(dates).toEqual({ id: expect.any(String), fromDate: MONDAY, toDate: '2026-03-11', start: null, end: null, note: 'Exam week' });
    const hours = await as(tutor).add(off('2026-03-04', { start: '9:00', end: '12:30' }));
    expect(hours).toEqual({ id: expect.any(String), fromDate: '2026-03-04', toDate: '2026-03-04', start: '09:00', end: '12:30', note: '' });
    expect(await as(tutor).own()).toEqual([hours, dates]);
  });

  // spec days-off.2 | D Booking | At most 366 days ahead and 100 to come, each refusal beside its field | src/shared/domain/days-off.ts
  test.each<[string, DaysOffInput, string]>([
    ['yesterday', off('2026-03-01'), 'Please choose a day from today on'],
    ['no date', off('2026-02-30'), 'Please choose a day from today on'],
    ['later than 366 days', off('2027-03-04'), 'Days off can be planned up to 366 days ahead'],
    ['the last day before the first', off(MONDAY, { toDate: '2026-03-08' }), 'The last day cannot be before the first'],
    ['hours that end before they begin', off(MONDAY, { start: '12:00', end: '09:00' }), 'The end must be later than the start'],
    ['hours of two dates', off(MONDAY, { toDate: '2026-03-10', start: '09:00', end: '12:00' }), 'Hours can be blocked on a single date only'],
    ['24:00', off(MONDAY, { start: '12:00', end: '24:00' }), 'Please use HH:MM times'],
  ])('%s is refused, and nothing is stored', async (_, input, message) => {
    const tutor = await aTutor(database.db);
    await expect(as(tutor).add(input)).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    await expect(as(tutor).bookingsInside(input)).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    expect(await as(tutor).own()).toEqual([]);
  });

  // spec days-off.9
  test.each([
    [{ fromDate: '2026-03-10', toDate: '2026-02-30' }, 'toDate', 'Please choose a day from today on'],
    [{ fromDate: '2026-03-10', toDate: '2026-03-10', start: '09:00' }, 'end', 'Please use HH:MM times'],
    [{ fromDate: '2026-03-10', toDate: '2026-03-10', start: '22:00', end: '24:00' }, 'end', 'Please use HH:MM times'],
    [{ fromDate: '2026-03-10', toDate: '2026-03-10', end: '09:00' }, 'start', 'Please use HH:MM times'],
  ])('what is wrong is said at its field: %j at %s', async (input, field, message) => {
    const refused = { message, cause: { refusal: { field } } };
    await expect(as(await aTutor(database.db)).add(input)).rejects.toMatchObject(refused);
  });

  // spec days-off.1
  test('a note of 200 characters passes, and one more does not', async () => {
    const tutor = await aTutor(database.db);
    expect((await as(tutor).add(off(MONDAY, { note: 'ක'.repeat(200) }))).note).toHaveLength(200);
    await expect(as(tutor).add(off(MONDAY, { note: 'x'.repeat(201) }))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  // spec days-off.2
  test('a hundred to come are the most, however many ask at once; those that are over do not count', async () => {
    const tutor = await aTutor(database.db);
    await database.db
      .insert(tutorDaysOff)
      .values([
        ...Array.from({ length: 3 }, () => ({ tutorId: tutor.id, fromDate: '2026-02-01', toDate: '2026-03-01' })),
        { tutorId: tutor.id, fromDate: '2026-02-01', toDate: '2026-03-02' },
        ...Array.from({ length: 93 }, () => ({ tutorId: tutor.id, fromDate: MONDAY, toDate: MONDAY })),
      ]);
    const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => as(tutor).add(off('2026-03-05', { note: `${index}` }))));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refused).toHaveLength(14);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'CONFLICT', message: 'You can plan at most 100 days off' });
    expect(await as(tutor).own()).toHaveLength(100);
  });

  // spec days-off.12 | D Booking, D Errors | Days off whose answer was lost are stored once, however often they are sent, and nobody is told twice |
  //   src/server/features/days-off/days-off.commands.ts, src/client/features/tutor-profile/days-off-form.tsx
  test.each<[string, DaysOffInput, DaysOffInput[]]>([
    ['whole dates', off(MONDAY, { toDate: '2026-03-11', note: 'Exams' }), [off(MONDAY, { note: 'Exams' }), off(MONDAY, { toDate: '2026-03-11' })]],
    [
      'hours of one',
      off(MONDAY, { start: '9:00', end: '12:00' }),
      [off(MONDAY), off(MONDAY, { start: '9:00', end: '13:00' }), off(MONDAY, { start: '8:00', end: '12:00' })],
    ],
    ['whole date', off(), [off('2026-03-02', { toDate: MONDAY })]],
  ])('the same %s are stored once, and others beside them', async (_, input, others) => {
    const [tutor, other] = [await aTutor(database.db), await aTutor(database.db)];
    const { caller, events } = callerWithEvents(database, tutor.user);
    const added = await caller.daysOff.add(input);
    expect(await caller.daysOff.add(input)).toEqual(added);
    expect(events).toEqual([{ type: 'tutor.availability_changed', tutorId: tutor.id }]);
    expect(await Promise.all([as(tutor).add(input), as(tutor).add(input)])).toEqual([added, added]);
    expect((await as(other).add(input)).id).not.toBe(added.id);
    for (const [index, different] of others.entries()) {
      await as(tutor).add(different);
      expect(await as(tutor).own()).toHaveLength(index + 2);
    }
    await as(tutor).remove(added);
    expect((await as(tutor).add(input)).id).not.toBe(added.id);
  });

  // spec days-off.12
  test('the hundredth whose answer was lost is answered, not refused', async () => {
    const tutor = await aTutor(database.db);
    const values = Array.from({ length: 99 }, () => ({ tutorId: tutor.id, fromDate: MONDAY, toDate: MONDAY, note: 'Before' }));
    await database.db.insert(tutorDaysOff).values(values);
    const added = await as(tutor).add(off());
    expect(await as(tutor).add(off())).toEqual(added);
    await expect(as(tutor).add(off('2026-03-10'))).rejects.toMatchObject({ message: 'You can plan at most 100 days off' });
  });

  // spec roles.8
  test('is for tutors who have a profile', async () => {
    for (const person of [await aStudent(database.db), await anAdmin(database.db)]) {
      await expect(as({ user: person }).add(off())).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only tutors can plan days off' });
    }
    const { caller } = await aNewcomer(database);
    await expect(caller.daysOff.add(off())).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Tutor profile not found' });
    expect(await caller.daysOff.own()).toEqual([]);
  });

  // spec days-off.10 | S3 | Whoever watches the tutor hears of them | src/server/features/tutors/tutors.projector.ts
  test('notifies those who watch the tutor, and so does its end', async () => {
    const tutor = await aTutor(database.db);
    let id = '';
    const add = async () => {
      id = (await as(tutor).add(off())).id;
    };
    expect(await collectEvents(database, add)).toEqual([`tutor:${tutor.id}`, 'pages']);
    expect(await collectEvents(database, () => as(tutor).remove({ id }))).toEqual([`tutor:${tutor.id}`, 'pages']);
  });
});

// spec days-off.4 | D Booking | They can be removed, and the time is open again | src/server/features/days-off/days-off.commands.ts
describe('daysOff.remove', () => {
  test('opens the time again', async () => {
    const tutor = await aTutor(database.db);
    const { id } = await as(tutor).add(off());
    await expect(ask(tutor)).rejects.toMatchObject(OUTSIDE);
    expect(await as(tutor).remove({ id })).toEqual({ message: 'Days off removed successfully' });
    expect((await ask(tutor)).status).toBe('pending');
  });

  test("another tutor's, one that is gone and a malformed one are not found", async () => {
    const [tutor, other] = [await aTutor(database.db), await aTutor(database.db)];
    const { id } = await as(other).add(off());
    const removed = await as(tutor).add(off());
    await as(tutor).remove(removed);
    for (const wrong of [id, removed.id, 'no-such-id', '']) {
      await expect(as(tutor).remove({ id: wrong })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Day off not found' });
    }
    expect(await as(other).own()).toHaveLength(1);
  });
});

describe('a start that falls into days off', () => {
  // spec days-off.5 | D Booking | For all subjects such a start is not free, not offered, and refused like a time outside the slots |
  //   src/shared/domain/booking-request.ts
  test('is not free for any subject, and is no booking', async () => {
    const tutor = await aTutor(database.db, { subjects: [{}, {}] });
    await aBooking(database.db, { tutor, startTime: later(6), endTime: later(7) });
    await as(tutor).add(off(MONDAY, { start: '10:00', end: '15:00', note: 'Private' }));
    const view = await availability(tutor);
    expect(view.booked).toEqual([{ start: later(6), end: later(7) }]);
    expect(view.free).toEqual(tutor.entries.map(({ subjectId }) => ({ subjectId, starts: [later(0), later(7)] })));
    expect(JSON.stringify(view)).not.toContain('Private');
    expect(await freeStarts(tutor, 2)).toEqual([]);
    await as(tutor).add(off(MONDAY));
    expect(await freeStarts(tutor)).toEqual([]);
  });

  // spec days-off.5
  test('is refused like a time outside the slots; what ends when they begin, or begins when they end, is not', async () => {
    const tutor = await aTutor(database.db);
    await as(tutor).add(off(MONDAY, { start: '11:00', end: '12:00' }));
    await expect(ask(tutor, 2)).rejects.toMatchObject(OUTSIDE);
    await expect(ask(tutor, 0, 3)).rejects.toMatchObject(OUTSIDE);
    expect((await ask(tutor, 0, 2)).status).toBe('pending');
    expect((await ask(tutor, 3)).status).toBe('pending');
  });

  // spec days-off.5
  test('is not among the next free ones that a refusal names', async () => {
    const tutor = await aTutor(database.db);
    await aBooking(database.db, { tutor, startTime: later(0), endTime: later(1) });
    await as(tutor).add(off(MONDAY, { start: '10:00', end: '16:00' }));
    await as(tutor).add(off('2026-03-16'));
    const refusal = await ask(tutor).catch((thrown: { cause?: unknown }) => thrown.cause);
    const starts = [later(7), later(14 * 24), later(14 * 24 + 1)];
    expect(refusal).toMatchObject({ code: 'booking.slot_taken', refusal: { nextFree: starts.map((at) => at.toISOString()) } });
  });

  // spec days-off.5
  test('every start that is called free can be booked, and no other of that day', async () => {
    const tutor = await aTutor(database.db);
    await aBooking(database.db, { tutor, startTime: later(1), endTime: later(2) });
    await as(tutor).add(off(MONDAY, { start: '12:30', end: '14:00' }));
    const free = (await freeStarts(tutor))?.map(Number) ?? [];
    expect(free).toHaveLength(5);
    for (const index of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const isBooked = await ask(tutor, index).then(
        () => true,
        () => false,
      );
      expect([index, isBooked]).toEqual([index, free.includes(later(index).getTime())]);
    }
  });

  test('costs availability no further statement', async () => {
    const tutor = await aTutor(database.db);
    await as(tutor).add(off());
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, null).tutors.availability({ id: tutor.id, startDate: later(-9), endDate: later(15) });
    expect(statements).toHaveLength(2);
  });

  // spec days-off.3
  test('stays booked where it was booked before', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor });
    await as(tutor).add(off());
    expect(await database.db.select().from(bookings).where(eq(bookings.id, booking.id))).toEqual([booking]);
    const confirmed = await callerAs(database, tutor.user).bookings.setStatus({ id: booking.id, status: 'confirmed' });
    expect(confirmed.status).toBe('confirmed');
  });
});

describe('daysOff.own', () => {
  // spec days-off.1
  test('are those that are not over, in the order of their dates', async () => {
    const tutor = await aTutor(database.db);
    await database.db.insert(tutorDaysOff).values([
      { tutorId: tutor.id, fromDate: '2026-03-01', toDate: '2026-03-01' },
      { tutorId: tutor.id, fromDate: MONDAY, toDate: MONDAY, startMinute: 540, endMinute: 600 },
      { tutorId: tutor.id, fromDate: MONDAY, toDate: MONDAY },
      { tutorId: tutor.id, fromDate: '2026-02-01', toDate: '2026-03-02' },
    ]);
    const own = await as(tutor).own();
    expect(own.map(({ fromDate, start }) => [fromDate, start])).toEqual([
      ['2026-02-01', null],
      [MONDAY, null],
      [MONDAY, '09:00'],
    ]);
  });
});

describe('daysOff.bookingsInside', () => {
  // spec days-off.3 | D Booking | The dialog names the bookings inside, which stay | src/server/features/days-off/days-off.queries.ts
  test('names what is pending or confirmed and would lie inside', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db);
    const make = (hour: number, status: 'pending' | 'confirmed' | 'cancelled') =>
      aBooking(database.db, { tutor, student, status, startTime: later(hour), endTime: later(hour + 1) });
    const [pending, , confirmed] = [await make(0, 'pending'), await make(1, 'cancelled'), await make(2, 'confirmed'), await make(3, 'pending')];
    await aBooking(database.db, { startTime: later(0) });
    const inside = await as(tutor).bookingsInside(off(MONDAY, { start: '08:00', end: '12:00' }));
    const view = ({ id, subjectName, status, startTime, endTime }: typeof pending) => ({
      id,
      subject: subjectName,
      student: student.name,
      status,
      startTime,
      endTime,
    });
    expect(inside).toEqual({ total: 2, bookings: [pending, confirmed].map(view) });
    expect((await as(tutor).bookingsInside(off())).total).toBe(3);
    expect(await as(tutor).bookingsInside(off('2026-03-10'))).toEqual({ total: 0, bookings: [] });
  });

  // spec days-off.3
  test('says how many there are where it names the first twenty, in one statement', async () => {
    const tutor = await aTutor(database.db);
    for (let index = 0; index < 23; index += 1) await aBooking(database.db, { tutor, startTime: later(index), endTime: later(index + 1) });
    const { db, statements } = createRecordingDb(database);
    const { total, bookings: named } = await as(tutor, db).bookingsInside(off(MONDAY, { toDate: '2026-03-12' }));
    expect([total, named.length, named[0]?.startTime, named.at(-1)?.startTime]).toEqual([23, 20, later(0), later(19)]);
    expect(statements).toHaveLength(1);
  });

  test('leaves out what is over already today, and names a student who has left', async () => {
    const tutor = await aTutor(database.db);
    const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
    await aBooking(database.db, { tutor, status: 'confirmed', startTime: at(-2), endTime: at(-1) });
    await aBooking(database.db, { tutor, status: 'confirmed', startTime: at(-0.5), endTime: at(0.5), studentId: null });
    const { total, bookings: named } = await as(tutor).bookingsInside(off('2026-03-02'));
    expect({ total, named }).toMatchObject({ total: 1, named: [{ student: 'Unknown Student', startTime: at(-0.5) }] });
  });
});

test('a range of two hundred days blocks every Monday in it', async () => {
  const tutor = await aTutor(database.db);
  await as(tutor).add(off('2026-03-02', { toDate: '2026-09-18' }));
  const view = await callerAs(database, null).tutors.availability({ id: tutor.id, startDate: NOW, endDate: new Date(NOW.getTime() + 28 * DAY) });
  expect(view.free).toEqual([{ subjectId: tutor.subjectId, starts: [] }]);
});
