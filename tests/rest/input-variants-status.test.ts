import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, HOUR, NEXT_MONDAY_NINE, NOW } from '#tests/support/factories.ts';
import { MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';
import { useParties } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const START = NEXT_MONDAY_NINE.getTime();

type Booking = { id: string; status: string; cancellationReason: string | null };
const parties = useParties(database, rest);

describe('changing the status of a booking', () => {
  const PAST = new Date(NOW.getTime() - 3 * HOUR);
  const changeStatus = async (body: unknown, status: 'pending' | 'confirmed' = 'confirmed') => {
    const { id } = await aBooking(database.db, { student: parties.student, tutor: parties.tutor, status });
    return rest.call<Booking & { message: string }>('PATCH', `/api/tutors/bookings/${id}`, { as: parties.tutorToken, body });
  };

  // spec rest-input.13 | R §4.5 43, §4.7 56, §4.4 33 | Moving a booking: status and reason under either name; reviews; ranges of availability |
  //   src/server/rest/wire/bookings.ts
  test.each<[object, string | null]>([
    [{ status: 'cancelled', cancellationReason: ' Ill ' }, 'Ill'],
    [{ status: 'cancelled', reason: 'Ill' }, 'Ill'],
    [{ status: 'cancelled', cancellationReason: 'Ill', reason: 'Other' }, 'Ill'],
    [{ status: 'cancelled', cancellationReason: '', reason: 'Ill' }, 'Ill'],
    [{ status: 'cancelled', cancellationReason: null, reason: 'Ill' }, 'Ill'],
    [{ status: ' cancelled ', reason: 'Ill', paymentStatus: 'refunded', amount: 0 }, 'Ill'],
  ])('cancels with %j', async (body, reason) => {
    const answer = await changeStatus(body);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'cancelled', cancellationReason: reason, paymentStatus: 'pending', amount: 1500 },
    ]);
  });

  test.each([undefined, {}, { status: '' }, { status: null }, { status: 'pending' }, { status: 'Done' }, { status: 7 }, { status: ['confirmed'] }])(
    'rejects %j',
    async (body) => {
      const message = 'Invalid booking status';
      expect(await changeStatus(body)).toMatchObject({ status: 400, body: { success: false, message } });
      const { id } = await aBooking(database.db, { student: parties.student, tutor: parties.tutor, startTime: new Date(START + 3 * HOUR) });
      expect(await rest.call('PATCH', `/api/bookings/${id}/status`, { as: parties.studentToken, body })).toMatchObject({
        status: 400,
        body: { message },
      });
    },
  );

  // spec rest-input.13
  test.each<[unknown, number]>([
    ['https://meet.example/room', 200],
    ['http://meet.example/room', 200],
    [' https://meet.example/room ', 200],
    ['', 200],
    [null, 200],
    ['ftp://meet.example/room', 400],
    ['javascript:alert(1)', 400],
    ['meet.example/room', 400],
    [7, 400],
  ])('answers a confirmation with the link %j with %d', async (meetingLink, status) => {
    const answer = await changeStatus({ status: 'confirmed', meetingLink }, 'pending');
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    if (typeof meetingLink === 'string' && meetingLink !== '' && status === 200)
      expect(answer.body).toMatchObject({ meetingLink: meetingLink.trim() });
  });

  // spec rest-input.13
  test('accepts either name of the reason from a student, and nothing from an admin', async () => {
    for (const [index, key] of ['cancellationReason', 'reason'].entries()) {
      const { id } = await aBooking(database.db, { student: parties.student, tutor: parties.tutor, startTime: new Date(START + index * HOUR) });
      const answer = await rest.call('PATCH', `/api/bookings/${id}/status`, {
        as: parties.studentToken,
        body: { status: 'cancelled', [key]: 'Ill' },
      });
      expect(answer).toMatchObject({ status: 200, body: { success: true, booking: { status: 'cancelled', cancellationReason: 'Ill' } } });
      const adminToken = await rest.tokenOf(await anAdmin(database.db));
      expect((await rest.call('PATCH', `/api/bookings/${id}/status`, { as: adminToken, body: { status: 'cancelled' } })).status).toBe(403);
    }
  });

  // spec rest-input.13
  describe('its review', () => {
    const write = async (overrides: object) => {
      const { id } = await aBooking(database.db, { student: parties.student, tutor: parties.tutor, status: 'completed', startTime: PAST });
      return rest.call('POST', '/api/ratings', {
        as: parties.studentToken,
        body: { bookingId: id, rating: 5, review: 'A patient teacher.', ...overrides },
      });
    };
    const edit = async (overrides: object) => {
      const { id } = await aBooking(database.db, { student: parties.student, tutor: parties.tutor, status: 'completed', startTime: PAST });
      const firstReview = { bookingId: id, rating: 1, review: 'A first review.' };
      const { body } = await rest.call<{ rating: { id: string } }>('POST', '/api/ratings', { as: parties.studentToken, body: firstReview });
      return rest.call('PUT', `/api/ratings/${body.rating.id}`, {
        as: parties.studentToken,
        body: { rating: 5, review: 'A patient teacher.', ...overrides },
      });
    };
    test.each<[object, object]>([
      [{ rating: 1 }, { rating: 1 }],
      [{ rating: '4' }, { rating: 4 }],
      [{ rating: ' 4 ' }, { rating: 4 }],
      [{ rating: '5.0' }, { rating: 5 }],
      [{ review: '  Ten letter  ' }, { review: 'Ten letter', comment: 'Ten letter' }],
    ])('accepts %j', async (input, rating) => {
      expect(await write(input)).toMatchObject({ status: 201, body: { success: true, rating } });
    });
    test.each<[object, object]>([
      [{ rating: '4' }, { rating: 4 }],
      [{ review: ' Ten letter ' }, { review: 'Ten letter' }],
    ])('is replaced by %j', async (input, rating) => {
      expect(await edit(input)).toMatchObject({ status: 200, body: { success: true, rating } });
    });

    const [RATING, NONE, SHORT] = ['Please select a rating between 1 and 5', 'Please write a review', 'Review must be at least 10 characters long'];
    test.each<[object, string]>([
      ...[undefined, null, '', 0, 6, 4.5, -1, '0', '6', '4.5', 'five', true, {}].map((rating): [object, string] => [{ rating }, RATING]),
      ...[undefined, null, '', ' \n '].map((review): [object, string] => [{ review }, NONE]),
      ...['Nine char', ' Nine char '].map((review): [object, string] => [{ review }, SHORT]),
    ])('rejects %j: %s', async (input, message) => {
      expect(await write(input)).toMatchObject({ status: 400, body: { message } });
      expect(await edit(input)).toMatchObject({ status: 400, body: { message } });
    });

    test.each([UNKNOWN_ID, ...MALFORMED_IDS, '', null, undefined, {}, 7])('answers 404 for the booking %j', async (bookingId) => {
      expect(await write({ bookingId })).toMatchObject({ status: 404, body: { message: 'Booking not found' } });
    });
  });
});

