import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { jobs } from '#db/schema/jobs.ts';
import { notifications } from '#db/schema/notifications.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { cancelUnanswered, completeEnded, remindParties } from '#server/features/bookings/bookings.jobs.ts';
import { toBookingEvent } from '#server/features/bookings/bookings.steps.ts';
import { sweepExpired } from '#server/infra/expired.ts';
import { clockJobs } from '#shared/domain/booking-clock.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aProposal, aStudent, aTutor, type Booking, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { aRunner, type TestRunner } from '#tests/support/job-runners.ts';

const database = useDatabase();
const UNKNOWN = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';
const START = NEXT_MONDAY_NINE;

let runners: TestRunner[] = [];
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()));
  runners = [];
});

const earlier = (start: Date, hours: number, ms = 0) => new Date(start.getTime() - hours * HOUR + ms);
const at = (now: Date) => contextAs(database, null, { now: () => now });
const as = (person: User, now: Date = NOW) => callerAs(database, person, { now: () => now }).bookings;
const stored = async ({ id }: { id: string }) => only(await database.db.select().from(bookings).where(eq(bookings.id, id)));

type Meeting = { student: User; tutor: Tutor; booking: Booking };
/** With a student and a tutor of its own, confirmed unless told otherwise. */
async function aMeeting(overrides: Partial<Booking> = {}): Promise<Meeting> {
  const student = await aStudent(database.db);
  const tutor = await aTutor(database.db);
  return { student, tutor, booking: await aBooking(database.db, { student, tutor, status: 'confirmed', createdAt: NOW, ...overrides }) };
}

/** What the clock is to do to a booking, and when. */
async function planned({ id }: { id: string }) {
  const rows = await database.db
    .select()
    .from(jobs)
    .where(sql`${jobs.params} ->> 'bookingId' = ${id} and ${jobs.kind} like 'booking.%'`)
    .orderBy(asc(jobs.dueAt));
  return rows.map(({ kind, params, dueAt }) => ({ kind, dueAt, ...(params.hours !== undefined && { hours: params.hours }) }));
}

/** As a process of an older version leaves it, which knows no clock. */
async function forgotten(overrides: Partial<Booking>): Promise<Booking> {
  const { booking } = await aMeeting(overrides);
  expect(await planned(booking)).toEqual([]);
  return booking;
}

/** The titles of what each of the two was told, in the order of the alphabet. */
async function toldTo({ student, tutor }: Meeting): Promise<string[][]> {
  const titles = async ({ id }: User) =>
    (await database.db.select().from(notifications).where(eq(notifications.userId, id))).map(({ title }) => title);
  return [(await titles(student)).sort(), (await titles(tutor.user)).sort()];
}

/** As the acceptance of a proposal moves it. */
function moveTo({ id }: Booking, startTime: Date, now: Date) {
  return inUnitOfWork(at(now), async ({ db, record }) => {
    const from = only(await db.select().from(bookings).where(eq(bookings.id, id)));
    const endTime = new Date(startTime.getTime() + HOUR);
    const moved = only(await db.update(bookings).set({ startTime, endTime, remindedHours: null }).where(eq(bookings.id, id)).returning());
    record({ type: 'booking.rescheduled', booking: toBookingEvent(moved), from });
    return moved;
  });
}

const REMINDERS = (start: Date) => [
  { kind: 'booking.remind', dueAt: earlier(start, 24), hours: 24 },
  { kind: 'booking.remind', dueAt: earlier(start, 1), hours: 1 },
];
const OVER = (start: Date) => ({ kind: 'booking.over', dueAt: earlier(start, -49) });

