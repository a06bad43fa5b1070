import { describe, expect, it } from 'vitest';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { endOf, findOverlapping, freeStarts, type Interval, listTimesOfDay, nextFreeStarts, slotStarts } from '#shared/domain/free-times.ts';
import type { AvailabilityDay } from '#shared/domain/weekly-hours.ts';
import { formatClock, instantAt, wallClock } from '#shared/domain/zone.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';

const zone = 'Asia/Colombo';
/** A Monday, 10:00 in Colombo. */
const NOW = new Date('2026-11-23T04:30:00Z');

const at = (date: string, time: string, where = zone): Date => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return instantAt(date, hour * 60 + minute, where);
};
const between = (date: string, start: string, end: string): Interval => ({ start: at(date, start), end: at(date, end) });
const on = (day: AvailabilityDay['day'], ...slots: [string, string][]): AvailabilityDay => ({
  day,
  slots: slots.map(([start, end]) => ({ start, end })),
});
const shown = (starts: readonly Date[], where = zone): string[] =>
  starts.map((start) => {
    const { date, minutes } = wallClock(start, where);
    return `${date} ${formatClock(minutes)}`;
  });
const times = (starts: readonly Date[], where = zone): string[] => starts.map((start) => formatClock(wallClock(start, where).minutes));

// spec validation.27 | D Time and money | Weekly hours are wall-clock time of the platform's zone, half-open, in steps of an hour |
//   src/shared/domain/free-times.ts
describe('sessions start with the slot and every hour after it, and end inside it', () => {
  it.each<[string, [string, string], number, string[]]>([
    ['three hours hold three of one', ['09:00', '12:00'], 1, ['9:00 AM', '10:00 AM', '11:00 AM']],
    ['two of two', ['09:00', '12:00'], 2, ['9:00 AM', '10:00 AM']],
    ['one of three', ['09:00', '12:00'], 3, ['9:00 AM']],
    ['none that is longer', ['09:00', '11:59'], 3, []],
    ['a minute too short for the last', ['09:00', '11:59'], 1, ['9:00 AM', '10:00 AM']],
    ['counted from the start of the slot, not from the hour', ['09:20', '11:30'], 1, ['9:20 AM', '10:20 AM']],
    ['until just before midnight', ['22:30', '23:59'], 1, ['10:30 PM']],
    ['from midnight on', ['00:00', '01:00'], 1, ['12:00 AM']],
  ])('%s', (_, slot, hours, starts) => {
    expect(times(slotStarts({ week: [on('Tuesday', slot)], date: '2026-11-24', hours, zone }))).toEqual(starts);
  });

  it('neighbouring slots do not make one long one', () => {
    const week = [on('Tuesday', ['10:00', '11:00'], ['09:00', '10:00'])];
    expect(times(slotStarts({ week, date: '2026-11-24', hours: 1, zone }))).toEqual(['9:00 AM', '10:00 AM']);
    expect(slotStarts({ week, date: '2026-11-24', hours: 2, zone })).toEqual([]);
  });

  it('a day without slots has none', () => {
    expect(slotStarts({ week: [on('Tuesday', ['09:00', '12:00'])], date: '2026-11-25', hours: 1, zone })).toEqual([]);
  });

  it('09:00 in Colombo is 03:30 UTC', () => {
    const starts = slotStarts({ week: [on('Tuesday', ['09:00', '10:00'])], date: '2026-11-24', hours: 1, zone });
    expect(starts).toEqual([new Date('2026-11-24T03:30:00Z')]);
  });

  it('a slot across a clock change is as long as it lasts, and never passes its end', () => {
    const berlin = 'Europe/Berlin';
    const starts = (date: string, slot: [string, string], hours: number) =>
      times(slotStarts({ week: [on('Sunday', slot)], date, hours, zone: berlin }), berlin);
    expect(starts('2026-03-29', ['01:00', '04:00'], 1)).toEqual(['1:00 AM', '3:00 AM']);
    expect(starts('2026-03-29', ['01:00', '04:00'], 3)).toEqual([]);
    expect(starts('2026-03-29', ['01:00', '02:30'], 1)).toEqual(['1:00 AM']);
    expect(starts('2026-03-29', ['02:00', '03:00'], 1)).toEqual([]);
    expect(starts('2026-10-25', ['01:00', '04:00'], 1)).toEqual(['1:00 AM', '2:00 AM', '2:00 AM', '3:00 AM']);
  });
});

