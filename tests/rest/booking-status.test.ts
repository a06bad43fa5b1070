import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { inboxEvents } from '#db/schema/notifications.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, type Booking, type BookingOverrides, HOUR, NEXT_MONDAY_NINE, NOW } from '#tests/support/factories.ts';
import { MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';
import { notificationsOf, useParties } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const FUTURE = NEXT_MONDAY_NINE;
const PAST = new Date(NOW.getTime() - 3 * HOUR);
const BOOKING_NOT_FOUND = { success: false, message: 'Booking not found', code: 'booking.not_found' };
const REASON = 'I am ill';

type Wire = { id: string; status: string };
type ChangedBooking = { success: boolean; message: string; booking: Wire };

const parties = useParties(database, rest);

const createBooking = (overrides: BookingOverrides = {}) => aBooking(database.db, { student: parties.student, tutor: parties.tutor, ...overrides });
const rowOf = async ({ id }: Booking) => (await database.db.select().from(bookings).where(eq(bookings.id, id)))[0];
const eventsOf = (userId: string) => database.db.select().from(inboxEvents).where(eq(inboxEvents.userId, userId));

describe('PATCH /api/bookings/{id}/status', () => {
  const change = (as: string, id: string, body: object) => rest.call<ChangedBooking>('PATCH', `/api/bookings/${id}/status`, { as, body });

  // spec rest-bookings.4 | R §8 | PATCH /api/bookings/{id}/status, by the role of the caller | src/server/rest/bookings.ts
  test.each<BookingStatus>(['pending', 'confirmed'])('a student cancels a future %s booking, and both parties are notified once', async (status) => {
    const booking = await createBooking({ status });
    const answer = await change(parties.studentToken, booking.id, { status: 'cancelled', cancellationReason: ` ${REASON} ` });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      success: true,
      message: 'Booking cancelled successfully',
      booking: { _id: booking.id, status: 'cancelled', cancellationReason: REASON, paymentStatus: 'pending' },
    });
    expect((await rest.get(`/api/bookings/${booking.id}`, parties.studentToken)).body).toEqual(answer.body.booking);
    expect(await rowOf(booking)).toMatchObject({ cancelledBy: 'student', paymentStatus: 'pending' });
    for (const userId of [parties.student.id, parties.tutor.user.id]) {
      const notified = await notificationsOf(database.db, userId);
      expect(notified).toHaveLength(1);
      const payloads = (await eventsOf(userId)).map(({ payload }) => payload);
      expect(payloads).toMatchObject([{ type: 'booking_update', updateType: 'cancelled', notificationId: notified[0]?.id }]);
    }
  });

  // spec rest-bookings.4
  test('the reason may be named reason, or be absent', async () => {
    const named = await createBooking();
    expect((await change(parties.studentToken, named.id, { status: 'cancelled', reason: REASON })).body.booking).toMatchObject({
      cancellationReason: REASON,
    });
    const silent = await createBooking();
    expect((await change(parties.studentToken, silent.id, { status: 'cancelled' })).body.booking).toMatchObject({ cancellationReason: null });
  });

  // spec rest-bookings.4
  test.each<[BookingStatus, Date]>([
    ['pending', PAST],
    ['pending', NOW],
    ['confirmed', PAST],
    ['confirmed', NOW],
    ['completed', PAST],
    ['cancelled', FUTURE],
  ])('a student cannot cancel a %s booking that starts at %s', async (status, startTime) => {
    const booking = await createBooking({ status, startTime });
    const answer = await change(parties.studentToken, booking.id, { status: 'cancelled', cancellationReason: REASON });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 409,
      body: { success: false, message: 'This booking can no longer be cancelled', code: 'booking.not_cancellable' },
    });
    expect(await rowOf(booking)).toMatchObject({ status });
    expect(await notificationsOf(database.db, parties.student.id)).toEqual([]);
  });

  // spec rest-bookings.4
  test.each(['confirmed', 'completed'])('a student cannot set the status %s', async (status) => {
    const booking = await createBooking();
    const answer = await change(parties.studentToken, booking.id, { status });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 403,
      body: { success: false, message: 'Only tutors can confirm or complete bookings', code: 'booking.only_tutors_move' },
    });
    expect(await rowOf(booking)).toMatchObject({ status: 'pending' });
  });

  // spec rest-bookings.4
  test.each<[BookingStatus, string, Date]>([
    ['pending', 'confirmed', FUTURE],
    ['pending', 'cancelled', FUTURE],
    ['confirmed', 'cancelled', FUTURE],
    ['confirmed', 'completed', PAST],
  ])('a tutor changes %s to %s, as under /api/tutors', async (from, to, startTime) => {
    const booking = await createBooking({ status: from, startTime });
    const answer = await change(parties.tutorToken, booking.id, { status: to, cancellationReason: REASON });
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status: 200,
      body: { success: true, message: `Booking ${to} successfully`, booking: { _id: booking.id, status: to } },
    });
    expect(await notificationsOf(database.db, parties.student.id)).toHaveLength(1);
  });

  // spec rest-bookings.4
  test('a tutor gets the same errors as under /api/tutors', async () => {
    const confirmed = await createBooking({ status: 'confirmed' });
    expect(await change(parties.tutorToken, confirmed.id, { status: 'confirmed', cancellationReason: REASON })).toMatchObject({
      status: 409,
      body: { message: 'Only pending bookings can be confirmed' },
    });
    expect(await change(parties.tutorToken, confirmed.id, { status: 'completed' })).toMatchObject({
      status: 409,
      body: { message: 'This session has not ended yet' },
    });
    expect(await change(parties.tutorToken, confirmed.id, { status: 'cancelled' })).toMatchObject({
      status: 400,
      body: { message: 'Please give a reason for cancelling' },
    });
  });

  test.each([{}, { status: null }, { status: 'pending' }, { status: 'CANCELLED' }, { status: ['cancelled'] }, { status: '__proto__' }])(
    'the status %j answers 400, whoever sends it',
    async (input) => {
      const booking = await createBooking();
      for (const as of [parties.studentToken, parties.tutorToken, parties.adminToken]) {
        const { status, body } = await change(as, booking.id, input);
        expect({ status, body }).toMatchObject({ status: 400, body: { success: false, message: 'Invalid booking status' } });
      }
    },
  );

  test('a reason of 1,001 characters answers 400', async () => {
    const { id } = await createBooking();
    expect(await change(parties.studentToken, id, { status: 'cancelled', reason: 'r'.repeat(1001) })).toMatchObject({
      status: 400,
      body: { message: 'Cancellation reason cannot be longer than 1000 characters' },
    });
  });

  // spec rest-bookings.4
  test('an admin cannot change a status', async () => {
    const booking = await createBooking();
    const answer = await change(parties.adminToken, booking.id, { status: 'cancelled', reason: REASON });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 403,
      body: { success: false, message: 'Only students and tutors can change booking statuses', code: 'booking.view_only' },
    });
    expect(await rowOf(booking)).toMatchObject({ status: 'pending' });
  });

  test("another user's booking, an unknown and a malformed id answer 404", async () => {
    const other = await aBooking(database.db);
    for (const as of [parties.studentToken, parties.tutorToken]) {
      for (const id of [other.id, UNKNOWN_ID, ...MALFORMED_IDS]) {
        const { status, body } = await change(as, id, { status: 'cancelled', reason: REASON });
        expect({ status, body }, id).toEqual({ status: 404, body: BOOKING_NOT_FOUND });
      }
    }
    expect(await rowOf(other)).toMatchObject({ status: 'pending' });
  });

  test('when a student cancels and a tutor confirms at once, nobody is notified that the cancelled booking is confirmed', async () => {
    const booking = await createBooking();
    const [cancelled, confirmed] = await Promise.all([
      change(parties.studentToken, booking.id, { status: 'cancelled' }),
      change(parties.tutorToken, booking.id, { status: 'confirmed' }),
    ]);
    expect(cancelled.status).toBe(200);
    expect([200, 409]).toContain(confirmed.status);
    expect(await rowOf(booking)).toMatchObject({ status: 'cancelled' });
  });
});

