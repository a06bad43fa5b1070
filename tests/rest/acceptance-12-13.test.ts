import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { inboxEvents } from '#db/schema/notifications.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { BOOKING_STATUSES, type BookingStatus } from '#shared/vocabulary/bookings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { useRest } from './app.ts';
import { bookingRequest, sessionTime } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const DAY = 24 * HOUR;

type Wire = { id: string; status: string; amount: number; paymentStatus: string };
type Requested = { success: boolean; message: string; booking: Wire; nextFree?: string[] };

let student: User;
let tutor: Tutor;
let studentToken: string;
let tutorToken: string;
beforeEach(async () => {
  student = await aStudent(database.db);
  tutor = await aTutor(database.db, {
    subjects: [
      {
        modes: [
          { type: 'online', rateCents: 150_050 },
          { type: 'home-visit', rateCents: 250_000, enabled: false },
          { type: 'group', rateCents: 50_000 },
        ],
      },
    ],
  });
  studentToken = await rest.tokenOf(student);
  tutorToken = await rest.tokenOf(tutor.user);
});

const stored = () => database.db.select().from(bookings).where(eq(bookings.studentId, student.id));

// spec s7-checks.12
describe('acceptance check 12: requesting a booking', () => {
  const span = (start: number, hours = 1) => ({ startTime: sessionTime(start), endTime: sessionTime(start + hours), duration: undefined });
  const requestBody = (overrides: object) => bookingRequest(tutor, { duration: 1, learningMethod: 'online', selectedTopics: [], ...overrides });
  const request = (overrides: object = {}, key?: string) =>
    rest.call<Requested>('POST', '/api/students/bookings', {
      as: studentToken,
      body: requestBody(overrides),
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
    });

  // spec s7-checks.12 | R §10 12 | 12. Asking for a session | src/server/features/bookings/bookings.commands.ts
  test.each([1, 2, 3])('a request for %d hours is pending at rate times hours, whatever price is sent', async (hours) => {
    const { status, body } = await request({ ...span(0, hours), duration: hours, amount: 1, price: 1, rate: 1, totalAmount: 1 });
    expect([status, body.success]).toEqual([201, true]);
    expect(body.booking).toMatchObject({ status: 'pending', paymentStatus: 'pending', amount: 1500.5 * hours });
  });

  const daysFromNow = (days: number) => {
    const start = NOW.getTime() + days * DAY;
    return { startTime: new Date(start).toISOString(), endTime: new Date(start + HOUR).toISOString(), duration: undefined };
  };
  const INVALID: readonly [string, () => object | Promise<object>, string][] = [
    ['a group', () => ({ learningMethod: 'group' }), 'Group sessions cannot be booked'],
    ['a mode that is off', () => ({ learningMethod: 'individual' }), 'The tutor does not offer this learning method'],
    ['a contact of nine characters', () => ({ contactNumber: '077123456' }), 'Contact number must be at least 10 digits'],
    ['four hours', () => span(0, 4), 'Duration must be 1, 2 or 3 hours'],
    ['a past date', () => daysFromNow(-1), 'Booking date must be in the future'],
    ['a time that is just over', () => daysFromNow(-1 / 1440), 'Booking date must be in the future'],
    ['today', () => daysFromNow(1 / 24), 'Please book at least one day ahead'],
    ['29 days ahead', () => daysFromNow(29), 'Bookings can be made up to 28 days ahead'],
    ['a foreign subject', async () => ({ subjectId: (await aTutor(database.db)).subjectId }), 'Selected subject not found'],
  ];
  test.each(INVALID)('%s answers 400', async (_, invalid, message) => {
    expect(await request(await invalid())).toMatchObject({ status: 400, body: { success: false, message } });
    expect(await stored()).toEqual([]);
  });

  // spec s7-checks.12
  test('the 28th day can be booked', async () => {
    expect((await request(span(21 * 24))).status).toBe(201);
  });

  // spec s7-checks.12
  test('a tutor on vacation answers 409', async () => {
    await database.db.update(tutorProfiles).set({ vacationMode: true }).where(eq(tutorProfiles.id, tutor.id));
    expect(await request()).toMatchObject({
      status: 409,
      body: { message: 'Tutor is on Vacation. This tutor is not accepting new bookings.' },
    });
  });

  test.each([
    ['before the slot', -1],
    ['after the slot', 8],
    ['across its end', 7.5],
    ['another day', 24],
    ['half past the hour', 0.5],
  ])('%s answers 409', async (_, hours) => {
    expect(await request(span(hours))).toMatchObject({ status: 409, body: { message: 'The tutor is not available at this time' } });
    expect(await stored()).toEqual([]);
  });

  // spec s7-checks.12
  test.each<[string, BookingStatus]>([
    ['tutor', 'pending'],
    ['tutor', 'confirmed'],
    ['student', 'pending'],
    ['student', 'confirmed'],
  ])('an overlap with a booking that the %s has %s answers 409 with the next free starts', async (party, status) => {
    const times = { startTime: new Date(sessionTime(1)), endTime: new Date(sessionTime(2)) };
    await aBooking(database.db, { status, ...times, ...(party === 'tutor' ? { tutor } : { student }) });
    const { status: code, body } = await request(span(0, 2));
    expect([code, body.message]).toEqual([409, 'This time is already booked']);
    expect(body.nextFree?.slice(0, 3)).toEqual([sessionTime(2), sessionTime(3), sessionTime(4)]);
    expect(body.nextFree).toHaveLength(3);
    expect((await request(span(0))).status).toBe(201);
  });

  // spec s7-checks.12
  test('a repeated key returns the first answer, and 409 with another body', async () => {
    const first = await request({}, 'one click');
    const repeated = await request({}, 'one click');
    expect([first.status, repeated.status, repeated.body]).toEqual([201, 201, first.body]);
    expect(await request(span(2), 'one click')).toMatchObject({ status: 409, body: { message: 'This request key was already used' } });
    expect(await stored()).toHaveLength(1);
  });
});

