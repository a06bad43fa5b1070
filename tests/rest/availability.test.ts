import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aTutor, NEXT_MONDAY_NINE } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const MONDAY = { day: 'Monday', startMinute: 540, endMinute: 1020 } as const;

describe('GET /api/tutors/{id}/availability', () => {
  const range = (from: string, to: string) => `startDate=${encodeURIComponent(from)}&endDate=${encodeURIComponent(to)}`;

  test('answers the published week keyed by day without a range', async () => {
    const tutor = await aTutor(database.db, {
      subjects: [{ slots: [MONDAY, { day: 'Friday', startMinute: 600, endMinute: 690 }, { day: 'Friday', startMinute: 720, endMinute: 780 }] }],
    });
    const { status, body } = await rest.get(`/api/tutors/${tutor.id}/availability`);
    expect(status).toBe(200);
    expect(body).toEqual({
      tutorId: tutor.id,
      vacationMode: false,
      availability: [
        {
          subject: expect.any(String),
          subjectId: tutor.subjectId,
          availability: {
            Monday: [{ start: '09:00', end: '17:00' }],
            Friday: [
              { start: '10:00', end: '11:30' },
              { start: '12:00', end: '13:00' },
            ],
          },
        },
      ],
    });
  });

  // spec rest-tutors.6 | C §7 | GET /api/tutors/{id}/availability with startDate, endDate | src/server/rest/tutors.ts
  test('adds what is booked and free with a range', async () => {
    const tutor = await aTutor(database.db, { subjects: [{ slots: [{ ...MONDAY, endMinute: 720 }] }] });
    await aBooking(database.db, { tutor, startTime: NEXT_MONDAY_NINE });
    const { body } = await rest.get(`/api/tutors/${tutor.id}/availability?${range('2026-03-09T00:00:00+05:30', '2026-03-10T00:00:00+05:30')}`);
    expect(body).toEqual({
      tutorId: tutor.id,
      vacationMode: false,
      dateRange: { start: '2026-03-08T18:30:00.000Z', end: '2026-03-09T18:30:00.000Z' },
      availability: [{ subject: expect.any(String), subjectId: tutor.subjectId, availability: { Monday: [{ start: '09:00', end: '12:00' }] } }],
      booked: [{ start: '2026-03-09T03:30:00.000Z', end: '2026-03-09T04:30:00.000Z' }],
      free: [{ subjectId: tutor.subjectId, starts: ['2026-03-09T04:30:00.000Z', '2026-03-09T05:30:00.000Z'] }],
    });
  });

  test('accepts the range as epoch milliseconds and as days, and longer sessions', async () => {
    const { id } = await aTutor(database.db, { subjects: [{ slots: [{ ...MONDAY, endMinute: 720 }] }] });
    const starts = async (query: string) =>
      (await rest.get<{ free: { starts: string[] }[] }>(`/api/tutors/${id}/availability?${query}`)).body.free[0]?.starts;
    const [from, to] = [Date.parse('2026-03-09T00:00:00Z'), Date.parse('2026-03-10T00:00:00Z')];
    const all = await starts(range('2026-03-09T00:00:00.000Z', '2026-03-10T00:00:00.000Z'));
    expect(all).toHaveLength(3);
    expect(await starts(`startDate=${from}&endDate=${to}`)).toEqual(all);
    expect(await starts(range('2026-03-09', '2026-03-10'))).toEqual(all);
    expect(await starts(range('2026-03-09T00:00', '2026-03-10T00:00:00'))).toEqual(all);
    expect(await starts(`${range('2026-03-09', '2026-03-10')}&duration=2`)).toHaveLength(2);
    expect(await starts(`${range('2026-03-09', '2026-03-10')}&duration=`)).toEqual(all);
  });

  test.each([
    ['a start alone', 'startDate=2026-03-09', 'Invalid date range'],
    ['an end alone', 'endDate=2026-03-09', 'Invalid date range'],
    ['an end before the start', range('2026-03-10', '2026-03-09'), 'Invalid date range'],
    ['no dates', range('yesterday', 'today'), 'Invalid date range'],
    ['days that no month has', range('2026-13-01', '2026-13-02'), 'Invalid date range'],
    ['a time beyond every calendar', range('-8640000000000000', '8640000000000000'), 'Invalid date range'],
    ['four hours', 'duration=4', 'Duration must be 1, 2 or 3 hours'],
    ['half an hour', 'duration=0.5', 'Duration must be 1, 2 or 3 hours'],
    ['a duration in words', 'duration=one', 'Duration must be 1, 2 or 3 hours'],
  ])('answers 400 for %s', async (_, query, message) => {
    const { id } = await aTutor(database.db);
    expect(await rest.get(`/api/tutors/${id}/availability?${query}`)).toMatchObject({ status: 400, body: { success: false, message } });
  });
});