describe('DELETE /api/bookings/{id}', () => {
  const remove = (id: string, as = parties.studentToken) => rest.call('DELETE', `/api/bookings/${id}`, { as });

  // spec rest-bookings.5 | R §8 | DELETE /api/bookings/{id} cancels, and the row is kept | src/server/rest/bookings.ts
  test('cancels the booking and keeps it, and answers 409 the second time', async () => {
    const booking = await createBooking({ status: 'confirmed' });
    const { status, body } = await remove(booking.id);
    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: 'Booking cancelled successfully' } });
    expect(await rowOf(booking)).toMatchObject({ status: 'cancelled', cancelledBy: 'student' });
    expect((await rest.get<Wire[]>('/api/bookings', parties.studentToken)).body).toMatchObject([{ id: booking.id, status: 'cancelled' }]);
    expect(await notificationsOf(database.db, parties.tutor.user.id)).toHaveLength(1);
    expect(await remove(booking.id)).toMatchObject({ status: 409, body: { message: 'This booking can no longer be cancelled' } });
  });

  // spec rest-bookings.5
  test('does not cancel a session that has begun', async () => {
    const booking = await createBooking({ status: 'confirmed', startTime: NOW });
    expect(await remove(booking.id)).toMatchObject({ status: 409, body: { message: 'This booking can no longer be cancelled' } });
    expect(await rowOf(booking)).toMatchObject({ status: 'confirmed' });
  });

  test("another user's booking, an unknown and a malformed id answer 404", async () => {
    const other = await aBooking(database.db);
    for (const id of [other.id, UNKNOWN_ID, ...MALFORMED_IDS]) {
      const { status, body } = await remove(id);
      expect({ status, body }, id).toEqual({ status: 404, body: BOOKING_NOT_FOUND });
    }
  });

  // spec rest-bookings.5
  test('requires a student', async () => {
    const booking = await createBooking();
    for (const as of [parties.tutorToken, parties.adminToken]) {
      expect(await remove(booking.id, as)).toMatchObject({ status: 403, body: { success: false, code: 'auth.role' } });
    }
    expect(await rowOf(booking)).toMatchObject({ status: 'pending' });
  });
});