// spec s7-checks.13 | R §10 13 | 13. Moving a booking | src/shared/domain/booking-lifecycle.ts
describe('acceptance check 13: changing the status of a booking', () => {
  const NOT_PENDING = 'Only pending bookings can be confirmed';
  const NOT_CONFIRMED = 'Only confirmed bookings can be completed';
  const TOO_LATE = 'This booking can no longer be cancelled';
  const FUTURE = NEXT_MONDAY_NINE;
  const STARTED = new Date(NOW.getTime() - HOUR / 2);
  const PAST = new Date(NOW.getTime() - 3 * HOUR);
  const TIMES = { ahead: FUTURE, starting: NOW, 'under way': STARTED, over: PAST } as const;
  type Timing = keyof typeof TIMES;
  const TIMINGS = Object.keys(TIMES) as Timing[];
  const TARGETS = ['confirmed', 'cancelled', 'completed'] as const;

  function errorMessageOf(from: BookingStatus, to: (typeof TARGETS)[number], timing: Timing): string | null {
    if (to === 'confirmed') return from === 'pending' && timing === 'ahead' ? null : NOT_PENDING;
    if (to === 'completed') return from !== 'confirmed' ? NOT_CONFIRMED : timing === 'over' ? null : 'This session has not ended yet';
    return from === 'pending' || (from === 'confirmed' && timing === 'ahead') ? null : TOO_LATE;
  }

  const changeStatus = (id: string, body: object) =>
    rest.call<Wire & { message: string }>('PATCH', `/api/tutors/bookings/${id}`, { as: tutorToken, body });
  const createBooking = (status: BookingStatus, timing: Timing) => aBooking(database.db, { student, tutor, status, startTime: TIMES[timing] });
  const notificationsOf = ({ id }: User) => selectNotifications(database, id);
  const eventsOf = async ({ id }: User) =>
    (await database.db.select().from(inboxEvents).where(eq(inboxEvents.userId, id))).map(({ payload }) => payload);
  const rowOf = async (id: string) => (await database.db.select().from(bookings).where(eq(bookings.id, id)))[0];

  const EVERY = BOOKING_STATUSES.flatMap((from) => TARGETS.flatMap((to) => TIMINGS.map((timing) => [from, to, timing] as const)));
  const reason = (to: string) => (to === 'cancelled' ? { cancellationReason: 'I am ill' } : {});

  test.each(EVERY.filter(([...of]) => errorMessageOf(...of) !== null))('%s to %s when the booking is %s answers 409', async (from, to, timing) => {
    const { id } = await createBooking(from, timing);
    for (const more of [{}, reason(to)]) {
      expect(await changeStatus(id, { status: to, ...more })).toMatchObject({
        status: 409,
        body: { success: false, message: errorMessageOf(from, to, timing) },
      });
    }
    expect(await rowOf(id)).toMatchObject({ status: from, paymentStatus: 'pending' });
    expect([await notificationsOf(student), await eventsOf(tutor.user)]).toEqual([[], []]);
  });

  test.each(EVERY.filter(([...of]) => errorMessageOf(...of) === null))(
    '%s to %s when the booking is %s answers 200 and notifies each party once',
    async (from, to, timing) => {
      const { id } = await createBooking(from, timing);
      const { status, body } = await changeStatus(id, { status: to, ...reason(to) });
      expect([status, body.id, body.status, body.paymentStatus]).toEqual([200, id, to, 'pending']);
      expect(await rowOf(id)).toMatchObject({ status: to, paymentStatus: 'pending' });
      for (const user of [student, tutor.user]) {
        const [notifications, events] = [await notificationsOf(user), await eventsOf(user)];
        expect(notifications).toHaveLength(1);
        const updateType = to === 'completed' ? 'updated' : to;
        expect(events).toMatchObject([{ type: 'booking_update', updateType, bookingId: id, notificationId: notifications[0]?.id }]);
      }
    },
  );

  test.each([{}, { cancellationReason: '' }, { reason: ' \n ' }, { cancellationReason: null }])(
    'confirmed to cancelled with %j answers 400',
    async (input) => {
      const { id } = await createBooking('confirmed', 'ahead');
      expect(await changeStatus(id, { status: 'cancelled', ...input })).toMatchObject({
        status: 400,
        body: { message: 'Please give a reason for cancelling' },
      });
      expect(await rowOf(id)).toMatchObject({ status: 'confirmed' });
    },
  );
});
