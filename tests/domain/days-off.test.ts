import { describe, expect, it } from 'vitest';
import { type BookableTutor, bookingProblem } from '#shared/domain/booking-request.ts';
import { blockedTimes, type DaysOffRequest, daysOffField, daysOffProblem, type StoredDaysOff, toStoredDaysOff } from '#shared/domain/days-off.ts';
import { nextFreeStarts } from '#shared/domain/free-times.ts';
import { instantAt } from '#shared/domain/zone.ts';
import type { ErrorCode } from '#shared/errors.ts';

const zone = 'Asia/Colombo';
/** Sunday, 23:00 in UTC: in Colombo Monday the 23rd, 04:30 in the morning. */
const NOW = new Date('2026-11-22T23:00:00Z');
const moment = { now: NOW, zone };

const dates = (fromDate: string, toDate = fromDate): DaysOffRequest => ({ fromDate, toDate });
const hours = (start?: string, end?: string, fromDate = '2026-11-24', toDate = fromDate): DaysOffRequest => ({ fromDate, toDate, start, end });
const stored = (fromDate: string, toDate = fromDate, startMinute: number | null = null, endMinute: number | null = null): StoredDaysOff => ({
  fromDate,
  toDate,
  startMinute,
  endMinute,
});

describe('days off', () => {
  it.each<[string, DaysOffRequest, ErrorCode | null]>([
    ['today, as the platform has it, can be blocked', dates('2026-11-23'), null],
    ['yesterday cannot, though it is today elsewhere', dates('2026-11-22'), 'days_off.past'],
    ['nor what began yesterday', dates('2026-11-22', '2026-11-30'), 'days_off.past'],
    ['the 366th day can', dates('2027-11-24'), null],
    ['the 367th cannot', dates('2027-11-25'), 'days_off.too_far'],
    ['a range that ends there cannot', dates('2026-11-23', '2027-11-25'), 'days_off.too_far'],
    ['a whole year can', dates('2026-11-23', '2027-11-24'), null],
    ['the last day may not come first', dates('2026-11-25', '2026-11-24'), 'days_off.order'],
    ['a 30th of February is no day', dates('2027-02-30'), 'days_off.past'],
    ['nor is a 13th month', dates('2026-11-24', '2026-13-01'), 'days_off.past'],
    ['nor a word', dates('tomorrow'), 'days_off.past'],
    ['hours of one date can', hours('09:00', '12:00'), null],
    ['written shortly, too', hours('9:00', '12:00'), null],
    ['hours of two dates cannot', hours('09:00', '12:00', '2026-11-24', '2026-11-25'), 'days_off.one_date'],
    ['the end is later than the start', hours('12:00', '12:00'), 'days_off.hours'],
    ['and not before it', hours('12:00', '09:00'), 'days_off.hours'],
    ['a start alone is no time', hours('09:00'), 'tutor.slot_time'],
    ['nor is an end alone', hours(undefined, '09:00'), 'tutor.slot_time'],
    ['nor is 24:00', hours('09:00', '24:00'), 'tutor.slot_time'],
    ['nor is an empty one', hours('', ''), 'tutor.slot_time'],
  ])('%s', (_, input, problem) => {
    expect(daysOffProblem(input, moment)).toBe(problem);
  });

  // spec days-off.9 | S3 | What is wrong with days off is said at its field | src/shared/domain/days-off.ts
  it.each<[string, DaysOffRequest, string]>([
    ['a last day that is none', dates('2026-11-24', '2026-02-30'), 'toDate'],
    ['a first day that is none', dates('2026-02-30', '2026-11-24'), 'fromDate'],
    ['neither day', dates('2026-02-30', '2026-13-01'), 'fromDate'],
    ['a day that is over', dates('2026-11-22', '2026-11-30'), 'fromDate'],
    ['the wrong order', dates('2026-11-25', '2026-11-24'), 'toDate'],
    ['a day too far', dates('2026-11-23', '2027-11-25'), 'toDate'],
    ['hours of two dates', hours('09:00', '12:00', '2026-11-24', '2026-11-25'), 'toDate'],
    ['a missing end', hours('09:00'), 'end'],
    ['an end that is no time', hours('09:00', '24:00'), 'end'],
    ['a missing start', hours(undefined, '09:00'), 'start'],
    ['an end that is not later', hours('12:00', '12:00'), 'end'],
  ])('%s is refused at its field', (_, input, field) => {
    const problem = daysOffProblem(input, moment);
    expect(problem && daysOffField(problem, input)).toBe(field);
  });

  it('are stored as dates and minutes', () => {
    expect(toStoredDaysOff(hours('9:00', '12:30'))).toEqual(stored('2026-11-24', '2026-11-24', 540, 750));
    expect(toStoredDaysOff(dates('2026-11-24', '2026-11-26'))).toEqual(stored('2026-11-24', '2026-11-26'));
  });
});

