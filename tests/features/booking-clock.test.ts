import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { jobs } from '#db/schema/jobs.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { cancelUnanswered, completeEnded, remindParties } from '#server/features/bookings/bookings.jobs.ts';
import { toBookingEvent } from '#server/features/bookings/bookings.steps.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import { clockJobs } from '#shared/domain/booking-clock.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aProposal, aStudent, aTutor, type Booking, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { startTestRunner, type TestRunner } from '#tests/support/job-runners.ts';
import { selectNotifications } from '#tests/support/selects.ts';

const database = useDatabase();
const UNKNOWN = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';
const START = NEXT_MONDAY_NINE;

let runners: TestRunner[] = [];
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()));
  runners = [];
});

const hoursBefore = (start: Date, hours: number, milliseconds = 0) => new Date(start.getTime() - hours * HOUR + milliseconds);
const contextAt = (now: Date) => contextAs(database, null, { now: () => now });
const bookingsAs = (person: User, now: Date = NOW) => callerAs(database, person, { now: () => now }).bookings;
const findBooking = async ({ id }: { id: string }) => only(await database.db.select().from(bookings).where(eq(bookings.id, id)));

type Meeting = { student: User; tutor: Tutor; booking: Booking };
async function createMeeting(overrides: Partial<Booking> = {}): Promise<Meeting> {
  const student = await aStudent(database.db);
  const tutor = await aTutor(database.db);
  return { student, tutor, booking: await aBooking(database.db, { student, tutor, status: 'confirmed', createdAt: NOW, ...overrides }) };
}

async function listPlannedJobs({ id }: { id: string }) {
  const rows = await database.db
    .select()
    .from(jobs)
    .where(sql`${jobs.params} ->> 'bookingId' = ${id} and ${jobs.kind} like 'booking.%'`)
    .orderBy(asc(jobs.dueAt));
  return rows.map(({ kind, params, dueAt }) => ({ kind, dueAt, ...(params.hours !== undefined && { hours: params.hours }) }));
}

/** As an older version stored it, without jobs. */
async function createWithoutJobs(overrides: Partial<Booking>): Promise<Booking> {
  const { booking } = await createMeeting(overrides);
  expect(await listPlannedJobs(booking)).toEqual([]);
  return booking;
}

async function listNotificationTitles({ student, tutor }: Meeting): Promise<string[][]> {
  const titles = async ({ id }: User) => (await selectNotifications(database, id)).map(({ title }) => title);
  return [(await titles(student)).sort(), (await titles(tutor.user)).sort()];
}

/** As accepting a proposal does. */
function rescheduleTo({ id }: Booking, startTime: Date, now: Date) {
  return inUnitOfWork(contextAt(now), async ({ db, record }) => {
    const previous = only(await db.select().from(bookings).where(eq(bookings.id, id)));
    const endTime = new Date(startTime.getTime() + HOUR);
    const updated = only(await db.update(bookings).set({ startTime, endTime, remindedHours: null }).where(eq(bookings.id, id)).returning());
    record({ type: 'booking.rescheduled', by: 'tutor', booking: toBookingEvent(updated), from: previous });
    return updated;
  });
}

const expectedReminders = (start: Date) => [
  { kind: 'booking.remind', dueAt: hoursBefore(start, 24), hours: 24 },
  { kind: 'booking.remind', dueAt: hoursBefore(start, 1), hours: 1 },
];
const expectedCompletion = (start: Date) => ({ kind: 'booking.over', dueAt: hoursBefore(start, -49) });

