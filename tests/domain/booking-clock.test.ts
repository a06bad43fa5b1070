import { describe, expect, test } from 'vitest';
import { autoCompleteAt, clockJobs, isReminderDue, lastReminderBefore, requestExpiresAt } from '#shared/domain/booking-clock.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CREATED_AT = new Date('2026-03-02T04:30:00.000Z');
const later = (hours: number, from = CREATED_AT, milliseconds = 0) => new Date(from.getTime() + hours * HOUR + milliseconds);

// spec states.35 | D Booking | System: pending to cancelled with "No response from tutor", at min(made + 24 h, max(start − 2 h, made + 30 min),
//   start) | src/shared/domain/booking-clock.ts
describe('an unanswered request ends', () => {
  test.each([
    ['a day after it was made, far from the start', 100, 24],
    ['a day after it was made, where that is two hours before the start', 26, 24],
    ['two hours before the start, where the day would end later', 25.99, 23.99],
    ['two hours before the start', 10, 8],
    ['after half an hour, where that is two hours before the start', 2.5, 0.5],
    ['after half an hour, where two hours before the start would be sooner', 2, 0.5],
    ['after half an hour, an hour before the start', 1.5, 0.5],
    ['after half an hour, which is the start', 0.5, 0.5],
    ['at the start, where half an hour would be after it', 0.25, 0.25],
  ])('%s', (_, startsAfter, endsAfter) => {
    expect(requestExpiresAt({ createdAt: CREATED_AT, startTime: later(startsAfter) })).toEqual(later(endsAfter));
  });
});

// spec states.36 | D Booking | System: confirmed to completed 48 h after the end, by the time that holds | src/shared/domain/booking-clock.ts
test('a session that nobody completes is completed 48 hours after its end', () => {
  expect(autoCompleteAt({ endTime: CREATED_AT })).toEqual(later(48));
});

// spec mail.18
describe('the clock plans', () => {
  const booking = (status: BookingStatus, startsAfter: number) => {
    const startTime = later(startsAfter);
    return { id: 'b', status, startTime, endTime: later(2, startTime), createdAt: CREATED_AT };
  };
  const planned = (status: BookingStatus, startsAfter: number) =>
    clockJobs(booking(status, startsAfter), CREATED_AT).map(({ kind, params, dueAt, key }) => ({ kind, params, dueAt, key }));
  const over = (startsAfter: number) => ({
    kind: 'booking.over',
    params: { bookingId: 'b' },
    dueAt: later(startsAfter + 50),
    key: `booking.over b ${later(startsAfter + 2).getTime()}`,
  });
  const reminder = (startsAfter: number, hours: number) => ({
    kind: 'booking.remind',
    params: { bookingId: 'b', hours },
    dueAt: later(startsAfter - hours),
    key: `booking.remind b ${hours} ${later(startsAfter).getTime()}`,
  });

  test('the end of a request', () => {
    const ends = { kind: 'booking.unanswered', params: { bookingId: 'b' }, dueAt: later(24), key: 'booking.unanswered b' };
    expect(planned('pending', 100)).toEqual([ends]);
  });

  test('the completion of a confirmed session, and both reminders', () => {
    expect(planned('confirmed', 100)).toEqual([over(100), reminder(100, 24), reminder(100, 1)]);
  });

  test.each([
    ['a millisecond more than a day before', 24, 1, [24, 1]],
    ['a day before', 24, 0, [1]],
    ['a millisecond more than an hour before', 1, 1, [1]],
    ['an hour before', 1, 0, []],
    ['after the start', -1, 0, []],
  ])('no reminder whose time is past: %s', (_, startsAfter, milliseconds, hours) => {
    const startTime = later(startsAfter, CREATED_AT, milliseconds);
    const jobs = clockJobs({ ...booking('confirmed', 0), startTime, endTime: later(2, startTime) }, CREATED_AT);
    expect(jobs.flatMap(({ kind, params }) => (kind === 'booking.remind' ? [params] : []))).toEqual(
      hours.map((of) => ({ bookingId: 'b', hours: of })),
    );
    expect(lastReminderBefore({ startTime }, CREATED_AT)).toBe([24, 1].filter((of) => !hours.includes(of)).at(-1) ?? null);
  });

  test.each(['completed', 'cancelled'] as const)('nothing for what is %s', (status) => {
    expect(planned(status, 100)).toEqual([]);
  });
});

describe('a reminder is due', () => {
  test.each([
    [24, 24.001, false],
    [24, 24, true],
    [24, 12, true],
    [24, 1.001, true],
    [24, 1, false],
    [1, 1.001, false],
    [1, 1, true],
    [1, 0.001, true],
    [1, 0, false],
    [1, -1, false],
  ])('the one of %d hours, %d hours before the start: %s', (hours, before, isIt) => {
    expect(isReminderDue({ startTime: later(before) }, hours, CREATED_AT)).toBe(isIt);
  });
});
