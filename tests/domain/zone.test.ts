import { describe, expect, it } from 'vitest';
import {
  addDays,
  daysBetween,
  findOffsetSpan,
  formatDate,
  formatDay,
  formatInstant,
  formatRange,
  formatTime,
  instantAt,
  offsetAt,
  setOffsetSpan,
  wallClock,
  weekdayOf,
} from '#shared/domain/zone.ts';

const COLOMBO = 'Asia/Colombo';
const BERLIN = 'Europe/Berlin';

describe('what the clocks of a zone show', () => {
  it.each([
    ['2026-11-23T10:30:00Z', COLOMBO, '2026-11-23', 16 * 60, 'Monday'],
    ['2026-11-22T18:29:59.999Z', COLOMBO, '2026-11-22', 23 * 60 + 59, 'Sunday'],
    ['2026-11-22T18:30:00Z', COLOMBO, '2026-11-23', 0, 'Monday'],
    ['2026-11-23T10:30:59Z', 'Asia/Kathmandu', '2026-11-23', 16 * 60 + 15, 'Monday'],
    ['2026-11-23T02:00:00Z', 'America/St_Johns', '2026-11-22', 22 * 60 + 30, 'Sunday'],
    ['2026-03-29T00:59:00Z', BERLIN, '2026-03-29', 119, 'Sunday'],
    ['2026-03-29T01:00:00Z', BERLIN, '2026-03-29', 180, 'Sunday'],
    ['2026-11-23T10:30:00Z', 'UTC', '2026-11-23', 630, 'Monday'],
  ])('at %s in %s', (instant, zone, date, minutes, weekday) => {
    expect(wallClock(new Date(instant), zone)).toEqual({ date, minutes, weekday });
  });

  it('are half an hour apart from UTC where the zone is', () => {
    expect(offsetAt(new Date('2026-11-23T00:00:00Z'), COLOMBO)).toBe(330);
    expect(offsetAt(new Date('2026-11-23T00:00:00Z'), 'America/St_Johns')).toBe(-210);
  });
});