describe('the jobs of a booking', () => {
  const requestInput = ({ id: tutorId, subjectId }: Tutor, startTime = START) => ({
    ...{ tutorId, subjectId, startTime, endTime: new Date(startTime.getTime() + HOUR) },
    contactNumber: '0771234567',
  });

  // spec mail.18 | D Booking | The clock of a booking is planned in the transaction of its cause, and anew with another time |
  //   src/server/features/bookings/bookings.projector.ts
  test('are planned with the request: the end of waiting for an answer', async () => {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
    const booking = await bookingsAs(student).request(requestInput(tutor));
    expect(await listPlannedJobs(booking)).toEqual([{ kind: 'booking.unanswered', dueAt: hoursBefore(NOW, -24) }]);
  });

  // spec mail.18
  test('are planned with the confirmation: both reminders and the completion', async () => {
    const { tutor, booking } = await createMeeting({ status: 'pending' });
    await bookingsAs(tutor.user).setStatus({ id: booking.id, status: 'confirmed' });
    expect(await listPlannedJobs(booking)).toEqual([...expectedReminders(START), expectedCompletion(START)]);
  });

  // spec mail.20
  test('leave out reminders whose time has passed at a late confirmation', async () => {
    const { tutor, booking } = await createMeeting({ status: 'pending' });
    await bookingsAs(tutor.user, hoursBefore(START, 24)).setStatus({ id: booking.id, status: 'confirmed' });
    expect(await listPlannedJobs(booking)).toEqual([...expectedReminders(START).slice(1), expectedCompletion(START)]);
  });

  // spec mail.18
  test('are not planned with refused, cancelled or completed bookings', async () => {
    const { student, tutor, booking } = await createMeeting();
    const request = bookingsAs(await aStudent(database.db)).request(requestInput(tutor));
    await expect(request).rejects.toThrow('This time is already booked');
    await bookingsAs(student).cancel({ id: booking.id });
    const completed = await aBooking(database.db, { student, tutor, status: 'confirmed' });
    await bookingsAs(tutor.user, completed.endTime).setStatus({ id: completed.id, status: 'completed' });
    expect([...(await listPlannedJobs(booking)), ...(await listPlannedJobs(completed))]).toEqual([]);
  });

  // spec proposals.11 | D Booking | Reminders and completion are planned anew, and refund bands count from the time that holds |
  //   src/server/features/bookings/bookings.projector.ts
  test('are planned again with another time, without reminders whose time has passed', async () => {
    const { booking } = await createMeeting({ remindedHours: 24 });
    const nextDay = hoursBefore(START, -24);
    await rescheduleTo(booking, nextDay, NOW);
    expect(await listPlannedJobs(booking)).toEqual([...expectedReminders(nextDay), expectedCompletion(nextDay)]);
    expect((await findBooking(booking)).remindedHours).toBeNull();

    const inTwentyHours = hoursBefore(NOW, -20);
    await rescheduleTo(booking, inTwentyHours, NOW);
    expect(await listPlannedJobs(booking)).toEqual(
      expect.arrayContaining([...expectedReminders(inTwentyHours).slice(1), expectedCompletion(inTwentyHours)]),
    );
    expect(await listPlannedJobs(booking)).toHaveLength(5);
    expect((await findBooking(booking)).remindedHours).toBe(24);
  });

  // spec mail.18
  test('are planned once for each time, however often a booking returns to it', async () => {
    const { booking } = await createMeeting();
    const nextDay = hoursBefore(START, -24);
    for (const start of [nextDay, START, nextDay]) await rescheduleTo(booking, start, NOW);
    expect(await listPlannedJobs(booking)).toHaveLength(6);
  });
});

