import { describe, expect, test } from 'vitest';
import type { BookableSubject, BookableTutor } from '#shared/domain/booking-request.ts';
import {
  acceptanceProblem,
  isOpen,
  lapseTime,
  type ProposedTime,
  proposedTimeProblem,
  proposingProblem,
  type RescheduledSession,
} from '#shared/domain/proposals.ts';
import { instantAt } from '#shared/domain/zone.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { BOOKING_STATUSES, PARTIES, PROPOSAL_STATES } from '#shared/vocabulary/bookings.ts';

const zone = 'Asia/Colombo';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A Monday, 10:00 in Colombo. */
const NOW = new Date('2026-11-23T04:30:00Z');
const at = (date: string, hour: number, minute = 0) => instantAt(date, hour * 60 + minute, zone);
const earlier = (instant: Date, milliseconds: number) => new Date(instant.getTime() - milliseconds);

const TUESDAY = at('2026-11-24', 9);
const BOOKING: RescheduledSession = {
  subjectId: 'maths',
  startTime: TUESDAY,
  endTime: new Date(TUESDAY.getTime() + 2 * HOUR),
  learningMethod: 'online',
};
const TUTOR: BookableTutor = {
  isOnVacation: false,
  subjects: [
    {
      id: 'maths',
      isActive: true,
      modes: [{ type: 'online', enabled: true, rate: 1500 }],
      week: [
        { day: 'Tuesday', slots: [{ start: '00:00', end: '13:00' }] },
        { day: 'Monday', slots: [{ start: '09:00', end: '13:00' }] },
      ],
    },
    {
      id: 'physics',
      isActive: true,
      modes: [{ type: 'online', enabled: true, rate: 1500 }],
      week: [{ day: 'Friday', slots: [{ start: '09:00', end: '13:00' }] }],
    },
  ],
};
const proposed = (start: Date, changes: Partial<ProposedTime> = {}): ProposedTime => ({ booking: BOOKING, start, by: 'student', ...changes });

// spec proposals.1 | D Booking | On a confirmed booking, until 2 h before its start, either party | src/shared/domain/proposals.ts
describe('whether another time can be proposed at all', () => {
  test.each(BOOKING_STATUSES)('for a booking that is %s', (status) => {
    expect(proposingProblem({ status, startTime: TUESDAY }, NOW)).toBe(status === 'confirmed' ? null : 'proposal.not_confirmed');
  });

  test.each<[string, number, ErrorCode | null]>([
    ['a millisecond more than two hours before', 2 * HOUR + 1, null],
    ['two hours before', 2 * HOUR, 'proposal.too_late'],
    ['a millisecond less than two hours before', 2 * HOUR - 1, 'proposal.too_late'],
    ['at the start', 0, 'proposal.too_late'],
    ['after the start', -HOUR, 'proposal.too_late'],
  ])('%s', (_, notice, problem) => {
    expect(proposingProblem({ status: 'confirmed', startTime: TUESDAY }, earlier(TUESDAY, notice))).toBe(problem);
  });
});

// spec proposals.2 | D Booking | Of the same length, by every rule of a new booking; during vacation by the tutor only; not in days off |
//   src/shared/domain/proposals.ts
describe('whether this time can be proposed', () => {
  const problemOf = (time: ProposedTime, tutor: BookableTutor = TUTOR, now = NOW) => proposedTimeProblem(tutor, time, { now, zone });

  test.each<[string, ProposedTime, ErrorCode | null]>([
    ['an hour later, over the old time', proposed(at('2026-11-24', 10)), null],
    ['the last start of the slot', proposed(at('2026-11-24', 11)), null],
    ['a start whose end passes the slot', proposed(at('2026-11-24', 12)), 'booking.outside_slots'],
    ['a start off the hour', proposed(at('2026-11-24', 10, 30)), 'booking.outside_slots'],
    ['another week', proposed(at('2026-12-01', 9)), null],
    ['the last day that can be booked', proposed(at('2026-12-21', 9)), null],
    ['a day beyond it', proposed(at('2026-12-22', 9)), 'booking.too_far'],
    ['a slot of today', proposed(at('2026-11-23', 11)), 'booking.too_soon'],
    ['the past', proposed(at('2026-11-17', 9)), 'booking.in_past'],
    ['the present time', proposed(TUESDAY), 'proposal.same_time'],
    ['a slot of another subject', proposed(at('2026-11-27', 9)), 'booking.outside_slots'],
    ['a subject that is taught no more', proposed(at('2026-12-01', 9), { booking: { ...BOOKING, subjectId: 'art' } }), 'booking.subject_unknown'],
    ['a subject that is gone', proposed(at('2026-12-01', 9), { booking: { ...BOOKING, subjectId: null } }), 'booking.subject_unknown'],
    [
      'a method that is offered no more',
      proposed(at('2026-12-01', 9), { booking: { ...BOOKING, learningMethod: 'individual' } }),
      'booking.mode_unavailable',
    ],
    ['a group', proposed(at('2026-12-01', 9), { booking: { ...BOOKING, learningMethod: 'group' } }), 'booking.group'],
    ['no time', proposed(new Date(Number.NaN)), 'booking.time_invalid'],
  ])('%s', (_, time, problem) => {
    expect(problemOf(time)).toBe(problem);
  });

  test.each<[string, number, ErrorCode | null]>([
    ['as a day off begins', 13, null],
    ['a minute after a day off has begun', 12 + 59 / 60, 'booking.outside_slots'],
  ])('a session that ends %s', (_, hour, problem) => {
    const blocked = [{ start: at('2026-11-24', hour), end: at('2026-11-24', 23) }];
    expect(problemOf(proposed(at('2026-11-24', 11)), { ...TUTOR, blocked })).toBe(problem);
  });

  // spec proposals.3 | S4 | Not a time that is 2 h away or less: "Please choose a time that is more than 2 hours away" |
  //   src/shared/domain/proposals.ts
  test.each<[string, number, ErrorCode | null]>([
    ['a millisecond more than two hours before it', 2 * HOUR + 1, null],
    ['two hours before it, where it would lapse as it is made', 2 * HOUR, 'proposal.too_near'],
    ['later than that', HOUR, 'proposal.too_near'],
  ])('a start in the night, %s', (_, notice, problem) => {
    const midnight = at('2026-11-24', 0);
    expect(
      problemOf(
        proposed(midnight, { booking: { ...BOOKING, startTime: at('2026-12-01', 9), endTime: at('2026-12-01', 11) } }),
        TUTOR,
        earlier(midnight, notice),
      ),
    ).toBe(problem);
  });

  test('during vacation the tutor may, and the student may not', () => {
    const onVacation = { ...TUTOR, isOnVacation: true };
    expect(problemOf(proposed(at('2026-12-01', 9), { by: 'student' }), onVacation)).toBe('booking.tutor_on_vacation');
    expect(problemOf(proposed(at('2026-12-01', 9), { by: 'tutor' }), onVacation)).toBeNull();
  });
});

