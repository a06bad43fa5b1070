import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { inboxEvents } from '#db/schema/notifications.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, type Booking, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor } from '#tests/support/factories.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const FUTURE = NEXT_MONDAY_NINE;
const PAST = new Date(NOW.getTime() - 3 * HOUR);
const BOOKING_NOT_FOUND = { success: false, message: 'Booking not found', code: 'booking.not_found' };

let tutor: Tutor;
let as: string;

beforeEach(async () => {
  tutor = await aTutor(database.db);
  as = await rest.tokenOf(tutor.user);
});

const changeStatus = (id: string, body: unknown) => rest.call<{ message: string }>('PATCH', `/api/tutors/bookings/${id}`, { as, body });
const statusOf = async ({ id }: Booking) => (await database.db.select().from(bookings).where(eq(bookings.id, id)))[0]?.status;

describe('PATCH /api/tutors/bookings/{id}', () => {
  // spec states.40 | D Time and money | paymentStatus stays pending through every transition | src/server/features/bookings/bookings.steps.ts
  // spec rest-tutors.20 | C §4, §7 | PATCH /api/tutors/bookings/{id} with status | src/server/rest/tutors.ts
  test.each<[BookingStatus, string, Date, string]>([
    ['pending', 'confirmed', FUTURE, 'confirmed'],
    ['pending', 'cancelled', FUTURE, 'cancelled'],
    ['confirmed', 'cancelled', FUTURE, 'cancelled'],
    ['confirmed', 'completed', PAST, 'updated'],
  ])('changes %s to %s, answers the booking and notifies both parties once', async (from, to, startTime, updateType) => {
    const student = await aStudent(database.db);
    const booking = await aBooking(database.db, { tutor, student, status: from, startTime });
    const { status, body } = await changeStatus(booking.id, { status: to, cancellationReason: 'I am ill' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _id: booking.id,
      id: booking.id,
      status: to,
      paymentStatus: 'pending',
      student: { _id: student.id, name: student.name },
      cancellationReason: to === 'cancelled' ? 'I am ill' : null,
    });
    for (const userId of [student.id, tutor.user.id]) {
      const notified = await selectNotifications(database, userId);
      const events = await database.db.select().from(inboxEvents).where(eq(inboxEvents.userId, userId));
      expect(notified).toHaveLength(1);
      expect(events.map(({ payload }) => payload)).toMatchObject([{ type: 'booking_update', updateType, notificationId: notified[0]?.id }]);
    }
  });

  test.each<[BookingStatus, string, Date, string]>([
    ['pending', 'confirmed', PAST, 'Only pending bookings can be confirmed'],
    ['pending', 'completed', FUTURE, 'Only confirmed bookings can be completed'],
    ['confirmed', 'confirmed', FUTURE, 'Only pending bookings can be confirmed'],
    ['confirmed', 'cancelled', PAST, 'This booking can no longer be cancelled'],
    ['confirmed', 'completed', FUTURE, 'This session has not ended yet'],
    ['completed', 'confirmed', PAST, 'Only pending bookings can be confirmed'],
    ['completed', 'cancelled', PAST, 'This booking can no longer be cancelled'],
    ['completed', 'completed', PAST, 'Only confirmed bookings can be completed'],
    ['cancelled', 'confirmed', FUTURE, 'Only pending bookings can be confirmed'],
    ['cancelled', 'cancelled', FUTURE, 'This booking can no longer be cancelled'],
    ['cancelled', 'completed', FUTURE, 'Only confirmed bookings can be completed'],
  ])('answers 409 from %s to %s with or without a reason, and notifies nobody', async (from, to, startTime, message) => {
    const booking = await aBooking(database.db, { tutor, status: from, startTime });
    for (const cancellationReason of [undefined, 'I am ill']) {
      const { status, body } = await changeStatus(booking.id, { status: to, cancellationReason });
      expect({ status, body }).toEqual({ status: 409, body: { success: false, message, code: expect.stringMatching(/^booking\./) } });
    }
    expect(await statusOf(booking)).toBe(from);
    expect(await selectNotifications(database, tutor.user.id)).toEqual([]);
  });

  // spec tutor-bookings.5
  test.each([undefined, null, '', '   '])('rejects the cancellation of a confirmed booking for the reason %j', async (cancellationReason) => {
    const booking = await aBooking(database.db, { tutor, status: 'confirmed' });
    const { status, body } = await changeStatus(booking.id, { status: 'cancelled', cancellationReason });
    expect({ status, body }).toMatchObject({ status: 400, body: { message: 'Please give a reason for cancelling', code: 'booking.reason_missing' } });
    expect(await statusOf(booking)).toBe('confirmed');
  });

  // spec tutor-bookings.5
  test('accepts reason as the name of the reason', async () => {
    const booking = await aBooking(database.db, { tutor, status: 'confirmed' });
    expect((await changeStatus(booking.id, { status: 'cancelled', reason: ' I am ill ' })).body).toMatchObject({ cancellationReason: 'I am ill' });
  });

  test.each([
    {},
    { status: null },
    { status: 'pending' },
    { status: 'CONFIRMED' },
    { status: 7 },
    { status: ['confirmed'] },
    { status: '__proto__' },
  ])('rejects the status %j', async (body) => {
    const booking = await aBooking(database.db, { tutor });
    expect(await changeStatus(booking.id, body)).toMatchObject({ status: 400, body: { success: false, message: 'Invalid booking status' } });
    expect(await statusOf(booking)).toBe('pending');
  });

  test('rejects a reason of 1,001 characters', async () => {
    const booking = await aBooking(database.db, { tutor });
    const { status, body } = await changeStatus(booking.id, { status: 'cancelled', cancellationReason: 'r'.repeat(1001) });
    expect({ status, body }).toMatchObject({ status: 400, body: { message: 'Cancellation reason cannot be longer than 1000 characters' } });
  });

  // spec tutor-bookings.8
  test('confirms an online session with a new link or the one that is sent', async () => {
    const booking = await aBooking(database.db, { tutor });
    expect((await changeStatus(booking.id, { status: 'confirmed', meetingLink: '' })).body).toMatchObject({
      meetingLink: expect.stringMatching(/^https:\/\/meet\.jit\.si\/vidya-[0-9a-f]{36}$/),
    });
    const input = await aBooking(database.db, { tutor, startTime: new Date(FUTURE.getTime() + HOUR) });
    const meetingLink = 'https://zoom.example/j/123';
    expect((await changeStatus(input.id, { status: 'confirmed', meetingLink })).body).toMatchObject({ status: 'confirmed', meetingLink });
  });

  // spec tutor-bookings.8
  test.each(['javascript:alert(1)', 'zoom.example/j/123', 5, {}, ['https://a.test']])('rejects the meeting link %j', async (meetingLink) => {
    const booking = await aBooking(database.db, { tutor });
    const { status, body } = await changeStatus(booking.id, { status: 'confirmed', meetingLink });
    const message = 'Please enter a link that begins with https:// or http://';
    expect({ status, body }).toMatchObject({ status: 400, body: { success: false, message } });
    expect(await statusOf(booking)).toBe('pending');
  });

  // spec tutor-bookings.8
  test('confirms a home visit without a link', async () => {
    const { id } = await aBooking(database.db, { tutor, learningMethod: 'individual' });
    expect((await changeStatus(id, { status: 'confirmed' })).body).toMatchObject({ status: 'confirmed', meetingLink: null });
  });

  // spec roles.9 | P §6, D Errors | One's own bookings only; another's does not exist | src/server/features/bookings/bookings.commands.ts
  test("answers 404 for another tutor's booking, an unknown and a malformed id", async () => {
    const other = await aBooking(database.db);
    for (const id of [other.id, UNKNOWN_ID, ...MALFORMED_IDS]) {
      const { status, body } = await changeStatus(id, { status: 'confirmed' });
      expect({ status, body }, id).toEqual({ status: 404, body: BOOKING_NOT_FOUND });
    }
    expect(await statusOf(other)).toBe('pending');
  });

  test('accepts one of two simultaneous confirmations', async () => {
    const booking = await aBooking(database.db, { tutor });
    const answers = await Promise.all([1, 2].map(() => changeStatus(booking.id, { status: 'confirmed' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('GET /api/tutors/bookings', () => {
  // spec rest-tutors.19 | C §7 | GET /api/tutors/bookings: an array | src/server/rest/tutors.ts
  test('answers a bare array of own bookings, newest first, filtered by status', async () => {
    await aBooking(database.db);
    const older = await aBooking(database.db, { tutor, createdAt: new Date(NOW.getTime() - 2 * HOUR) });
    const startTime = new Date(FUTURE.getTime() + HOUR);
    const newer = await aBooking(database.db, { tutor, status: 'confirmed', startTime, createdAt: new Date(NOW.getTime() - HOUR) });
    const idsFor = async (query: string) => (await rest.get<{ id: string }[]>(`/api/tutors/bookings${query}`, as)).body.map(({ id }) => id);
    expect(await idsFor('')).toEqual([newer.id, older.id]);
    expect(await idsFor('?status=all')).toEqual([newer.id, older.id]);
    expect(await idsFor('?status=')).toEqual([newer.id, older.id]);
    expect(await idsFor('?page=2&limit=1')).toEqual([newer.id, older.id]);
    expect(await idsFor('?status=confirmed')).toEqual([newer.id]);
    expect(await idsFor('?status=nonsense')).toEqual([]);
  });

  test('shows a label for a deleted student', async () => {
    await aBooking(database.db, { tutor, studentId: null });
    const { body } = await rest.get('/api/tutors/bookings', as);
    expect(body).toMatchObject([{ student: { _id: '', name: 'Unknown Student', email: '', profileImage: '' }, tutor: { _id: tutor.id } }]);
  });
});