describe('the clock is planned', () => {
  const wish = ({ id: tutorId, subjectId }: Tutor, startTime = START) => ({
    ...{ tutorId, subjectId, startTime, endTime: new Date(startTime.getTime() + HOUR) },
    contactNumber: '0771234567',
  });

  // spec mail.18 | D Booking | The clock of a booking is planned in the transaction of its cause, and anew with another time |
  //   src/server/features/bookings/bookings.projector.ts
  test('with the request: until when an answer is waited for', async () => {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
    const booking = await as(student).request(wish(tutor));
    expect(await planned(booking)).toEqual([{ kind: 'booking.unanswered', dueAt: earlier(NOW, -24) }]);
  });

  // spec mail.18
  test('with the confirmation: both reminders, and the completion', async () => {
    const { tutor, booking } = await aMeeting({ status: 'pending' });
    await as(tutor.user).setStatus({ id: booking.id, status: 'confirmed' });
    expect(await planned(booking)).toEqual([...REMINDERS(START), OVER(START)]);
  });

  // spec mail.20
  test('with a late confirmation: no reminder whose time is past', async () => {
    const { tutor, booking } = await aMeeting({ status: 'pending' });
    await as(tutor.user, earlier(START, 24)).setStatus({ id: booking.id, status: 'confirmed' });
    expect(await planned(booking)).toEqual([...REMINDERS(START).slice(1), OVER(START)]);
  });

  // spec mail.18
  test('not with what is refused, cancelled or completed', async () => {
    const { student, tutor, booking } = await aMeeting();
    const refused = as(await aStudent(database.db)).request(wish(tutor));
    await expect(refused).rejects.toThrow('This time is already booked');
    await as(student).cancel({ id: booking.id });
    const done = await aBooking(database.db, { student, tutor, status: 'confirmed' });
    await as(tutor.user, done.endTime).setStatus({ id: done.id, status: 'completed' });
    expect([...(await planned(booking)), ...(await planned(done))]).toEqual([]);
  });

  // spec proposals.11 | D Booking | Reminders and completion are planned anew, and refund bands count from the time that holds |
  //   src/server/features/bookings/bookings.projector.ts
  test('anew with another time, reminders that are past skipped for good', async () => {
    const { booking } = await aMeeting({ remindedHours: 24 });
    const later = earlier(START, -24);
    await moveTo(booking, later, NOW);
    expect(await planned(booking)).toEqual([...REMINDERS(later), OVER(later)]);
    expect((await stored(booking)).remindedHours).toBeNull();

    const soon = earlier(NOW, -20);
    await moveTo(booking, soon, NOW);
    expect(await planned(booking)).toEqual(expect.arrayContaining([...REMINDERS(soon).slice(1), OVER(soon)]));
    expect(await planned(booking)).toHaveLength(5);
    expect((await stored(booking)).remindedHours).toBe(24);
  });

  // spec mail.18
  test('once, however often a booking comes back to a time', async () => {
    const { booking } = await aMeeting();
    const later = earlier(START, -24);
    for (const start of [later, START, later]) await moveTo(booking, start, NOW);
    expect(await planned(booking)).toHaveLength(6);
  });
});

describe('a request without an answer', () => {
  // spec states.35
  test('is cancelled by the system with its reason and everything to refund, and both are told', async () => {
    const meeting = await aMeeting({ status: 'pending' });
    const now = earlier(START, 2);
    await cancelUnanswered(at(now), { bookingId: meeting.booking.id });
    expect(await stored(meeting.booking)).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'system',
      cancellationReason: 'No response from tutor',
      cancelledAt: now,
      ...{ refundCents: 150_000, retainedCents: 0, platformFeeCents: 0 },
      sequence: 1,
    });
    expect(await toldTo(meeting)).toEqual([['Booking Cancelled'], ['Booking Cancelled']]);
  });

  // spec states.35
  test('is cancelled once, also where a runner died after the commit', async () => {
    const meeting = await aMeeting({ status: 'pending' });
    const { id: bookingId } = meeting.booking;
    await Promise.all([1, 2, 3].map(() => cancelUnanswered(at(START), { bookingId })));
    expect((await stored(meeting.booking)).sequence).toBe(1);
    expect(await toldTo(meeting)).toEqual([['Booking Cancelled'], ['Booking Cancelled']]);
  });

  // spec states.35
  test.each(['confirmed', 'completed', 'cancelled'] as const)('and was %s meanwhile is left alone', async (status) => {
    const meeting = await aMeeting({ status });
    await cancelUnanswered(at(START), { bookingId: meeting.booking.id });
    expect(await stored(meeting.booking)).toEqual(meeting.booking);
    expect(await toldTo(meeting)).toEqual([[], []]);
  });

  test('and is gone is nobody’s', async () => {
    await cancelUnanswered(at(START), { bookingId: UNKNOWN });
  });
});

// spec states.36
describe('a session that nobody completes', () => {
  test('is completed 48 hours after its end, and not a millisecond before', async () => {
    const meeting = await aMeeting();
    const bookingId = meeting.booking.id;
    const due = earlier(meeting.booking.endTime, -48);
    await completeEnded(at(new Date(due.getTime() - 1)), { bookingId });
    expect(await stored(meeting.booking)).toEqual(meeting.booking);
    await aProposal(database.db, { booking: meeting.booking });
    await completeEnded(at(due), { bookingId });
    await completeEnded(at(due), { bookingId });
    expect(await stored(meeting.booking)).toMatchObject({ status: 'completed', completedAt: due, cancelledBy: null, sequence: 1 });
    expect(await toldTo(meeting)).toEqual([['Booking Updated'], ['Booking Updated']]);
    const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, meeting.tutor.id));
    expect(profile).toMatchObject({ totalSessions: 1, totalEarningsCents: 150_000 });
    const proposed = await database.db.select().from(bookingProposals).where(eq(bookingProposals.bookingId, bookingId));
    expect(proposed).toMatchObject([{ state: 'closed' }]);
  });

  test('and was moved is not completed by the job of the old time', async () => {
    const { booking } = await aMeeting();
    const moved = await moveTo(booking, earlier(START, -24), NOW);
    await completeEnded(at(earlier(booking.endTime, -48)), { bookingId: booking.id });
    expect((await stored(booking)).status).toBe('confirmed');
    await completeEnded(at(earlier(moved.endTime, -48)), { bookingId: booking.id });
    expect((await stored(booking)).status).toBe('completed');
  });

  test.each(['pending', 'completed', 'cancelled'] as const)('is none where it is %s', async (status) => {
    const { booking } = await aMeeting({ status });
    await completeEnded(at(earlier(START, -100)), { bookingId: booking.id });
    await completeEnded(at(START), { bookingId: UNKNOWN });
    expect(await stored(booking)).toEqual(booking);
  });
});