// spec validation.20 | P §5 Booking | Booking: the next occurrence of the weekday, at least a day ahead; today's is a week away |
//   src/shared/domain/booking-window.ts
describe('days that can be booked: from tomorrow to 28 days ahead', () => {
  it.each([
    ['in the morning', '2026-11-23T04:30:00Z', '2026-11-24', '2026-12-21'],
    ['a minute before midnight in the zone', '2026-11-23T18:29:00Z', '2026-11-24', '2026-12-21'],
    ['at midnight in the zone', '2026-11-23T18:30:00Z', '2026-11-25', '2026-12-22'],
  ])('%s', (_, now, first, last) => {
    expect(bookableDates(new Date(now), zone)).toEqual({ first, last });
  });
});

describe('free starts', () => {
  const week = WEEKDAYS.map((day) => on(day, ['09:00', '12:00']));
  const ask = { week, taken: [], hours: 1, now: NOW, zone };
  const year = { from: at('2026-01-01', '0:00'), to: at('2027-12-31', '0:00') };

  it('are three a day on 28 days, in order', () => {
    const starts = freeStarts({ ...ask, ...year });
    expect(starts).toHaveLength(84);
    expect(shown(starts).at(0)).toBe('2026-11-24 9:00 AM');
    expect(shown(starts).at(-1)).toBe('2026-12-21 11:00 AM');
    expect(starts).toEqual([...starts].sort((first, other) => first.getTime() - other.getTime()));
  });

  it('begin at from and end before to', () => {
    const starts = freeStarts({ ...ask, from: at('2026-11-25', '10:00'), to: at('2026-11-26', '10:00') });
    expect(shown(starts)).toEqual(['2026-11-25 10:00 AM', '2026-11-25 11:00 AM', '2026-11-26 9:00 AM']);
  });

  it.each([
    ['empty', at('2026-11-25', '9:00'), at('2026-11-25', '9:00')],
    ['the wrong way round', at('2026-11-26', '9:00'), at('2026-11-25', '9:00')],
    ['past', at('2026-11-01', '9:00'), at('2026-11-20', '9:00')],
    ['beyond the 28 days', at('2026-12-22', '0:00'), at('2026-12-30', '9:00')],
    ['not a time', new Date(Number.NaN), at('2026-12-30', '9:00')],
  ])('are none in a range that is %s', (_, from, to) => {
    expect(freeStarts({ ...ask, from, to })).toEqual([]);
  });

  it.each<[string, Interval[], number, string[]]>([
    ['nothing taken', [], 1, ['9:00 AM', '10:00 AM', '11:00 AM']],
    ['neighbours do not touch', [between('2026-11-24', '10:00', '11:00')], 1, ['9:00 AM', '11:00 AM']],
    ['a minute is enough', [between('2026-11-24', '9:59', '10:00')], 1, ['10:00 AM', '11:00 AM']],
    ['before and after', [between('2026-11-24', '8:00', '9:00'), between('2026-11-24', '12:00', '13:00')], 1, ['9:00 AM', '10:00 AM', '11:00 AM']],
    ['two hours need both', [between('2026-11-24', '11:00', '12:00')], 2, ['9:00 AM']],
    ['inside a long one', [between('2026-11-23', '0:00', '23:00'), between('2026-11-24', '0:00', '10:30')], 1, ['11:00 AM']],
    [
      'a short one inside a long one hides nothing of it',
      [between('2026-11-24', '9:00', '11:00'), between('2026-11-24', '9:00', '9:30')],
      1,
      ['11:00 AM'],
    ],
    ['in whatever order they come', [between('2026-11-24', '11:00', '12:00'), between('2026-11-24', '9:00', '10:00')], 1, ['10:00 AM']],
    ['the whole day', [between('2026-11-24', '0:00', '23:59')], 1, []],
  ])('leave out what is taken: %s', (_, taken, hours, starts) => {
    const free = freeStarts({ ...ask, taken, hours, from: at('2026-11-24', '0:00'), to: at('2026-11-25', '0:00') });
    expect(times(free)).toEqual(starts);
  });

  it('agree with a plain search for any taken times', () => {
    let seed = 42;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 30; round += 1) {
      const taken = Array.from({ length: 40 }, () => {
        const start = at('2026-11-23', '0:00').getTime() + random(29 * 24 * 4) * 900_000;
        return { start: new Date(start), end: new Date(start + (1 + random(20)) * 900_000) };
      });
      const hours = 1 + random(3);
      const plain = freeStarts({ ...ask, hours, ...year }).filter(
        (start) => !taken.some((busy) => busy.start < endOf(start, hours) && busy.end > start),
      );
      expect(freeStarts({ ...ask, taken, hours, ...year })).toEqual(plain);
    }
  });
});