describe('GET /api/tutors/{id}/availability', () => {
  type Week = { dateRange?: { start: string; end: string }; free?: unknown[]; booked?: unknown[] };
  const send = (query: string) => rest.get<Week & { message: string }>(`/api/tutors/${parties.tutor.id}/availability?${query}`);
  const enc = encodeURIComponent;

  test.each(['', 'startDate=&endDate=', 'startDate=null&endDate=undefined', 'duration=', 'duration=3'])('answers no range for %j', async (query) => {
    const { status, body } = await send(query);
    expect([status, body.dateRange, body.free, body.booked]).toEqual([200, undefined, undefined, undefined]);
  });

  // spec rest-input.13
  test('accepts a range as ISO dates, as instants, with an offset and in epoch milliseconds', async () => {
    const [start, end] = ['2026-03-09T00:00:00.000Z', '2026-03-10T00:00:00.000Z'];
    const plain = (await send(`startDate=${start}&endDate=${end}`)).body;
    expect([plain.dateRange, plain.free?.length]).toEqual([{ start, end }, 1]);
    for (const [from, to] of [
      ['2026-03-09', '2026-03-10'],
      ['2026-03-09T05:30+05:30', '2026-03-10T05:30+05:30'],
      [`${Date.parse(start)}`, `${Date.parse(end)}`],
      [` ${start} `, end],
    ]) {
      expect((await send(`startDate=${enc(from ?? '')}&endDate=${enc(to ?? '')}&duration=1`)).body).toEqual(plain);
    }
  });

  test.each([
    ['startDate=2026-03-09', 'Invalid date range'],
    ['endDate=2026-03-09', 'Invalid date range'],
    ['startDate=2026-03-10&endDate=2026-03-09', 'Invalid date range'],
    ['startDate=soon&endDate=2026-03-09', 'Invalid date range'],
    ['startDate=2026-03-09&endDate=2026-02-30', 'Invalid date range'],
    ['duration=0', 'Duration must be 1, 2 or 3 hours'],
    ['duration=4', 'Duration must be 1, 2 or 3 hours'],
    ['duration=1.5', 'Duration must be 1, 2 or 3 hours'],
    ['duration=one', 'Duration must be 1, 2 or 3 hours'],
  ])('rejects %s: %s', async (query, message) => {
    expect(await send(query)).toMatchObject({ status: 400, body: { message } });
  });
});
