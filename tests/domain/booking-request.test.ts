import { describe, expect, it } from 'vitest';
import { type BookableSubject, type BookableTutor, bookingProblem, requestedHours, type SessionRequest } from '#shared/domain/booking-request.ts';
import { isBookable } from '#shared/domain/on-offer.ts';
import { instantAt } from '#shared/domain/zone.ts';
import type { ErrorCode } from '#shared/errors.ts';

const zone = 'Asia/Colombo';
/** A Monday, 10:00 in Colombo. */
const NOW = new Date('2026-11-23T04:30:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const maths: BookableSubject = {
  id: 'maths',
  isActive: true,
  modes: [
    { type: 'online', enabled: true, rate: 1500 },
    { type: 'home-visit', enabled: false, rate: 2000 },
    { type: 'group', enabled: true, rate: 500 },
  ],
  week: [
    { day: 'Monday', slots: [{ start: '09:00', end: '12:00' }] },
    {
      day: 'Tuesday',
      slots: [
        { start: '00:00', end: '01:00' },
        { start: '09:30', end: '12:30' },
        { start: '12:30', end: '13:30' },
      ],
    },
  ],
};
const tutor: BookableTutor = { isOnVacation: false, subjects: [{ ...maths, id: 'old', isActive: false }, maths] };

const start = (date: string, hour: number, minute = 0): Date => instantAt(date, hour * 60 + minute, zone);
const requestFrom = (from: Date, changes: Partial<SessionRequest> & { lasting?: number } = {}): SessionRequest => {
  const { lasting = HOUR, ...rest } = changes;
  return { subjectId: 'maths', start: from, end: new Date(from.getTime() + lasting), hours: undefined, method: 'online', ...rest };
};
const TUESDAY = start('2026-11-24', 9, 30);
const NEVER = new Date(Number.NaN);