describe('when the clocks of a zone show a time', () => {
  it.each([
    ['Colombo', '2026-11-23', 16 * 60, COLOMBO, '2026-11-23T10:30:00.000Z'],
    ['midnight in Colombo', '2026-11-23', 0, COLOMBO, '2026-11-22T18:30:00.000Z'],
    ['24:00 is the next midnight', '2026-11-23', 1440, COLOMBO, '2026-11-23T18:30:00.000Z'],
    ['summer', '2026-07-01', 540, BERLIN, '2026-07-01T07:00:00.000Z'],
    ['winter', '2026-12-01', 540, BERLIN, '2026-12-01T08:00:00.000Z'],
    ['the evening before the clocks go forward', '2026-03-28', 23 * 60, BERLIN, '2026-03-28T22:00:00.000Z'],
    ['the minute before the gap', '2026-03-29', 119, BERLIN, '2026-03-29T00:59:00.000Z'],
    ['a time in the gap is the jump', '2026-03-29', 150, BERLIN, '2026-03-29T01:00:00.000Z'],
    ['the first minute after the gap', '2026-03-29', 180, BERLIN, '2026-03-29T01:00:00.000Z'],
    ['a time shown twice is the first', '2026-10-25', 150, BERLIN, '2026-10-25T00:30:00.000Z'],
    ['after the clocks went back', '2026-10-25', 180, BERLIN, '2026-10-25T02:00:00.000Z'],
    ['the day after the clocks went back', '2026-10-26', 540, BERLIN, '2026-10-26T08:00:00.000Z'],
    ['in the gap of half an hour', '2026-10-04', 135, 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    ['a midnight that does not exist', '2026-09-06', 0, 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['on the other side of the date line', '2026-11-23', 600, 'Pacific/Kiritimati', '2026-11-22T20:00:00.000Z'],
  ])('%s', (_, date, minutes, zone, instant) => {
    expect(instantAt(date, minutes, zone).toISOString()).toBe(instant);
  });

  it.each([COLOMBO, BERLIN, 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu'])('and the way back agree for a year in %s', (zone) => {
    for (let at = Date.parse('2026-01-01T00:00:00Z'); at < Date.parse('2027-01-01T00:00:00Z'); at += 7 * 60 * 60_000) {
      const { date, minutes } = wallClock(new Date(at), zone);
      expect(wallClock(instantAt(date, minutes, zone), zone)).toEqual(wallClock(new Date(at), zone));
    }
  });
});

describe('calendar dates', () => {
  it.each([
    ['2026-11-23', 1, '2026-11-24'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-11-23', 28, '2026-12-21'],
  ])('%s and %d days is %s', (from, days, to) => {
    expect(addDays(from, days)).toBe(to);
    expect(daysBetween(from, to)).toBe(days);
  });

  it.each([
    ['2026-11-22', 'Sunday'],
    ['2026-11-23', 'Monday'],
    ['2028-02-29', 'Tuesday'],
  ])('%s is a %s', (date, weekday) => {
    expect(weekdayOf(date)).toBe(weekday);
  });

  it('what is no date is not taken for one', () => {
    expect(() => weekdayOf('2026-13-01')).toThrow(RangeError);
  });
});

describe('times on screen', () => {
  it.each([
    ['2026-11-23T10:30:00Z', 'Mon, 23 Nov 2026', '4:00 PM'],
    ['2026-11-22T18:30:00Z', 'Mon, 23 Nov 2026', '12:00 AM'],
    ['2026-11-23T06:29:00Z', 'Mon, 23 Nov 2026', '11:59 AM'],
    ['2026-11-23T06:30:00Z', 'Mon, 23 Nov 2026', '12:00 PM'],
    ['2026-09-01T03:35:00Z', 'Tue, 1 Sep 2026', '9:05 AM'],
  ])('%s', (instant, day, time) => {
    expect(formatDay(new Date(instant), COLOMBO)).toBe(day);
    expect(formatTime(new Date(instant), COLOMBO)).toBe(time);
    expect(formatInstant(new Date(instant), COLOMBO)).toBe(`${day}, ${time}`);
  });

  it('a date without a time', () => {
    expect(formatDate('2026-11-23')).toBe('Mon, 23 Nov 2026');
  });

  it('a range names its day once, and two days where there are two', () => {
    const start = new Date('2026-11-23T10:30:00Z');
    expect(formatRange(start, new Date('2026-11-23T11:30:00Z'), COLOMBO)).toBe('Mon, 23 Nov 2026, 4:00 PM – 5:00 PM');
    expect(formatRange(start, new Date('2026-11-23T18:30:00Z'), COLOMBO)).toBe('Mon, 23 Nov 2026, 4:00 PM – Tue, 24 Nov 2026, 12:00 AM');
  });
});

// spec s10-pages.23 | S10 Must reach | A page tells the time without Intl, whose first use takes a slow phone a quarter of a second |
//   src/shared/domain/zone.ts, src/client/lib/page-config.ts
describe('how long a zone has the offset of now', () => {
  const NOW = new Date('2026-11-23T10:30:00Z');

  it('is twenty years back and two ahead where the clocks are never changed', () => {
    const { offset, from, until } = findOffsetSpan(COLOMBO, NOW);
    expect([offset, new Date(from).getUTCFullYear(), new Date(until).getUTCFullYear()]).toEqual([330, 2006, 2028]);
  });

  it('ends before the clocks are changed', () => {
    const { offset, from, until } = findOffsetSpan(BERLIN, NOW);
    expect(offset).toBe(60);
    // From the last Sunday of October to that of March.
    expect(from).toBeGreaterThanOrEqual(Date.parse('2026-10-25T01:00:00Z'));
    expect(until).toBeLessThan(Date.parse('2027-03-28T01:00:00Z'));
    for (let at = from; at < until; at += 3_600_000) expect(offsetAt(new Date(at), BERLIN)).toBe(60);
  });

  it('is taken as given within the span, and looked up outside of it', () => {
    setOffsetSpan('Europe/Lisbon', { offset: 7, from: Date.parse('2026-01-01'), until: Date.parse('2026-02-01') });
    const offsets = ['2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'].map((at) => offsetAt(new Date(at), 'Europe/Lisbon'));
    expect(offsets).toEqual([0, 7, 0]);
  });
});