// spec days-off.5
describe('what is blocked', () => {
  const inColombo = (date: string, time = '00:00') => new Date(`${date}T${time}:00+05:30`);

  it.each<[string, StoredDaysOff[], [Date, Date][]]>([
    ['nothing', [], []],
    ['a date from midnight to midnight', [stored('2026-11-24')], [[inColombo('2026-11-24'), inColombo('2026-11-25')]]],
    ['several, the last one included', [stored('2026-11-24', '2026-11-26')], [[inColombo('2026-11-24'), inColombo('2026-11-27')]]],
    ['hours of one', [stored('2026-11-24', '2026-11-24', 540, 750)], [[inColombo('2026-11-24', '09:00'), inColombo('2026-11-24', '12:30')]]],
    [
      'in order, with a gap between',
      [stored('2026-11-28'), stored('2026-11-24')],
      [
        [inColombo('2026-11-24'), inColombo('2026-11-25')],
        [inColombo('2026-11-28'), inColombo('2026-11-29')],
      ],
    ],
    ['days that follow each other as one', [stored('2026-11-25'), stored('2026-11-24')], [[inColombo('2026-11-24'), inColombo('2026-11-26')]]],
    [
      'the shorter inside the longer',
      [stored('2026-11-24', '2026-11-28'), stored('2026-11-25')],
      [[inColombo('2026-11-24'), inColombo('2026-11-29')]],
    ],
    [
      'hours that reach into the day off after them',
      [stored('2026-11-24', '2026-11-24', 1200, 1440), stored('2026-11-25')],
      [[inColombo('2026-11-24', '20:00'), inColombo('2026-11-26')]],
    ],
  ])('%s', (_, rows, times) => {
    expect(blockedTimes(rows, zone)).toEqual(times.map(([start, end]) => ({ start, end })));
  });

  // spec days-off.6 | D Time and money | A date lasts as its zone says, also where clocks change | src/shared/domain/days-off.ts
  it('begins where the day does, in a zone that leaves out its midnight', () => {
    // In Cairo the clocks of 24 April 2026 go from 00:00 to 01:00.
    expect(blockedTimes([stored('2026-04-24')], 'Africa/Cairo')).toEqual([
      { start: new Date('2026-04-23T22:00:00Z'), end: new Date('2026-04-24T21:00:00Z') },
    ]);
    expect(blockedTimes([stored('2026-04-23')], 'Africa/Cairo')).toEqual([
      { start: new Date('2026-04-22T22:00:00Z'), end: new Date('2026-04-23T22:00:00Z') },
    ]);
  });

  // spec days-off.6
  it('is nothing where the hours themselves are left out', () => {
    expect(blockedTimes([stored('2026-04-24', '2026-04-24', 0, 30)], 'Africa/Cairo')).toEqual([]);
  });

  // spec days-off.6
  it('lasts 25 hours where the clocks are put back', () => {
    const [day] = blockedTimes([stored('2026-10-25')], 'Europe/Berlin');
    expect(Number(day?.end) - Number(day?.start)).toBe(25 * 3_600_000);
  });
});

// spec days-off.5
describe('a session in days off', () => {
  const week = [{ day: 'Tuesday' as const, slots: [{ start: '09:00', end: '13:00' }] }];
  const modes = [{ type: 'online' as const, enabled: true, rate: 1500 }];
  const at = (hour: number, date = '2026-11-24') => instantAt(date, hour * 60, zone);
  const tutor = (...rows: StoredDaysOff[]): BookableTutor => ({
    isOnVacation: false,
    subjects: [{ id: 'maths', isActive: true, modes, week }],
    blocked: blockedTimes(rows, zone),
  });
  const problemAt = (of: BookableTutor, hour: number, lasting = 1) =>
    bookingProblem(of, { subjectId: 'maths', start: at(hour), end: at(hour + lasting), hours: lasting, method: 'online' }, moment);

  it.each<[string, number, number, ErrorCode | null]>([
    ['before them can be booked', 9, 1, null],
    ['not when it reaches into them', 9, 2, 'booking.outside_slots'],
    ['not inside', 10, 1, 'booking.outside_slots'],
    ['not around them', 9, 3, 'booking.outside_slots'],
    ['again when they end', 11, 2, null],
  ])('%s', (_, hour, lasting, problem) => {
    expect(problemAt(tutor(stored('2026-11-24', '2026-11-24', 600, 660)), hour, lasting)).toBe(problem);
  });

  // spec days-off.5
  it('is refused like one outside the slots, after everything that comes before that', () => {
    const off = tutor(stored('2026-11-24'));
    expect(problemAt(off, 9)).toBe('booking.outside_slots');
    expect(problemAt({ ...off, isOnVacation: true }, 9)).toBe('booking.tutor_on_vacation');
  });

  it('is skipped where the next free times are looked for', () => {
    const taken = blockedTimes([stored('2026-11-24', '2026-11-24', 600, 1440), stored('2026-12-01')], zone);
    const free = nextFreeStarts({ week, hours: 2, taken, ...moment, after: at(8), count: 3 });
    expect(free).toEqual([at(9, '2026-12-08'), at(10, '2026-12-08'), at(11, '2026-12-08')]);
  });
});