// spec validation.21 | D Booking | Booking: in a published slot, on the hour of its start, not today, at most 28 days ahead |
//   src/shared/domain/booking-request.ts
describe('why a request cannot be booked', () => {
  // spec validation.13 | P §5 Booking | Booking: 1, 2 or 3 hours | src/shared/domain/booking-request.ts
  it.each<[string, SessionRequest, ErrorCode | null]>([
    ['a session inside a slot can be', requestFrom(TUESDAY), null],
    ['with its duration too', requestFrom(TUESDAY, { hours: 1 }), null],
    ['one of three hours fills the slot', requestFrom(TUESDAY, { lasting: 3 * HOUR }), null],
    ['one that starts an hour after the slot', requestFrom(start('2026-11-24', 11, 30)), null],

    ['a subject that the tutor has not', requestFrom(TUESDAY, { subjectId: 'physics' }), 'booking.subject_unknown'],
    ['a subject that is not active', requestFrom(TUESDAY, { subjectId: 'old' }), 'booking.subject_unknown'],

    ['a start that is no time', requestFrom(TUESDAY, { start: NEVER }), 'booking.time_invalid'],
    ['an end that is no time', requestFrom(TUESDAY, { end: NEVER }), 'booking.time_invalid'],
    ['an end at the start', requestFrom(TUESDAY, { lasting: 0 }), 'booking.time_invalid'],
    ['an end before the start', requestFrom(TUESDAY, { lasting: -HOUR }), 'booking.time_invalid'],

    ['a start just now', requestFrom(NOW), 'booking.in_past'],
    ['a start in the past', requestFrom(start('2026-11-16', 9)), 'booking.in_past'],
    ['a minute from now', requestFrom(new Date(NOW.getTime() + MINUTE)), 'booking.too_soon'],
    ['the last minute of today', requestFrom(start('2026-11-23', 23, 59)), 'booking.too_soon'],
    ['the first minute of tomorrow', requestFrom(start('2026-11-24', 0)), null],
    ['28 days ahead', requestFrom(start('2026-12-21', 11)), null],
    ['the first minute 29 days ahead', requestFrom(start('2026-12-22', 0)), 'booking.too_far'],

    ['half an hour', requestFrom(TUESDAY, { lasting: HOUR / 2 }), 'booking.duration'],
    ['an hour and a half', requestFrom(TUESDAY, { lasting: 1.5 * HOUR }), 'booking.duration'],
    ['four hours', requestFrom(TUESDAY, { lasting: 4 * HOUR }), 'booking.duration'],
    ['no hours', requestFrom(TUESDAY, { hours: 0 }), 'booking.duration'],
    ['a duration that is no number', requestFrom(TUESDAY, { hours: Number.NaN }), 'booking.duration'],
    ['two hours in the time of one', requestFrom(TUESDAY, { hours: 2 }), 'booking.duration_mismatch'],
    ['a minute more than the duration', requestFrom(TUESDAY, { hours: 1, lasting: HOUR + MINUTE }), null],
    ['a minute less than the duration', requestFrom(TUESDAY, { hours: 1, lasting: HOUR - MINUTE }), null],
    ['more than a minute more', requestFrom(TUESDAY, { hours: 1, lasting: HOUR + MINUTE + 1 }), 'booking.duration_mismatch'],
    ['more than a minute less', requestFrom(TUESDAY, { hours: 1, lasting: HOUR - MINUTE - 1 }), 'booking.duration_mismatch'],

    ['a group', requestFrom(TUESDAY, { method: 'group' }), 'booking.group'],
    ['a mode that is not enabled', requestFrom(TUESDAY, { method: 'individual' }), 'booking.mode_unavailable'],

    ['half an hour after the slot begins', requestFrom(start('2026-11-24', 10)), 'booking.outside_slots'],
    ['a second after the slot begins', requestFrom(new Date(TUESDAY.getTime() + 1000)), 'booking.outside_slots'],
    ['past the end of the slot', requestFrom(start('2026-11-24', 11, 30), { lasting: 2 * HOUR }), 'booking.outside_slots'],
    ['before the slot', requestFrom(start('2026-11-24', 8, 30)), 'booking.outside_slots'],
    ['on a day without slots', requestFrom(start('2026-11-25', 9, 30)), 'booking.outside_slots'],
  ])('%s', (_, request, problem) => {
    expect(bookingProblem(tutor, request, { now: NOW, zone })).toBe(problem);
  });

  it('a mode without a rate is not on offer', () => {
    const free: BookableTutor = { ...tutor, subjects: [{ ...maths, modes: [{ type: 'online', enabled: true, rate: 0 }] }] };
    expect(bookingProblem(free, requestFrom(TUESDAY), { now: NOW, zone })).toBe('booking.mode_unavailable');
  });

  it('a tutor on vacation cannot be booked', () => {
    expect(bookingProblem({ ...tutor, isOnVacation: true }, requestFrom(TUESDAY), { now: NOW, zone })).toBe('booking.tutor_on_vacation');
  });

  it('the slot is wall-clock time of the platform zone', () => {
    expect(bookingProblem(tutor, requestFrom(new Date('2026-11-24T04:00:00Z')), { now: NOW, zone })).toBeNull();
    expect(bookingProblem(tutor, requestFrom(new Date('2026-11-24T09:30:00Z')), { now: NOW, zone })).toBe('booking.outside_slots');
    expect(bookingProblem(tutor, requestFrom(new Date('2026-11-24T09:30:00Z')), { now: NOW, zone: 'UTC' })).toBeNull();
  });

  it('of several problems the first in the order of the contract is reported', () => {
    const onVacation = { ...tutor, isOnVacation: true };
    const worst = requestFrom(start('2026-11-25', 9, 17), { subjectId: 'physics', hours: 4, method: 'group', end: NEVER });
    const problemOf = (request: SessionRequest, of: BookableTutor = onVacation) => bookingProblem(of, request, { now: NOW, zone });
    const cured = [
      worst,
      { ...worst, subjectId: 'maths' },
      { ...worst, subjectId: 'maths', start: start('2026-11-16', 9), end: start('2026-11-16', 10) },
      { ...worst, subjectId: 'maths', start: start('2026-11-23', 23), end: start('2026-11-24', 0) },
      { ...worst, subjectId: 'maths', end: start('2026-11-25', 10, 17) },
      { ...worst, subjectId: 'maths', end: start('2026-11-25', 10, 17), hours: 2 },
      { ...worst, subjectId: 'maths', end: start('2026-11-25', 10, 17), hours: 1 },
      { ...worst, subjectId: 'maths', end: start('2026-11-25', 10, 17), hours: 1, method: 'individual' as const },
      { ...worst, subjectId: 'maths', end: start('2026-11-25', 10, 17), hours: 1, method: 'online' as const },
    ];
    expect(cured.map((request) => problemOf(request))).toEqual([
      'booking.subject_unknown',
      'booking.time_invalid',
      'booking.in_past',
      'booking.too_soon',
      'booking.duration',
      'booking.duration_mismatch',
      'booking.group',
      'booking.mode_unavailable',
      'booking.tutor_on_vacation',
    ]);
    expect(cured.slice(-1).map((request) => problemOf(request, tutor))).toEqual(['booking.outside_slots']);
  });
});

describe('the hours of a request', () => {
  // spec validation.16 | P §5 Booking | Booking: without a duration it is the end minus the start | src/shared/domain/booking-request.ts
  it('are those that were sent, else the end minus the start', () => {
    expect(requestedHours(requestFrom(TUESDAY, { hours: 3 }))).toBe(3);
    expect(requestedHours(requestFrom(TUESDAY, { lasting: 2 * HOUR }))).toBe(2);
    expect(requestedHours(requestFrom(TUESDAY, { lasting: HOUR / 2 }))).toBe(0.5);
  });
});

describe('a subject is on offer when it is active and has a mode with a rate and a slot', () => {
  it.each<[string, Partial<BookableSubject>, boolean]>([
    ['with all of them', {}, true],
    ['not active', { isActive: false }, false],
    ['without a mode', { modes: [] }, false],
    ['with a group mode only', { modes: [{ type: 'group', enabled: true, rate: 500 }] }, false],
    ['without a rate', { modes: [{ type: 'online', enabled: true, rate: 0 }] }, false],
    ['without a slot', { week: [{ day: 'Monday', slots: [] }] }, false],
  ])('%s', (_, changes, isIt) => {
    expect(isBookable({ ...maths, ...changes })).toBe(isIt);
  });
});
