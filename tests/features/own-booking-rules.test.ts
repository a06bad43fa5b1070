import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { createCaller } from '#server/api/router.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, type SlotOf, type Tutor, type TutorOverrides } from '#tests/support/factories.ts';
import { countLockWaits, holdCommit } from '#tests/support/races.ts';
import { useSearches } from '#tests/support/searches.ts';

const database = useDatabase();
const { search } = useSearches(database);

const MONDAY = '2026-03-09';
const later = (hours: number) => new Date(NEXT_MONDAY_NINE.getTime() + hours * HOUR);
const iso = (...hours: number[]) => hours.map((hour) => later(hour).toISOString());
const requestOf = (tutor: Tutor, hour: number) => ({
  tutorId: tutor.id,
  subjectId: tutor.subjectId,
  startTime: later(hour),
  endTime: later(hour + 1),
  contactNumber: '0771234567',
});
const ask = async (tutor: Tutor, hour = 0) => callerAs(database, await aStudent(database.db)).bookings.request(requestOf(tutor, hour));
const slot = (from: number, to: number): SlotOf => ({ day: 'Monday', startMinute: from * 60, endMinute: to * 60 });
const aTutorWith = (rules: Pick<TutorOverrides, 'minimumNoticeHours' | 'bufferMinutes'>, slots = [slot(9, 17)]) =>
  aTutor(database.db, { ...rules, subjects: [{ slots }] });
const TAKEN = { code: 'CONFLICT', message: 'This time is already booked' };

// spec s12-hours.3 | S12 E | A request inside the tutor's notice answers 400 with the notice in its sentence |
//   src/server/features/bookings/bookings.commands.ts
test('a request inside the notice is refused, and one at its end is not', async () => {
  const tutor = await aTutorWith({ minimumNoticeHours: 48 });
  const now = () => later(1 - 48);
  const student = createCaller({ ...contextAs(database, await aStudent(database.db)), now });
  await expect(student.bookings.request(requestOf(tutor, 0))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: "This tutor needs at least 2 days' notice",
  });
  expect((await student.bookings.request(requestOf(tutor, 1))).status).toBe('pending');
});

// spec s12-hours.4 | S12 E | A request too near another session of the tutor answers as a taken time, with starts that keep the buffer |
//   src/server/features/bookings/bookings.commands.ts, src/server/features/bookings/booking-checks.queries.ts
describe('a tutor who wants time between sessions', () => {
  test('is booked neither right before nor right after a session, but after the buffer', async () => {
    const tutor = await aTutorWith({ bufferMinutes: 30 });
    await aBooking(database.db, { tutor, startTime: later(2), endTime: later(3), status: 'confirmed' });
    await expect(ask(tutor, 1)).rejects.toMatchObject({ ...TAKEN, cause: { refusal: { nextFree: iso(4, 5, 6) } } });
    await expect(ask(tutor, 3)).rejects.toMatchObject({ ...TAKEN, cause: { refusal: { nextFree: iso(4, 5, 6) } } });
    expect((await ask(tutor, 4)).status).toBe('pending');
    expect((await ask(tutor, 0)).status).toBe('pending');
  });

  test('may have what was cancelled beside a session, and the sessions of a student elsewhere', async () => {
    const tutor = await aTutorWith({ bufferMinutes: 60 });
    await aBooking(database.db, { tutor, startTime: later(1), endTime: later(2), status: 'cancelled' });
    const student = await aStudent(database.db);
    await aBooking(database.db, { student, tutor: await aTutorWith({}), startTime: later(1), endTime: later(2) });
    expect((await callerAs(database, student).bookings.request(requestOf(tutor, 0))).status).toBe('pending');
  });

  test('keeps what was booked closer before, which can be confirmed', async () => {
    const tutor = await aTutorWith({});
    const [first, second] = [await ask(tutor, 0), await ask(tutor, 1)];
    const own = callerAs(database, tutor.user);
    await own.tutors.saveProfile({ bufferMinutes: 60, minimumNoticeHours: 168 });
    for (const { id } of [first, second]) expect((await own.bookings.setStatus({ id, status: 'confirmed' })).status).toBe('confirmed');
  });

  test('gets one of two requests that come in two tabs at the same moment', async () => {
    const tutor = await aTutorWith({ bufferMinutes: 15 });
    const { begin, isDone, commit } = holdCommit(database);
    const first = createCaller({ ...contextAs(database, await aStudent(database.db)), begin }).bookings.request(requestOf(tutor, 0));
    await isDone;
    const second = ask(tutor, 1).catch((thrown: unknown) => thrown);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    expect((await first).status).toBe('pending');
    expect(await second).toMatchObject(TAKEN);
    expect(await database.db.$count(bookings, eq(bookings.tutorId, tutor.id))).toBe(1);
  });
});

