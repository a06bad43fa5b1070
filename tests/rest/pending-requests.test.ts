import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, NOW } from '#tests/support/factories.ts';
import { useRest } from './app.ts';
import { bookingRequest } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);

describe.each(['/api/students/bookings', '/api/bookings'])('POST %s', (path) => {
  // spec s8-limits.18
  test.each([
    [
      'booking.email_unconfirmed',
      2,
      null,
      'apart',
      'Until your email address is confirmed, you can have 2 requests that have not been answered. Please open the link in our mail.',
    ],
    [
      'booking.too_many_pending_tutor',
      3,
      NOW,
      'together',
      'You have 3 requests that this tutor has not answered yet. Please wait for an answer, or cancel one of them.',
    ],
    [
      'booking.too_many_pending',
      10,
      NOW,
      'apart',
      'You have 10 requests that have not been answered yet. Please wait for an answer, or cancel one of them.',
    ],
  ] as const)('answers %s after %s pending requests', async (code, times, emailVerifiedAt, tutors, message) => {
    const student = await aStudent(database.db, { emailVerifiedAt });
    const tutor = await aTutor(database.db);
    const startOf = (index: number) => new Date(NEXT_MONDAY_NINE.getTime() + index * 24 * HOUR);
    for (let index = 1; index <= times; index += 1)
      await aBooking(database.db, { student, startTime: startOf(index), ...(tutors === 'together' && { tutor }) });
    const body = bookingRequest(tutor);
    const answer = await rest.call('POST', path, { body, as: await rest.tokenOf(student) });
    expect(answer).toMatchObject({ status: 409, body: { success: false, code, message } });
  });
});
