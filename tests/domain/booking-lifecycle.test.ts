import { describe, expect, it } from 'vitest';
import {
  countdown,
  isReasonNeeded,
  statusWhenPartyLeaves,
  type Transition,
  timeState,
  toBookingUpdate,
  transitionProblem,
} from '#shared/domain/booking-lifecycle.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { BOOKING_ACTORS, BOOKING_STATUSES, type BookingActor, type BookingStatus } from '#shared/vocabulary/bookings.ts';

const START = new Date('2026-11-24T10:00:00Z');
const END = new Date('2026-11-24T11:00:00Z');
const MOMENTS = {
  'long before': new Date('2026-11-20T10:00:00Z'),
  'just before the start': new Date(START.getTime() - 1),
  'at the start': START,
  'just before the end': new Date(END.getTime() - 1),
  'at the end': END,
  'long after': new Date('2026-12-20T10:00:00Z'),
} as const;
type When = keyof typeof MOMENTS;

const booking = (status: BookingStatus) => ({ status, startTime: START, endTime: END });
const problem = (by: BookingActor, from: BookingStatus, to: BookingStatus, when: When, reason?: string) =>
  transitionProblem(booking(from), { by, to, reason }, MOMENTS[when]);

const NOT_PENDING = 'booking.not_pending';
const NOT_CONFIRMED = 'booking.not_confirmed';
const NOT_ENDED = 'booking.not_ended';
const NOT_CANCELLABLE = 'booking.not_cancellable';

// spec states.31 | P §4 Booking status | Tutor: pending to confirmed or cancelled, confirmed to completed after the end |
//   src/shared/domain/booking-lifecycle.ts
describe('moves of the tutor', () => {
  it.each<[BookingStatus, BookingStatus, When, ErrorCode | null]>([
    ['pending', 'confirmed', 'long before', null],
    ['pending', 'confirmed', 'just before the start', null],
    ['pending', 'confirmed', 'at the start', NOT_PENDING],
    ['pending', 'confirmed', 'long after', NOT_PENDING],
    ['pending', 'cancelled', 'long before', null],
    ['pending', 'cancelled', 'at the start', null],
    ['pending', 'cancelled', 'long after', null],
    ['pending', 'completed', 'long after', NOT_CONFIRMED],
    ['confirmed', 'confirmed', 'long before', NOT_PENDING],
    ['confirmed', 'cancelled', 'just before the start', null],
    ['confirmed', 'cancelled', 'at the start', NOT_CANCELLABLE],
    ['confirmed', 'cancelled', 'long after', NOT_CANCELLABLE],
    ['confirmed', 'completed', 'long before', NOT_ENDED],
    ['confirmed', 'completed', 'just before the end', NOT_ENDED],
    ['confirmed', 'completed', 'at the end', null],
    ['confirmed', 'completed', 'long after', null],
    ['completed', 'confirmed', 'long before', NOT_PENDING],
    ['completed', 'cancelled', 'long before', NOT_CANCELLABLE],
    ['completed', 'completed', 'long after', NOT_CONFIRMED],
    ['cancelled', 'confirmed', 'long before', NOT_PENDING],
    ['cancelled', 'cancelled', 'long before', NOT_CANCELLABLE],
    ['cancelled', 'completed', 'long after', NOT_CONFIRMED],
  ])('from %s to %s %s: %s', (from, to, when, code) => {
    expect(problem('tutor', from, to, when, 'I am ill')).toBe(code);
  });
});

// spec states.32 | D Booking | Confirming only before the start; a confirmed one may be cancelled before it, with a reason |
//   src/shared/domain/booking-lifecycle.ts
describe('a tutor who cancels a confirmed booking says why', () => {
  it.each([
    [undefined, 'booking.reason_missing'],
    ['', 'booking.reason_missing'],
    [' \n ', 'booking.reason_missing'],
    ['I am ill', null],
  ])('%j', (reason, code) => {
    expect(problem('tutor', 'confirmed', 'cancelled', 'long before', reason)).toBe(code);
  });

  it('but is first rejected as too late', () => {
    expect(problem('tutor', 'confirmed', 'cancelled', 'at the start')).toBe(NOT_CANCELLABLE);
    expect(problem('tutor', 'completed', 'cancelled', 'long before')).toBe(NOT_CANCELLABLE);
  });

  it('nobody else needs to, and not for another move', () => {
    expect(problem('tutor', 'pending', 'cancelled', 'long before')).toBeNull();
    expect(problem('student', 'confirmed', 'cancelled', 'long before')).toBeNull();
    const needed = BOOKING_ACTORS.flatMap((by) =>
      BOOKING_STATUSES.flatMap((from) => BOOKING_STATUSES.filter((to) => isReasonNeeded(from, { by, to })).map((to) => [by, from, to])),
    );
    expect(needed).toEqual([['tutor', 'confirmed', 'cancelled']]);
  });
});

describe('moves of the student', () => {
  it.each<[BookingStatus, BookingStatus, When, ErrorCode | null]>([
    ['pending', 'cancelled', 'just before the start', null],
    ['pending', 'cancelled', 'at the start', NOT_CANCELLABLE],
    ['confirmed', 'cancelled', 'just before the start', null],
    ['confirmed', 'cancelled', 'at the start', NOT_CANCELLABLE],
    ['completed', 'cancelled', 'long before', NOT_CANCELLABLE],
    ['cancelled', 'cancelled', 'long before', NOT_CANCELLABLE],
    ['pending', 'confirmed', 'long before', NOT_PENDING],
    ['confirmed', 'completed', 'long after', NOT_CONFIRMED],
  ])('from %s to %s %s: %s', (from, to, when, code) => {
    expect(problem('student', from, to, when)).toBe(code);
  });
});