describe('cancelUnanswered', () => {
  // spec states.35
  test('cancels with a reason and a full refund, and notifies both parties', async () => {
    const meeting = await createMeeting({ status: 'pending' });
    const now = hoursBefore(START, 2);
    await cancelUnanswered(contextAt(now), { bookingId: meeting.booking.id });
    expect(await findBooking(meeting.booking)).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'system',
      cancellationReason: 'No response from tutor',
      cancelledAt: now,
      ...{ refundCents: 150_000, retainedCents: 0, platformFeeCents: 0 },
      sequence: 1,
    });
    expect(await listNotificationTitles(meeting)).toEqual([['Booking Cancelled'], ['Booking Cancelled']]);
  });

  // spec states.35
  test('cancels once when the job runs several times', async () => {
    const meeting = await createMeeting({ status: 'pending' });
    const { id: bookingId } = meeting.booking;
    await Promise.all([1, 2, 3].map(() => cancelUnanswered(contextAt(START), { bookingId })));
    expect((await findBooking(meeting.booking)).sequence).toBe(1);
    expect(await listNotificationTitles(meeting)).toEqual([['Booking Cancelled'], ['Booking Cancelled']]);
  });

  // spec states.35
  test.each(['confirmed', 'completed', 'cancelled'] as const)('leaves a %s booking alone', async (status) => {
    const meeting = await createMeeting({ status });
    await cancelUnanswered(contextAt(START), { bookingId: meeting.booking.id });
    expect(await findBooking(meeting.booking)).toEqual(meeting.booking);
    expect(await listNotificationTitles(meeting)).toEqual([[], []]);
  });

  test('ignores a deleted booking', async () => {
    await cancelUnanswered(contextAt(START), { bookingId: UNKNOWN });
  });
});

// spec states.36
describe('completeEnded', () => {
  test('completes a session 48 hours after its end, not a millisecond before', async () => {
    const meeting = await createMeeting();
    const bookingId = meeting.booking.id;
    const expectedJobs = hoursBefore(meeting.booking.endTime, -48);
    await completeEnded(contextAt(new Date(expectedJobs.getTime() - 1)), { bookingId });
    expect(await findBooking(meeting.booking)).toEqual(meeting.booking);
    await aProposal(database.db, { booking: meeting.booking });
    await completeEnded(contextAt(expectedJobs), { bookingId });
    await completeEnded(contextAt(expectedJobs), { bookingId });
    expect(await findBooking(meeting.booking)).toMatchObject({ status: 'completed', completedAt: expectedJobs, cancelledBy: null, sequence: 1 });
    expect(await listNotificationTitles(meeting)).toEqual([['Booking Updated'], ['Booking Updated']]);
    const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, meeting.tutor.id));
    expect(profile).toMatchObject({ totalSessions: 1, totalEarningsCents: 150_000 });
    const proposals = await database.db.select().from(bookingProposals).where(eq(bookingProposals.bookingId, bookingId));
    expect(proposals).toMatchObject([{ state: 'closed' }]);
  });

  test('does not complete a rescheduled session by the job of its old time', async () => {
    const { booking } = await createMeeting();
    const updated = await rescheduleTo(booking, hoursBefore(START, -24), NOW);
    await completeEnded(contextAt(hoursBefore(booking.endTime, -48)), { bookingId: booking.id });
    expect((await findBooking(booking)).status).toBe('confirmed');
    await completeEnded(contextAt(hoursBefore(updated.endTime, -48)), { bookingId: booking.id });
    expect((await findBooking(booking)).status).toBe('completed');
  });

  test.each(['pending', 'completed', 'cancelled'] as const)('leaves a %s booking alone', async (status) => {
    const { booking } = await createMeeting({ status });
    await completeEnded(contextAt(hoursBefore(START, -100)), { bookingId: booking.id });
    await completeEnded(contextAt(START), { bookingId: UNKNOWN });
    expect(await findBooking(booking)).toEqual(booking);
  });
});