describe('the next free starts after a refusal', () => {
  const week = [on('Tuesday', ['09:00', '12:00'])];
  const ask = { week, taken: [between('2026-11-24', '10:00', '11:00')], hours: 1, now: NOW, zone };

  it.each<[string, Date, number, string[]]>([
    ['are later than what was refused', at('2026-11-24', '9:00'), 3, ['2026-11-24 11:00 AM', '2026-12-01 9:00 AM', '2026-12-01 10:00 AM']],
    ['begin tomorrow when asked from now', NOW, 1, ['2026-11-24 9:00 AM']],
    ['are fewer at the end of the 28 days', at('2026-12-15', '10:00'), 3, ['2026-12-15 11:00 AM']],
    ['are none after it', at('2026-12-15', '11:00'), 3, []],
    ['are none when none are asked', NOW, 0, []],
  ])('%s', (_, after, count, starts) => {
    expect(shown(nextFreeStarts({ ...ask, after, count }))).toEqual(starts);
  });
});

describe('the session that stands in the way of another one', () => {
  const hour = (clock: string): Interval => ({ start: at('2026-11-24', clock), end: endOf(at('2026-11-24', clock), 1) });
  const own = [
    { ...hour('10:00'), tutorName: 'Nimal Silva' },
    { ...hour('14:00'), tutorName: 'Kamala Perera' },
  ];

  it.each([
    ['09:00', undefined],
    ['09:30', 'Nimal Silva'],
    ['11:00', undefined],
    ['14:00', 'Kamala Perera'],
  ])('of a request for %s is that of %s', (clock, tutorName) => {
    expect(findOverlapping(hour(clock), own)?.tutorName).toBe(tutorName);
  });
});

describe('what the modal offers on a day', () => {
  const week = [on('Monday', ['09:00', '12:00']), on('Tuesday', ['09:00', '12:00'])];
  const taken = [between('2026-11-24', '10:00', '11:00')];

  it('shows taken times as taken', () => {
    expect(listTimesOfDay({ week, taken, date: '2026-11-24', hours: 1, now: NOW, zone })).toEqual([
      { ...between('2026-11-24', '9:00', '10:00'), isTaken: false },
      { ...between('2026-11-24', '10:00', '11:00'), isTaken: true },
      { ...between('2026-11-24', '11:00', '12:00'), isTaken: false },
    ]);
  });

  it('shows longer sessions that run into a taken time as taken', () => {
    expect(listTimesOfDay({ week, taken, date: '2026-11-24', hours: 2, now: NOW, zone }).map(({ isTaken }) => isTaken)).toEqual([true, true]);
  });

  it('leaves out what the tutor has blocked, taken or not', () => {
    const blocked = [between('2026-11-24', '10:00', '12:00')];
    expect(listTimesOfDay({ week, taken, blocked, date: '2026-11-24', hours: 1, now: NOW, zone })).toEqual([
      { ...between('2026-11-24', '9:00', '10:00'), isTaken: false },
    ]);
    expect(listTimesOfDay({ week, taken: [], blocked, date: '2026-11-24', hours: 2, now: NOW, zone })).toEqual([]);
    const options = { week, taken: [], blocked, hours: 1, now: NOW, zone, after: at('2026-11-24', '8:00'), count: 2 };
    expect(nextFreeStarts(options)[1]).not.toEqual(at('2026-11-24', '10:00'));
  });

  it.each([
    ['today', '2026-11-23', 0],
    ['tomorrow', '2026-11-24', 3],
    ['28 days ahead', '2026-12-21', 3],
    ['29 days ahead', '2026-12-22', 0],
  ])('%s', (_, date, count) => {
    expect(listTimesOfDay({ week, taken: [], date, hours: 1, now: NOW, zone })).toHaveLength(count);
  });
});