describe('moves of the system', () => {
  it.each<[BookingStatus, BookingStatus, When, ErrorCode | null]>([
    ['pending', 'cancelled', 'long before', null],
    ['pending', 'cancelled', 'at the start', null],
    ['pending', 'cancelled', 'long after', null],
    ['confirmed', 'cancelled', 'long before', null],
    ['confirmed', 'cancelled', 'just before the end', null],
    ['confirmed', 'cancelled', 'at the end', NOT_CANCELLABLE],
    ['confirmed', 'completed', 'just before the end', NOT_ENDED],
    ['confirmed', 'completed', 'at the end', null],
    ['pending', 'confirmed', 'long before', NOT_PENDING],
    ['pending', 'completed', 'long after', NOT_CONFIRMED],
    ['completed', 'cancelled', 'long before', NOT_CANCELLABLE],
  ])('from %s to %s %s: %s', (from, to, when, code) => {
    expect(problem('system', from, to, when)).toBe(code);
  });
});

describe('nobody', () => {
  const moves = (by: BookingActor) =>
    BOOKING_STATUSES.flatMap((from) =>
      BOOKING_STATUSES.flatMap((to) =>
        Object.values(MOMENTS).map((now) => transitionProblem(booking(from), { by, to, reason: 'x' } satisfies Transition, now)),
      ),
    );

  it('makes a booking pending again', () => {
    const problems = BOOKING_ACTORS.flatMap((by) => BOOKING_STATUSES.map((from) => problem(by, from, 'pending', 'long before', 'x')));
    expect(new Set(problems)).toEqual(new Set(['booking.status_invalid']));
  });

  // spec roles.11 | P §6 Admin | Admins only look at bookings | src/shared/domain/booking-lifecycle.ts
  it('moves bookings as an admin: admins only look', () => {
    expect(moves('admin')).not.toContain(null);
  });
});

// spec states.42 | P §4 Booking status | A confirmed booking is upcoming, ongoing or ended | src/shared/domain/booking-lifecycle.ts
describe('where a confirmed booking stands in time', () => {
  it.each<[When, string]>([
    ['long before', 'upcoming'],
    ['just before the start', 'upcoming'],
    ['at the start', 'ongoing'],
    ['just before the end', 'ongoing'],
    ['at the end', 'ended'],
    ['long after', 'ended'],
  ])('%s it is %s', (when, state) => {
    expect(timeState(booking('confirmed'), MOMENTS[when])).toBe(state);
  });

  it.each(['pending', 'completed', 'cancelled'] as const)('a %s booking has no such state', (status) => {
    expect(timeState(booking(status), MOMENTS['long before'])).toBeNull();
  });
});

// spec tutor-bookings.3 | P §4 Booking status | Countdown: Starts in, Ends in, Ended … ago | src/shared/domain/booking-lifecycle.ts
describe('the countdown of a confirmed booking', () => {
  const [second, minute, hour] = [1_000, 60_000, 3_600_000];
  it.each<[string, number, string]>([
    ['two days and more before the start', -(52 * hour + 10 * minute), 'Starts in 52h 10m'],
    ['an hour before the start', -hour, 'Starts in 1h 0m'],
    ['half a minute later, by the same minute of the clock', -hour + 30 * second, 'Starts in 1h 0m'],
    ['a whole minute later', -hour + minute, 'Starts in 0h 59m'],
    ['in the last second before the start', -1, 'Starts in 0h 1m'],
    ['at the start', 0, 'Ends in 1h 0m'],
    ['in the last second before the end', hour - 1, 'Ends in 0h 1m'],
    ['at the end', hour, 'Ended 0h 0m ago'],
    ['59 seconds after the end', hour + 59 * second, 'Ended 0h 0m ago'],
    ['a minute after the end', hour + minute, 'Ended 0h 1m ago'],
    ['three days after the end', 73 * hour + 5 * minute, 'Ended 72h 5m ago'],
  ])('%s', (_, sinceStart, label) => {
    expect(countdown(booking('confirmed'), new Date(START.getTime() + sinceStart))).toBe(label);
  });

  it.each(['pending', 'completed', 'cancelled'] as const)('a %s one has none', (status) => {
    expect(countdown(booking(status), MOMENTS['long before'])).toBeNull();
  });
});

describe('what a live update calls a move', () => {
  it('completed is an update', () => {
    expect(BOOKING_STATUSES.map(toBookingUpdate)).toEqual(['created', 'confirmed', 'updated', 'cancelled']);
  });
});

describe('an open booking of somebody who leaves', () => {
  // spec leaving.4
  it.each<[BookingStatus, When, 'completed' | 'cancelled']>([
    ['pending', 'long before', 'cancelled'],
    ['pending', 'at the start', 'cancelled'],
    ['pending', 'long after', 'cancelled'],
    ['confirmed', 'long before', 'cancelled'],
    ['confirmed', 'at the start', 'cancelled'],
    ['confirmed', 'just before the end', 'cancelled'],
    ['confirmed', 'at the end', 'completed'],
    ['confirmed', 'long after', 'completed'],
  ])('that is %s %s is %s', (status, when, fate) => {
    expect(statusWhenPartyLeaves(booking(status), MOMENTS[when])).toBe(fate);
  });
});