describe('whether a proposal can be accepted', () => {
  const problemOf = (time: ProposedTime, tutor: BookableTutor = TUTOR) => acceptanceProblem(tutor, time, zone);
  const without = (changes: Partial<BookableSubject>) => ({ ...TUTOR, subjects: TUTOR.subjects.map((subject) => ({ ...subject, ...changes })) });

  test('for later today, which no request could book', () => {
    expect(problemOf(proposed(at('2026-11-23', 11)))).toBeNull();
  });

  test.each<[string, ProposedTime, BookableTutor, ErrorCode]>([
    ['the slot is gone', proposed(at('2026-11-25', 9)), TUTOR, 'booking.outside_slots'],
    [
      'the day is off',
      proposed(at('2026-11-24', 11)),
      { ...TUTOR, blocked: [{ start: at('2026-11-24', 12), end: at('2026-11-24', 13) }] },
      'booking.outside_slots',
    ],
    ['the subject is taught no more', proposed(at('2026-11-24', 11)), { ...TUTOR, subjects: [] }, 'booking.outside_slots'],
  ])('not when %s', (_, time, tutor, problem) => {
    expect(problemOf(time, tutor)).toBe(problem);
  });

  test.each<[string, BookableTutor]>([
    ['the tutor is on vacation', { ...TUTOR, isOnVacation: true }],
    ['the method is gone', without({ modes: [] })],
    ['nobody can book the subject any more', without({ isActive: false })],
  ])('it can where %s: what is booked goes on', (_, tutor) => {
    for (const by of PARTIES) expect(problemOf(proposed(at('2026-11-24', 11), { by }), tutor)).toBeNull();
  });
});

// spec proposals.10 | D Booking | It lapses at the earliest of 24 h, 2 h before the old start and 2 h before the proposed one; both are told, once |
//   src/server/features/bookings/bookings.jobs.ts
describe('when a proposal lapses', () => {
  const inDays = (days: number) => new Date(NOW.getTime() + days * 24 * HOUR);

  test.each([
    ['a day after it was made, where both times are far', inDays(5), inDays(6), inDays(1)],
    ['two hours before the old time', new Date(NOW.getTime() + 26 * HOUR - 1), inDays(6), earlier(inDays(1), 1)],
    ['two hours before the new time', inDays(6), new Date(NOW.getTime() + 26 * HOUR - 1), earlier(inDays(1), 1)],
    ['a day after, where the old time is 26 hours away', new Date(NOW.getTime() + 26 * HOUR), inDays(6), inDays(1)],
  ])('%s', (_, from, to, lapsesAt) => {
    expect(lapseTime(from, to, NOW)).toEqual(lapsesAt);
  });

  test('it can be answered until then, whether or not it is marked as lapsed', () => {
    expect(isOpen({ state: 'open', lapsesAt: NOW }, earlier(NOW, 1))).toBe(true);
    expect(isOpen({ state: 'open', lapsesAt: NOW }, NOW)).toBe(true);
    expect(isOpen({ state: 'open', lapsesAt: NOW }, earlier(NOW, -1))).toBe(false);
  });

  test.each(PROPOSAL_STATES.filter((state) => state !== 'open'))('one that is %s cannot be answered', (state) => {
    expect(isOpen({ state, lapsesAt: NOW }, earlier(NOW, HOUR))).toBe(false);
  });
});

test.each(PARTIES)('the %s of a session that is no longer offered cannot move it either', (by) => {
  expect(proposedTimeProblem({ ...TUTOR, subjects: [] }, proposed(at('2026-12-01', 9), { by }), { now: NOW, zone })).toBe('booking.subject_unknown');
});