// spec s12-hours.5 | S12 E | A session that moves counts its own old time as free, and keeps the buffer to the others |
//   src/server/features/bookings/proposals.steps.ts
test('a session may be moved beside its own old time, and not beside another one', async () => {
  const tutor = await aTutorWith({ bufferMinutes: 60 });
  const student = await aStudent(database.db);
  const booking = await aBooking(database.db, { student, tutor, startTime: later(0), endTime: later(1), status: 'confirmed' });
  await aBooking(database.db, { tutor, startTime: later(4), endTime: later(5), status: 'confirmed' });
  const own = callerAs(database, student);
  await expect(own.proposals.propose({ bookingId: booking.id, startTime: later(3) })).rejects.toMatchObject(TAKEN);
  const { proposal } = await own.proposals.propose({ bookingId: booking.id, startTime: later(1) });
  expect(proposal?.startTime).toEqual(later(1));
  const moved = await callerAs(database, tutor.user).proposals.accept({ id: proposal?.id ?? '' });
  expect(moved.startTime).toEqual(later(1));
});

// spec s12-hours.6 | S12 E | Free times, the next free hour of a card and "free on" go by the tutor's notice and buffer |
//   src/server/features/tutors/availability.queries.ts, src/server/features/tutors/search/schedules.queries.ts
describe('what is shown as free', () => {
  test('keeps the buffer, also to a session before the range', async () => {
    const tutor = await aTutorWith({ bufferMinutes: 60 });
    await aBooking(database.db, { tutor, startTime: later(0), endTime: later(1), status: 'confirmed' });
    const shown = await callerAs(database, null).tutors.availability({ id: tutor.id, startDate: later(1), endDate: later(4) });
    expect(shown).toMatchObject({ bufferMinutes: 60, minimumNoticeHours: 0, booked: [{ start: later(0), end: later(1) }] });
    expect(shown.free?.[0]?.starts).toEqual([later(2), later(3)]);
    const { tutors } = await search({ subject: tutor.subjectId, limit: 100 });
    expect(tutors[0]?.nextFree).toEqual(later(2));
  });

  test('leaves out a tutor on a day whose hours are all inside the notice or too near a session', async () => {
    const near = await aTutorWith({ bufferMinutes: 60 }, [slot(9, 10)]);
    await aBooking(database.db, { tutor: near, startTime: later(-1), endTime: later(0), status: 'confirmed' });
    const late = await aTutorWith({ minimumNoticeHours: 168 }, [slot(9, 10)]);
    const free = await aTutorWith({}, [slot(9, 10)]);
    const found = async ({ subjectId }: Tutor) => (await search({ subject: subjectId, freeOn: MONDAY })).total;
    expect(await found(free)).toBe(1);
    expect(await found(near)).toBe(0);
    expect(await found(late)).toBe(0);
  });
});

// spec s12-hours.7 | S12 E | Notice is 0 to 168 hours and the buffer 0 to 120 minutes; what is not sent stays |
//   src/shared/contracts/tutors.ts
test('a tutor saves notice and buffer within their ranges, and keeps what is not sent', async () => {
  const tutor = await aTutorWith({ minimumNoticeHours: 24 });
  const own = callerAs(database, tutor.user).tutors;
  expect((await own.saveProfile({ bufferMinutes: 120 })).tutor).toMatchObject({ minimumNoticeHours: 24, bufferMinutes: 120, bio: 'Teaches.' });
  await expect(own.saveProfile({ bufferMinutes: 121 })).rejects.toThrow('Time between sessions must be a whole number of minutes from 0 to 120');
  await expect(own.saveProfile({ minimumNoticeHours: 169 })).rejects.toThrow('Notice must be a whole number of hours from 0 to 168');
});