describe('reminders', () => {
  const remindAt = ({ booking }: Meeting, hours: number, now: Date) => remindParties(at(now), { bookingId: booking.id, hours });
  const count = async (meeting: Meeting) => (await toldTo(meeting)).map((titles) => titles.filter((title) => title === 'Session Reminder').length);

  // spec mail.20 | D Booking, R §5 E15 | E15: reminders 24 h and 1 h before, in the app and by mail; one whose time has passed is skipped, none for a
  //   dead booking, none twice | src/server/features/bookings/bookings.jobs.ts
  test('go to both parties a day and an hour before, with the start in words', async () => {
    const meeting = await aMeeting();
    await remindAt(meeting, 24, earlier(START, 24));
    expect(await stored(meeting.booking)).toEqual({ ...meeting.booking, remindedHours: 24 });
    await remindAt(meeting, 1, earlier(START, 1));
    expect(await stored(meeting.booking)).toEqual({ ...meeting.booking, remindedHours: 1 });
    for (const { id } of [meeting.student, meeting.tutor.user]) {
      const rows = await database.db.select().from(notifications).where(eq(notifications.userId, id));
      const reminder = { kind: 'booking.reminder', message: `Your session for ${meeting.booking.subjectName} begins on Mon, 9 Mar 2026, 9:00 AM.` };
      expect(rows).toMatchObject([reminder, reminder]);
    }
  });

  // spec mail.20
  test.each([
    [24, 24, 1, true],
    [24, 24, 0, true],
    [24, 24, -1, false],
    [24, 1, -1, true],
    [24, 1, 0, false],
    [1, 1, 0, true],
    [1, 1, -1, false],
    [1, 0, -1, true],
    [1, 0, 0, false],
  ])('the one of %d hours, %d hours before the start and %d ms later: %s', async (hours, hoursBefore, ms, isSent) => {
    const meeting = await aMeeting();
    await remindAt(meeting, hours, earlier(START, hoursBefore, ms));
    expect(await count(meeting)).toEqual(isSent ? [1, 1] : [0, 0]);
  });

  // spec mail.20
  test('go out once, also where a runner died after the commit or two do the job', async () => {
    const meeting = await aMeeting();
    await Promise.all([1, 2, 3].map(() => remindAt(meeting, 24, earlier(START, 24))));
    await remindAt(meeting, 24, earlier(START, 20));
    expect(await count(meeting)).toEqual([1, 1]);
    await Promise.all([1, 2].map(() => remindAt(meeting, 1, earlier(START, 1))));
    await remindAt(meeting, 24, earlier(START, 1));
    expect(await count(meeting)).toEqual([2, 2]);
  });

  // spec mail.20
  test.each(['pending', 'completed', 'cancelled'] as const)('do not go out for what is %s', async (status) => {
    const meeting = await aMeeting({ status });
    await remindAt(meeting, 24, earlier(START, 24));
    await remindParties(at(earlier(START, 24)), { bookingId: UNKNOWN, hours: 24 });
    expect(await count(meeting)).toEqual([0, 0]);
    expect(await stored(meeting.booking)).toEqual(meeting.booking);
  });

  // spec proposals.11
  test('of a session that was moved to a later day go out for that day alone', async () => {
    const meeting = await aMeeting();
    await remindAt(meeting, 24, earlier(START, 24));
    const later = earlier(START, -72);
    await moveTo(meeting.booking, later, earlier(START, 20));
    await remindAt(meeting, 1, earlier(START, 1));
    expect(await count(meeting)).toEqual([1, 1]);
    await remindAt(meeting, 24, earlier(later, 24));
    await remindAt(meeting, 1, earlier(later, 1));
    expect(await count(meeting)).toEqual([3, 3]);
  });

  // spec mail.20
  test('of a session that was moved to within a day: the job of the old time does not make up for what was skipped', async () => {
    const meeting = await aMeeting();
    const sooner = earlier(START, 12);
    await moveTo(meeting.booking, sooner, earlier(sooner, 20));
    await remindAt(meeting, 24, earlier(START, 24)); // twelve hours before the new start
    expect(await count(meeting)).toEqual([0, 0]);
    await remindAt(meeting, 1, earlier(sooner, 1));
    expect(await count(meeting)).toEqual([1, 1]);
  });
});

