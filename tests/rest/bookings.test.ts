import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { bookings } from '#db/schema/bookings.ts';
import { notifications } from '#db/schema/notifications.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aReview, aStudent, type BookingOverrides, HOUR, NEXT_MONDAY_NINE, NOW } from '#tests/support/factories.ts';
import { AUTHENTICATION_REQUIRED, MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';
import { notificationsOf, useParties } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const FUTURE = NEXT_MONDAY_NINE;
const PAST = new Date(NOW.getTime() - 3 * HOUR);
const BOOKING_NOT_FOUND = { success: false, message: 'Booking not found', code: 'booking.not_found' };
const KEYS = [
  ...['_id', 'id', 'status', 'student', 'tutor', 'subject', 'selectedTopics', 'startTime', 'endTime', 'duration', 'learningMethod', 'amount'],
  ...['paymentStatus', 'meetingLink', 'contactNumber', 'notes', 'address', 'cancellationReason', 'createdAt', 'updatedAt'],
];

type Wire = { id: string; status: string };

const parties = useParties(database, rest);

const createBooking = (overrides: BookingOverrides = {}) => aBooking(database.db, { student: parties.student, tutor: parties.tutor, ...overrides });
const idsFor = async (as: string) => (await rest.get<Wire[]>('/api/bookings', as)).body.map(({ id }) => id);

describe('GET /api/bookings', () => {
  // spec rest-bookings.2 | R §8 | GET /api/bookings: bare, own as student or tutor, all as admin, newest first | src/server/rest/bookings.ts
  test('answers a bare array, newest first: own bookings to a student and a tutor, all to an admin', async () => {
    await database.db.delete(bookings);
    const ids: string[] = [];
    for (let index = 0; index < 25; index += 1) {
      const times = { startTime: new Date(PAST.getTime() - 2 * index * HOUR), createdAt: new Date(NOW.getTime() - index * HOUR) };
      ids.push((await createBooking({ status: 'completed', ...times })).id);
    }
    const foreign = await aBooking(database.db, { createdAt: new Date(NOW.getTime() + HOUR) });
    expect(await idsFor(parties.studentToken)).toEqual(ids);
    expect(await idsFor(parties.tutorToken)).toEqual(ids);
    expect(await idsFor(parties.adminToken)).toEqual([foreign.id, ...ids]);
    expect(await idsFor(await rest.tokenOf(await aStudent(database.db)))).toEqual([]);
  });
});

// spec rest-bookings.3 | R §8 | GET /api/bookings/{id}: bare, for a party or an admin, else 404 | src/server/rest/bookings.ts
describe('GET /api/bookings/{id}', () => {
  test('answers either party the bare booking of the lists, without fields for the app', async () => {
    const shown = { status: 'completed', startTime: PAST, meetingLink: 'https://meet.test/room' } as const;
    const booking = await createBooking({ ...shown, learningMethod: 'individual', address: '12 Temple Road', childName: 'Nimali' });
    await aReview(database.db, { booking });
    for (const as of [parties.studentToken, parties.tutorToken]) {
      const { status, body } = await rest.get<Wire>(`/api/bookings/${booking.id}`, as);
      expect(status).toBe(200);
      expect(body).toMatchObject({ _id: booking.id, status: 'completed', address: '12 Temple Road', meetingLink: 'https://meet.test/room' });
      expect(Object.keys(body).sort()).toEqual([...KEYS].sort());
      expect((await rest.get<Wire[]>('/api/bookings', as)).body).toEqual([body]);
    }
  });

  test('shows an admin neither meeting link nor address', async () => {
    const booking = await createBooking({ status: 'confirmed', meetingLink: 'https://meet.test/room', address: '12 Temple Road' });
    const { status, body } = await rest.get<Wire>(`/api/bookings/${booking.id}`, parties.adminToken);
    expect({ status, body }).toMatchObject({ status: 200, body: { _id: booking.id, address: '', meetingLink: null } });
    expect((await rest.get<Wire[]>('/api/bookings', parties.adminToken)).body.find(({ id }) => id === booking.id)).toEqual(body);
  });

  test("answers 404 for another user's booking, an unknown and a malformed id", async () => {
    const other = await aBooking(database.db);
    for (const as of [parties.studentToken, parties.tutorToken]) {
      for (const id of [other.id, UNKNOWN_ID, ...MALFORMED_IDS]) {
        const { status, body } = await rest.get(`/api/bookings/${id}`, as);
        expect({ status, body }, id).toEqual({ status: 404, body: BOOKING_NOT_FOUND });
      }
    }
  });
});

describe('POST /api/bookings/{id}/reminder', () => {
  const remind = (id: string, as = parties.tutorToken) => rest.call('POST', `/api/bookings/${id}/reminder`, { as });
  const SENT = { success: true, message: 'Reminder sent successfully' };

  // spec rest-bookings.6 | R §8 | POST /api/bookings/{id}/reminder | src/server/rest/bookings.ts
  test('lets the tutor and any admin remind both parties of a confirmed future session', async () => {
    for (const as of [parties.tutorToken, parties.adminToken]) {
      const booking = await createBooking({ status: 'confirmed' });
      const { status, body } = await remind(booking.id, as);
      expect({ status, body }).toEqual({ status: 200, body: SENT });
      for (const userId of [parties.student.id, parties.tutor.user.id]) {
        expect(await notificationsOf(database.db, userId)).toMatchObject([{ category: 'booking', title: 'Session Reminder' }]);
        await database.db.delete(notifications).where(eq(notifications.userId, userId));
      }
      await database.db.delete(bookings).where(eq(bookings.id, booking.id));
    }
  });

  // spec audit.4
  test('records the reminder of an admin in the audit log, but not that of a tutor', async () => {
    const booking = await createBooking({ status: 'confirmed' });
    for (const as of [parties.tutorToken, parties.adminToken]) expect((await remind(booking.id, as)).status).toBe(200);
    expect(await database.db.select().from(auditEntries).where(eq(auditEntries.subjectId, booking.id))).toMatchObject([
      { action: 'booking.notified', subjectName: `${booking.subjectName}, ${parties.tutor.user.name}` },
    ]);
    await database.db.delete(bookings).where(eq(bookings.id, booking.id));
  });

  test('documents 429 for reminders and for requests', async () => {
    const { body } = await rest.call<{ paths: Record<string, { post?: { responses: object } }> }>('GET', '/api/openapi.json');
    for (const path of ['/api/bookings/{id}/reminder', '/api/bookings']) expect(body.paths[path]?.post?.responses, path).toHaveProperty('429');
  });

  // spec rest-bookings.6
  test.each<[BookingStatus, Date]>([
    ['pending', FUTURE],
    ['cancelled', FUTURE],
    ['confirmed', NOW],
    ['confirmed', PAST],
    ['completed', PAST],
  ])('sends no reminder of a %s booking that starts at %s', async (status, startTime) => {
    const { id } = await createBooking({ status, startTime });
    const answer = await remind(id);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 409,
      body: { success: false, message: 'Reminders can only be sent for upcoming confirmed bookings', code: 'booking.no_reminder' },
    });
    expect(await notificationsOf(database.db, parties.student.id)).toEqual([]);
  });

  // spec rest-bookings.6
  test("answers 404 for another tutor's booking, an unknown and a malformed id, and 403 to students", async () => {
    const other = await aBooking(database.db, { status: 'confirmed' });
    for (const id of [other.id, UNKNOWN_ID, ...MALFORMED_IDS]) {
      const { status, body } = await remind(id);
      expect({ status, body }, id).toEqual({ status: 404, body: BOOKING_NOT_FOUND });
    }
    const own = await createBooking({ status: 'confirmed' });
    expect(await remind(own.id, parties.studentToken)).toMatchObject({ status: 403, body: { success: false } });
    expect(await notificationsOf(database.db, parties.student.id)).toEqual([]);
  });
});

describe('/api/bookings', () => {
  // spec rest-bookings.7 | R §8 | All of it is closed to visitors, and in the reference | src/server/rest/rest.ts
  test.each([
    ['POST', ''],
    ['GET', ''],
    ['GET', `/${UNKNOWN_ID}`],
    ['PATCH', `/${UNKNOWN_ID}/status`],
    ['DELETE', `/${UNKNOWN_ID}`],
    ['POST', `/${UNKNOWN_ID}/reminder`],
  ])('%s /api/bookings%s requires a session', async (method, path) => {
    const { status, body } = await rest.call(method, `/api/bookings${path}`, { body: method === 'GET' ? undefined : {} });
    expect({ status, body }).toEqual({ status: 401, body: AUTHENTICATION_REQUIRED });
  });

  // spec rest-bookings.1 | R §8 | POST /api/bookings, the same as POST /api/students/bookings | src/server/rest/bookings.ts
  test('POST requires a student', async () => {
    for (const as of [parties.tutorToken, parties.adminToken]) {
      const { status, body } = await rest.call('POST', '/api/bookings', { as, body: {} });
      expect({ status, body }).toEqual({ status: 403, body: { success: false, message: 'Only students can book sessions', code: 'auth.role' } });
    }
  });
});