describe('remindParties', () => {
  const remindWithNotice = ({ booking }: Meeting, hours: number, now: Date) => remindParties(contextAt(now), { bookingId: booking.id, hours });
  const countReminders = async (meeting: Meeting) =>
    (await listNotificationTitles(meeting)).map((titles) => titles.filter((title) => title === 'Session Reminder').length);

  // spec mail.20 | D Booking, R §5 E15 | E15: reminders 24 h and 1 h before, in the app and by mail; one whose time has passed is skipped, none for a
  //   dead booking, none twice | src/server/features/bookings/bookings.jobs.ts
  test('notifies both parties a day and an hour before the start', async () => {
    const meeting = await createMeeting();
    await remindWithNotice(meeting, 24, hoursBefore(START, 24));
    expect(await findBooking(meeting.booking)).toEqual({ ...meeting.booking, remindedHours: 24 });
    await remindWithNotice(meeting, 1, hoursBefore(START, 1));
    expect(await findBooking(meeting.booking)).toEqual({ ...meeting.booking, remindedHours: 1 });
    for (const { id } of [meeting.student, meeting.tutor.user]) {
      const rows = await selectNotifications(database, id);
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
  ])('for a notice of %d hours, %d hours before the start and %d ms later, sends: %s', async (hours, leadHours, milliseconds, isSent) => {
    const meeting = await createMeeting();
    await remindWithNotice(meeting, hours, hoursBefore(START, leadHours, milliseconds));
    expect(await countReminders(meeting)).toEqual(isSent ? [1, 1] : [0, 0]);
  });

  // spec mail.20
  test('notifies once when a job runs several times', async () => {
    const meeting = await createMeeting();
    await Promise.all([1, 2, 3].map(() => remindWithNotice(meeting, 24, hoursBefore(START, 24))));
    await remindWithNotice(meeting, 24, hoursBefore(START, 20));
    expect(await countReminders(meeting)).toEqual([1, 1]);
    await Promise.all([1, 2].map(() => remindWithNotice(meeting, 1, hoursBefore(START, 1))));
    await remindWithNotice(meeting, 24, hoursBefore(START, 1));
    expect(await countReminders(meeting)).toEqual([2, 2]);
  });

  // spec mail.20
  test.each(['pending', 'completed', 'cancelled'] as const)('does not notify for a %s booking', async (status) => {
    const meeting = await createMeeting({ status });
    await remindWithNotice(meeting, 24, hoursBefore(START, 24));
    await remindParties(contextAt(hoursBefore(START, 24)), { bookingId: UNKNOWN, hours: 24 });
    expect(await countReminders(meeting)).toEqual([0, 0]);
    expect(await findBooking(meeting.booking)).toEqual(meeting.booking);
  });

  // spec proposals.11
  test('notifies only for the new day of a rescheduled session', async () => {
    const meeting = await createMeeting();
    await remindWithNotice(meeting, 24, hoursBefore(START, 24));
    const nextDay = hoursBefore(START, -72);
    await rescheduleTo(meeting.booking, nextDay, hoursBefore(START, 20));
    await remindWithNotice(meeting, 1, hoursBefore(START, 1));
    expect(await countReminders(meeting)).toEqual([1, 1]);
    await remindWithNotice(meeting, 24, hoursBefore(nextDay, 24));
    await remindWithNotice(meeting, 1, hoursBefore(nextDay, 1));
    expect(await countReminders(meeting)).toEqual([3, 3]);
  });

  // spec mail.20
  test('does not send a skipped reminder by the job of the old time', async () => {
    const meeting = await createMeeting();
    const earlierStart = hoursBefore(START, 12);
    await rescheduleTo(meeting.booking, earlierStart, hoursBefore(earlierStart, 20));
    await remindWithNotice(meeting, 24, hoursBefore(START, 24)); // twelve hours before the new start
    expect(await countReminders(meeting)).toEqual([0, 0]);
    await remindWithNotice(meeting, 1, hoursBefore(earlierStart, 1));
    expect(await countReminders(meeting)).toEqual([1, 1]);
  });
});

// spec mail.19
test('two runners do each job of a session once, at its time', async () => {
  let currentTime = NOW;
  const now = () => currentTime;
  const handlers = { 'booking.unanswered': cancelUnanswered, 'booking.over': completeEnded, 'booking.remind': remindParties };
  await database.db.delete(bookings);
  await database.db.delete(jobs);
  runners = [startTestRunner(database, { now, handlers }), startTestRunner(database, { now, handlers })];
  const meeting = await createMeeting({ status: 'pending' });
  const other = await createMeeting({ status: 'pending', startTime: hoursBefore(NOW, -3), endTime: hoursBefore(NOW, -4) });
  await inUnitOfWork(contextAt(NOW), async ({ record }) => {
    for (const { booking } of [meeting, other]) record({ type: 'booking.requested', booking: toBookingEvent(booking) });
  });
  await bookingsAs(meeting.tutor.user).setStatus({ id: meeting.booking.id, status: 'confirmed' });

  const advanceTo = async (to: Date) => {
    currentTime = to;
    for (const runner of runners) runner.wake();
    const expectedJobs = () => database.db.select().from(jobs).where(sql`${jobs.dueAt} <= ${to.toISOString()}`);
    await expect.poll(expectedJobs, { interval: 10, timeout: 20_000 }).toEqual([]);
  };
  const status = async () => [(await findBooking(meeting.booking)).status, (await findBooking(other.booking)).status];

  await advanceTo(hoursBefore(NOW, -1, -1));
  expect(await status()).toEqual(['confirmed', 'pending']);
  await advanceTo(hoursBefore(NOW, -1));
  expect(await status()).toEqual(['confirmed', 'cancelled']);
  await advanceTo(hoursBefore(START, 24, -1));
  expect(await listNotificationTitles(meeting)).toEqual([
    ['Booking Confirmed', 'New Booking'],
    ['Booking Confirmed', 'New Booking'],
  ]);
  await advanceTo(hoursBefore(START, 24));
  await advanceTo(hoursBefore(START, 1));
  await advanceTo(hoursBefore(START, -49, -1));
  expect(await status()).toEqual(['confirmed', 'cancelled']);
  await advanceTo(hoursBefore(START, -49));
  expect(await status()).toEqual(['completed', 'cancelled']);
  const expectedTitles = ['Booking Confirmed', 'Booking Updated', 'New Booking', 'Session Reminder', 'Session Reminder'];
  expect(await listNotificationTitles(meeting)).toEqual([expectedTitles, expectedTitles]);
  const otherTitles = ['Booking Cancelled', 'New Booking'];
  expect(await listNotificationTitles(other)).toEqual([otherTitles, otherTitles]);
  expect(await database.db.select().from(jobs)).toEqual([]);
  expect(runners.flatMap(({ logged }) => logged)).toEqual([]);
});

// spec rest-limits.7 | S4 | The same hourly sweep plans the clock of bookings where it is missing | src/server/infra/sweep.ts
describe('sweepExpired', () => {
  const expectedJobs = (booking: Booking, now = NOW) => clockJobs(booking, now).map(({ kind, dueAt }) => expect.objectContaining({ kind, dueAt }));

  test('plans the missing jobs of a request and of a session once', async () => {
    const [request, session] = [await createWithoutJobs({ status: 'pending' }), await createWithoutJobs({})];
    for (const _ of ['first', 'again']) {
      await sweepExpired(database.db, NOW);
      for (const booking of [request, session]) {
        const plannedJobs = await listPlannedJobs(booking);
        expect(plannedJobs).toHaveLength(expectedJobs(booking).length);
        expect(plannedJobs).toEqual(expect.arrayContaining(expectedJobs(booking)));
      }
    }
  });

  test('plans the completion of an ended session, but nothing for completed or cancelled ones', async () => {
    const times = { startTime: hoursBefore(NOW, 100), endTime: hoursBefore(NOW, 99) };
    const endedBooking = await createWithoutJobs(times);
    const finished = [await createWithoutJobs({ status: 'completed' }), await createWithoutJobs({ status: 'cancelled' })];
    await sweepExpired(database.db, NOW);
    expect(await listPlannedJobs(endedBooking)).toMatchObject([{ kind: 'booking.over', dueAt: hoursBefore(NOW, 51) }]);
    for (const booking of finished) expect(await listPlannedJobs(booking)).toEqual([]);
  });

  test('adds nothing to the jobs of a rescheduled session', async () => {
    const meeting = await createMeeting();
    await rescheduleTo(meeting.booking, hoursBefore(START, -24), NOW);
    const plannedBefore = await listPlannedJobs(meeting.booking);
    await sweepExpired(database.db, NOW);
    expect(await listPlannedJobs(meeting.booking)).toEqual(plannedBefore);
  });
});
