import { describe, expect, test } from 'vitest';
import { type BookableTutor, bookingProblem, type SessionRequest } from '#shared/domain/booking-request.ts';
import { freeStarts, type Interval, isOverlapping, listTimesOfDay, nextFreeStarts, weeklyRepeats, withBuffer } from '#shared/domain/free-times.ts';
import { formatNotice, refusalFor } from '#shared/domain/notice.ts';
import { proposedTimeProblem } from '#shared/domain/proposals.ts';
import { instantAt } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';

const zone = 'Asia/Colombo';
/** A Monday, 10:00 in Colombo. */
const NOW = new Date('2026-11-23T04:30:00Z');
const HOUR = 3_600_000;

const at = (date: string, hour: number, minute = 0) => instantAt(date, hour * 60 + minute, zone);
const session = (date: string, from: number, to: number): Interval => ({ start: at(date, from), end: at(date, to) });
const week = WEEKDAYS.map((day) => ({ day, slots: [{ start: '09:00', end: '13:00' }] }));
const tutor: BookableTutor = {
  isOnVacation: false,
  subjects: [{ id: 'maths', isActive: true, modes: [{ type: 'online', enabled: true, rate: 1500 }], week }],
  minimumNoticeHours: 48,
};
const request = (start: Date): SessionRequest => ({
  subjectId: 'maths',
  start,
  end: new Date(start.getTime() + HOUR),
  hours: 1,
  method: 'online',
});
const offer = { week, hours: 1, taken: [], now: NOW, zone };

// spec s12-hours.1 | S12 E | A tutor's own notice, in hours, comes on top of the platform's next day: a start inside it is neither offered nor taken |
//   src/shared/domain/notice.ts, src/shared/domain/free-times.ts, src/shared/domain/booking-request.ts
describe('the notice that a tutor wants', () => {
  test.each([
    ['a second inside it', new Date(at('2026-11-25', 10).getTime() - 1000), 'booking.notice'],
    ['at its end', at('2026-11-25', 10), null],
    ['tomorrow', at('2026-11-24', 11), 'booking.notice'],
    ['today, which the platform refuses', at('2026-11-23', 12), 'booking.too_soon'],
  ])('a request %s', (_, start, problem) => {
    expect(bookingProblem(tutor, request(start), { now: NOW, zone })).toBe(problem);
  });

  test('a tutor without one is asked from the next day on', () => {
    expect(bookingProblem({ ...tutor, minimumNoticeHours: 0 }, request(at('2026-11-24', 9)), { now: NOW, zone })).toBeNull();
  });

  test('holds for a proposed time', () => {
    const booking = { subjectId: 'maths', startTime: at('2026-11-30', 9), endTime: at('2026-11-30', 10), learningMethod: 'online' as const };
    expect(proposedTimeProblem(tutor, { booking, start: at('2026-11-25', 9), by: 'student' }, { now: NOW, zone })).toBe('booking.notice');
    expect(proposedTimeProblem(tutor, { booking, start: at('2026-11-25', 10), by: 'student' }, { now: NOW, zone })).toBeNull();
  });

  test('leaves out what is inside it, in every list of free times', () => {
    const own = { ...offer, minimumNoticeHours: 48 };
    expect(listTimesOfDay({ ...own, date: '2026-11-24' })).toEqual([]);
    expect(listTimesOfDay({ ...own, date: '2026-11-25' }).map(({ start }) => start)).toEqual([10, 11, 12].map((hour) => at('2026-11-25', hour)));
    expect(freeStarts({ ...own, from: NOW, to: at('2026-11-25', 11) })).toEqual([at('2026-11-25', 10)]);
    expect(nextFreeStarts({ ...own, after: NOW, count: 1 })).toEqual([at('2026-11-25', 10)]);
    expect(weeklyRepeats(at('2026-11-25', 9), own).map(({ isFree }) => isFree)).toEqual([false, true, true, true]);
  });

  test.each([
    [1, "1 hour's"],
    [24, "24 hours'"],
    [36, "36 hours'"],
    [48, "2 days'"],
    [72, "3 days'"],
    [168, "1 week's"],
  ])('%d hours are said in the sentence as %s', (hours, notice) => {
    expect(new DomainError('booking.notice', refusalFor('booking.notice', hours)).message).toBe(`This tutor needs at least ${notice} notice`);
    expect(notice).toContain(formatNotice(hours));
  });
});

// spec s12-hours.2 | S12 E | Between two sessions of a tutor lies at least the buffer; a start that leaves less is shown as taken |
//   src/shared/domain/free-times.ts
describe('the time that a tutor wants between two sessions', () => {
  const taken = [session('2026-11-25', 10, 11)];
  const isTaken = (bufferMinutes: number) =>
    listTimesOfDay({ ...offer, taken: withBuffer(taken, bufferMinutes), date: '2026-11-25' }).map((time) => time.isTaken);

  test('none leaves the hours before and after a session free, and costs nothing', () => {
    expect(isTaken(0)).toEqual([false, true, false, false]);
    expect(withBuffer(taken, 0)).toBe(taken);
  });

  test('closes the hours before and after it', () => {
    expect(isTaken(15)).toEqual([true, true, true, false]);
    expect(isTaken(60)).toEqual([true, true, true, false]);
    expect(isTaken(61)).toEqual([true, true, true, true]);
  });

  test('exactly as long as it is enough', () => {
    const wide = withBuffer(taken, 30);
    expect(isOverlapping({ start: at('2026-11-25', 11, 30), end: at('2026-11-25', 12, 30) }, wide)).toBe(false);
    expect(isOverlapping({ start: at('2026-11-25', 11, 29), end: at('2026-11-25', 12, 29) }, wide)).toBe(true);
    expect(isOverlapping({ start: at('2026-11-25', 8, 30), end: at('2026-11-25', 9, 30) }, wide)).toBe(false);
    expect(isOverlapping({ start: at('2026-11-25', 8, 31), end: at('2026-11-25', 9, 31) }, wide)).toBe(true);
  });
});