// spec mail.19
test('the life of a session by the clock, with two runners: each thing is done once, at its time', async () => {
  let clock = NOW;
  const now = () => clock;
  const handlers = { 'booking.unanswered': cancelUnanswered, 'booking.over': completeEnded, 'booking.remind': remindParties };
  await database.db.delete(bookings);
  await database.db.delete(jobs);
  runners = [aRunner(database, { now, handlers }), aRunner(database, { now, handlers })];
  const meeting = await aMeeting({ status: 'pending' });
  const other = await aMeeting({ status: 'pending', startTime: earlier(NOW, -3), endTime: earlier(NOW, -4) });
  await inUnitOfWork(at(NOW), async ({ record }) => {
    for (const { booking } of [meeting, other]) record({ type: 'booking.requested', booking: toBookingEvent(booking) });
  });
  await as(meeting.tutor.user).setStatus({ id: meeting.booking.id, status: 'confirmed' });

  const pass = async (to: Date) => {
    clock = to;
    for (const runner of runners) runner.wake();
    const due = () => database.db.select().from(jobs).where(sql`${jobs.dueAt} <= ${to.toISOString()}`);
    await expect.poll(due, { interval: 10, timeout: 20_000 }).toEqual([]);
  };
  const status = async () => [(await stored(meeting.booking)).status, (await stored(other.booking)).status];

  await pass(earlier(NOW, -1, -1));
  expect(await status()).toEqual(['confirmed', 'pending']);
  await pass(earlier(NOW, -1));
  expect(await status()).toEqual(['confirmed', 'cancelled']);
  await pass(earlier(START, 24, -1));
  expect(await toldTo(meeting)).toEqual([
    ['Booking Confirmed', 'New Booking'],
    ['Booking Confirmed', 'New Booking'],
  ]);
  await pass(earlier(START, 24));
  await pass(earlier(START, 1));
  await pass(earlier(START, -49, -1));
  expect(await status()).toEqual(['confirmed', 'cancelled']);
  await pass(earlier(START, -49));
  expect(await status()).toEqual(['completed', 'cancelled']);
  const told = ['Booking Confirmed', 'Booking Updated', 'New Booking', 'Session Reminder', 'Session Reminder'];
  expect(await toldTo(meeting)).toEqual([told, told]);
  const toldOther = ['Booking Cancelled', 'New Booking'];
  expect(await toldTo(other)).toEqual([toldOther, toldOther]);
  expect(await database.db.select().from(jobs)).toEqual([]);
  expect(runners.flatMap(({ said }) => said)).toEqual([]);
});

// spec rest-limits.7 | S4 | The same hourly sweep plans the clock of bookings where it is missing | src/server/infra/expired.ts
describe('an hourly sweep plans the clock of what somebody else has forgotten to', () => {
  const due = (booking: Booking, now = NOW) => clockJobs(booking, now).map(({ kind, dueAt }) => expect.objectContaining({ kind, dueAt }));

  test('of a request and of a session, once', async () => {
    const [waiting, session] = [await forgotten({ status: 'pending' }), await forgotten({})];
    for (const _ of ['first', 'again']) {
      await sweepExpired(database.db, NOW);
      for (const booking of [waiting, session]) {
        const jobsOf = await planned(booking);
        expect(jobsOf).toHaveLength(due(booking).length);
        expect(jobsOf).toEqual(expect.arrayContaining(due(booking)));
      }
    }
  });

  test('also where the session is over, but of none that has come to its end', async () => {
    const long = { startTime: earlier(NOW, 100), endTime: earlier(NOW, 99) };
    const over = await forgotten(long);
    const ended = [await forgotten({ status: 'completed' }), await forgotten({ status: 'cancelled' })];
    await sweepExpired(database.db, NOW);
    expect(await planned(over)).toMatchObject([{ kind: 'booking.over', dueAt: earlier(NOW, 51) }]);
    for (const booking of ended) expect(await planned(booking)).toEqual([]);
  });

  test('of a session that was moved, for its present time', async () => {
    const meeting = await aMeeting();
    await moveTo(meeting.booking, earlier(START, -24), NOW);
    const before = await planned(meeting.booking);
    await sweepExpired(database.db, NOW);
    expect(await planned(meeting.booking)).toEqual(before);
  });
});
