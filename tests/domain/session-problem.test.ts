import { describe, expect, test } from 'vitest';
import { problemRefusal } from '#shared/domain/booking-lifecycle.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';

const START = new Date('2026-03-09T03:30:00.000Z');
const END = new Date('2026-03-09T05:30:00.000Z');
const LAST = new Date('2026-03-23T05:30:00.000Z');
const beside = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);
const refusal = (status: BookingStatus, now: Date) => problemRefusal({ status, startTime: START, endTime: END }, now);

// spec reports.1 | D Booking | Report a problem: by a party, on a confirmed or completed booking, from its start to 14 days after its end |
//   src/shared/domain/booking-lifecycle.ts
describe('a problem on a session can be reported', () => {
  test.each<[string, BookingStatus, Date, string | null]>([
    ['a moment before the start', 'confirmed', beside(START, -1), 'problem.too_early'],
    ['at the start', 'confirmed', START, null],
    ['while it is held', 'confirmed', beside(START, 60_000), null],
    ['at the end', 'completed', END, null],
    ['14 days after the end', 'completed', LAST, null],
    ['a moment later', 'completed', beside(LAST, 1), 'problem.too_late'],
    ['long after, where nobody completed it', 'confirmed', beside(LAST, 1), 'problem.too_late'],
  ])('%s: %s', (_, status, now, expected) => {
    expect(refusal(status, now)).toBe(expected);
  });

  // spec reports.1
  test.each(['pending', 'cancelled'] as const)('never of a %s one', (status) => {
    for (const now of [beside(START, -1), START, END, beside(LAST, 1)]) expect(refusal(status, now)).toBe('problem.status');
  });
});
