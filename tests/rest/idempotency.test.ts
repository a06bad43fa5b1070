import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, NEXT_MONDAY_NINE } from '#tests/support/factories.ts';
import { useRest } from './app.ts';
import { bookingRequest, sessionTime, useParties } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const PATHS = ['/api/students/bookings', '/api/bookings'] as const;
const KEY_REUSED = { success: false, message: 'This request key was already used', code: 'request.key_reused' };

type Requested = { message: string; booking: { id: string; startTime: string } };
type Document = {
  paths: Record<string, { post?: { parameters?: unknown[] } }>;
  components: { schemas: Record<string, { properties?: object }> };
};

const parties = useParties(database, rest);

const storedBookings = () => database.db.select().from(bookings).where(eq(bookings.studentId, parties.student.id));

describe.each(PATHS)('POST %s with an Idempotency-Key', (path) => {
  const request = (key: string, overrides: object = {}) =>
    rest.call<Requested>('POST', path, {
      as: parties.studentToken,
      body: bookingRequest(parties.tutor, overrides),
      headers: { 'idempotency-key': key },
    });

  // spec rest-students.3 | R §4.7 51, D Booking | Both paths of a request take an Idempotency-Key, at most 255 characters; a key holds for both |
  //   src/server/rest/bookings.ts
  test('repeats the first status and body and books nothing more', async () => {
    const first = await request('one click');
    const repeated = await request('one click');
    expect(first.status).toBe(201);
    expect({ status: repeated.status, body: repeated.body }).toEqual({ status: 201, body: first.body });
    expect(await storedBookings()).toHaveLength(1);
  });

  // spec rest-students.3
  test('treats other spellings and ignored keys as the same request', async () => {
    const first = await request('one click');
    const spelling = {
      tutorId: { _id: parties.tutor.id, name: 'any' },
      startTime: Date.parse(sessionTime(0)),
      learningMethod: 'ONLINE',
      notes: null,
      price: 1,
    };
    expect((await request('one click', spelling)).body).toEqual(first.body);
  });

  // spec rest-students.3
  test('answers 409 to another body and books nothing more', async () => {
    await request('one click');
    const { status, body } = await request('one click', { startTime: sessionTime(1), endTime: sessionTime(2) });
    expect({ status, body }).toEqual({ status: 409, body: KEY_REUSED });
    expect(await storedBookings()).toHaveLength(1);
  });

  // spec rest-students.3
  test('repeats an error with its next free times', async () => {
    const booked = await aBooking(database.db, { tutor: parties.tutor, startTime: NEXT_MONDAY_NINE });
    const first = await request('too late');
    expect(first).toMatchObject({ status: 409, body: { code: 'booking.slot_taken', nextFree: [sessionTime(1), sessionTime(2), sessionTime(3)] } });
    await database.db.delete(bookings).where(eq(bookings.id, booked.id));
    const repeated = await request('too late');
    expect({ status: repeated.status, body: repeated.body }).toEqual({ status: first.status, body: first.body });
    expect((await request('another click')).status).toBe(201);
  });

  test.each<[number, object]>([
    [404, { tutorId: 'nobody' }],
    [400, { endTime: sessionTime(0.5) }],
    [409, { startTime: sessionTime(-1), endTime: sessionTime(0) }],
  ])('repeats an error of status %i', async (expected, overrides) => {
    const first = await request('refused', overrides);
    expect(first.status).toBe(expected);
    const repeated = await request('refused', overrides);
    expect({ status: repeated.status, body: repeated.body }).toEqual({ status: expected, body: first.body });
    expect(await request('refused')).toMatchObject({ status: 409, body: KEY_REUSED });
  });

  // spec rest-students.3
  test('books one of ten simultaneous requests and answers all alike', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => request('ten clicks')));
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 201, body: answers[0]?.body });
    expect(await storedBookings()).toHaveLength(1);
  });

  // spec rest-students.3
  test('accepts 255 characters and rejects 256', async () => {
    const { status, body } = await request('k'.repeat(256));
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        success: false,
        message: 'Request key cannot be longer than 255 characters',
        code: 'request.invalid',
        errors: [{ field: 'Idempotency-Key', message: 'Request key cannot be longer than 255 characters' }],
      },
    });
    expect(await storedBookings()).toEqual([]);
    expect((await request('k'.repeat(255))).status).toBe(201);
  });

  // spec rest-students.3
  test('ignores an empty key', async () => {
    expect((await request(' ')).status).toBe(201);
    expect(await request(' ')).toMatchObject({ status: 409, body: { code: 'booking.slot_taken' } });
  });

  test('documents the key as a header, not in the body', async () => {
    const { body } = await rest.get<Document>('/api/openapi.json');
    expect(body.paths[path]?.post?.parameters).toMatchObject([
      { in: 'header', name: 'Idempotency-Key', required: false, schema: { type: 'string', maxLength: 255 } },
    ]);
    expect(body.components.schemas.RequestBooking?.properties).not.toHaveProperty('idempotencyKey');
  });
});

// spec rest-students.3, rest-bookings.1
test('an Idempotency-Key holds for both paths', async () => {
  const [first, repeated] = [
    await rest.call<Requested>('POST', PATHS[0], {
      as: parties.studentToken,
      body: bookingRequest(parties.tutor),
      headers: { 'Idempotency-Key': 'one click' },
    }),
    await rest.call<Requested>('POST', PATHS[1], {
      as: parties.studentToken,
      body: bookingRequest(parties.tutor),
      headers: { 'Idempotency-Key': 'one click' },
    }),
  ];
  expect(repeated.body).toEqual(first.body);
});
