import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookableDates } from '#shared/domain/booking-window.ts';
import { cancellationAmounts, refundShare } from '#shared/domain/cancellation.ts';
import { endOf, freeStarts, type Interval, listTimesOfDay, nextFreeStarts, slotStarts } from '#shared/domain/free-times.ts';
import { formatRupees, toCents, toRupees } from '#shared/domain/money.ts';
import { sessionPrice } from '#shared/domain/rates.ts';
import { type AvailabilityDay, minutesOf, weekProblem } from '#shared/domain/weekly-hours.ts';
import { addDays, instantAt, offsetAt, wallClock, weekdayOf } from '#shared/domain/zone.ts';
import { BOOKING_ACTORS, BOOKING_DURATIONS } from '#shared/vocabulary/bookings.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';

/** Whatever is thought up, it holds; a failure names the smallest case. */
function always<T>(property: fc.IProperty<T>, settings?: fc.Parameters<T>): void {
  void fc.assert(property, settings);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Half hours, quarters, daylight saving forwards and back, one of half an hour, and the day that Samoa left out. */
const ZONES = [
  'Asia/Colombo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/New_York',
  'Europe/London',
  'Pacific/Chatham',
  'Pacific/Apia',
] as const;
const zones = fc.constantFrom(...ZONES);
const instants = fc.date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2031-01-01T00:00:00Z'), noInvalidDate: true });
const durations = fc.constantFrom(...BOOKING_DURATIONS);

const timeOf = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Up to three slots, apart from each other, at any minute, and often at whole hours. */
const slots = fc
  .uniqueArray(
    fc.oneof(
      fc.integer({ min: 0, max: 1439 }),
      fc.integer({ min: 0, max: 23 }).map((hour) => hour * 60),
    ),
    { minLength: 2, maxLength: LIMITS.slotsPerDay * 2 },
  )
  .map((minutes) => minutes.sort((first, other) => first - other))
  .map((minutes) =>
    Array.from({ length: Math.floor(minutes.length / 2) }, (_, index) => ({
      start: timeOf(minutes[2 * index] ?? 0),
      end: timeOf(minutes[2 * index + 1] ?? 0),
    })),
  );
const weeks: fc.Arbitrary<AvailabilityDay[]> = fc
  .subarray([...WEEKDAYS])
  .chain((days) => fc.tuple(...days.map((day) => slots.map((chosen) => ({ day, slots: chosen })))));

/** Sessions and days off of any length around a moment. */
const intervalsAround = (now: Date): fc.Arbitrary<Interval[]> =>
  fc.array(
    fc
      .tuple(fc.integer({ min: -48 * 60, max: 32 * 24 * 60 }), fc.integer({ min: 1, max: 4 * 24 * 60 }))
      .map(([from, minutes]) => interval(now, from, minutes)),
    { maxLength: 12 },
  );
const interval = (now: Date, from: number, minutes: number): Interval => {
  const start = new Date(now.getTime() + from * MINUTE);
  return { start, end: new Date(start.getTime() + minutes * MINUTE) };
};
const overlap = (first: Interval, other: Interval): boolean => first.start < other.end && other.start < first.end;

const calendars = fc
  .record({ zone: zones, now: instants, week: weeks, hours: durations })
  .chain((base) => fc.tuple(intervalsAround(base.now), intervalsAround(base.now)).map(([taken, blocked]) => ({ ...base, taken, blocked })));

const allDates = (now: Date, zone: string): string[] => {
  const { first, last } = bookableDates(now, zone);
  const dates = [];
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
};

// spec s4.1 | S4 | Properties of slots, overlap, price and refund bands (exactly 24 h, exactly 2 h), in zones with half-hour offsets and daylight
//   saving | src/shared/domain/free-times.ts
describe('slots of a week become starts', () => {
  it('that lie in a slot with their whole length, whatever the clocks of the zone do', () => {
    always(
      fc.property(zones, instants, weeks, durations, (zone, day, week, hours) => {
        expect(weekProblem(week)).toBeNull();
        const { date } = wallClock(day, zone);
        const published = week.find((entry) => entry.day === weekdayOf(date))?.slots ?? [];
        const bounds = published.map(({ start, end }) => ({
          start: instantAt(date, minutesOf(start) ?? -1, zone),
          end: instantAt(date, minutesOf(end) ?? -1, zone),
        }));
        for (const start of slotStarts({ week, date, hours, zone })) {
          const end = endOf(start, hours);
          const slot = bounds.find((bound) => bound.start <= start && end <= bound.end);
          expect(slot, `${start.toISOString()} is in no slot of ${date}`).toBeDefined();
          expect((start.getTime() - (slot?.start.getTime() ?? 0)) % HOUR).toBe(0);
          expect(end.getTime() - start.getTime()).toBe(hours * HOUR);
        }
      }),
    );
  });

  it('and none is left out: as many as whole hours fit', () => {
    always(
      fc.property(zones, instants, weeks, durations, (zone, day, week, hours) => {
        const { date } = wallClock(day, zone);
        const published = week.find((entry) => entry.day === weekdayOf(date))?.slots ?? [];
        const lengths = published.map(({ start, end }) => {
          const at = (time: string) => instantAt(date, minutesOf(time) ?? -1, zone).getTime();
          return Math.max(0, Math.floor((at(end) - at(start)) / HOUR) - hours + 1);
        });
        expect(slotStarts({ week, date, hours, zone })).toHaveLength(lengths.reduce((sum, length) => sum + length, 0));
      }),
    );
  });

  it('which show the time of the slot on the wall, on a day whose clocks are not changed', () => {
    always(
      fc.property(zones, instants, slots, (zone, day, chosen) => {
        const { date, weekday } = wallClock(day, zone);
        fc.pre(offsetAt(instantAt(date, 0, zone), zone) === offsetAt(instantAt(addDays(date, 1), 0, zone), zone));
        fc.pre(wallClock(instantAt(date, 0, zone), zone).date === date);
        const starts = slotStarts({ week: [{ day: weekday, slots: chosen }], date, hours: 1, zone });
        const expected = chosen.flatMap(({ start, end }) => {
          const minutes = [];
          for (let at = minutesOf(start) ?? 0; at + 60 <= (minutesOf(end) ?? 0); at += 60) minutes.push(at);
          return minutes;
        });
        expect(starts.map((start) => wallClock(start, zone).minutes)).toEqual(expected);
        expect(starts.every((start) => wallClock(start, zone).date === date)).toBe(true);
      }),
    );
  });
});

// spec s4.1
describe('what is free', () => {
  it('is every start of the window that touches nothing taken or blocked, and nothing else, in order', () => {
    always(
      fc.property(calendars, ({ zone, now, week, hours, taken, blocked }) => {
        const dates = allDates(now, zone);
        const published = dates.flatMap((date) => slotStarts({ week, date, hours, zone }));
        const isFree = (start: Date) => ![...taken, ...blocked].some((time) => overlap(time, { start, end: endOf(start, hours) }));
        const expected = published.filter(isFree).map((start) => start.getTime());
        const from = instantAt(dates[0] ?? '', 0, zone);
        const to = instantAt(addDays(dates.at(-1) ?? '', 1), 0, zone);
        const actual = freeStarts({ week, hours, zone, now, taken, blocked, from, to }).map((start) => start.getTime());
        expect(actual).toEqual(expected);
        expect(actual).toEqual([...new Set(actual)].sort((first, other) => first - other));
      }),
      { numRuns: 60 },
    );
  });

  it('half-open: a session may begin when another ends, and end when another begins', () => {
    always(
      fc.property(zones, instants, durations, durations, (zone, now, hours, otherHours) => {
        const date = addDays(wallClock(now, zone).date, 2);
        const week = [{ day: weekdayOf(date), slots: [{ start: '00:00', end: '23:59' }] }];
        const starts = slotStarts({ week, date, hours: otherHours, zone });
        const [booked] = starts.slice(Math.floor(starts.length / 2));
        fc.pre(booked !== undefined);
        const taken = booked ? [{ start: booked, end: endOf(booked, otherHours) }] : [];
        const offer = listTimesOfDay({ week, date, hours, taken, now, zone });
        for (const { start, end, isTaken } of offer) expect(isTaken).toBe(taken.some((time) => overlap(time, { start, end })));
        const afterwards = offer.find(({ start }) => start.getTime() === taken[0]?.end.getTime());
        if (afterwards) expect(afterwards.isTaken).toBe(false);
      }),
    );
  });

  it('is offered next in the same order, from any moment on', () => {
    always(
      fc.property(calendars, fc.integer({ min: 0, max: 30 * 24 * 60 }), (calendar, later) => {
        const { zone, now } = calendar;
        const after = new Date(now.getTime() + later * MINUTE);
        const dates = allDates(now, zone);
        const to = instantAt(addDays(dates.at(-1) ?? '', 1), 0, zone);
        const all = freeStarts({ ...calendar, from: new Date(after.getTime() + 1), to });
        expect(nextFreeStarts({ ...calendar, after, count: 3 })).toEqual(all.slice(0, 3));
      }),
      { numRuns: 60 },
    );
  });
});

// spec s4.1
describe('a price', () => {
  const rates = fc.integer({ min: 1, max: LIMITS.ratePerHour * 100 });

  it('is the rate times the hours, to the cent', () => {
    always(
      fc.property(rates, durations, fc.constantFrom('online', 'home-visit'), (cents, hours, type) => {
        const method = type === 'online' ? 'online' : 'individual';
        expect(sessionPrice([{ type, enabled: true, rate: toRupees(cents) }], method, hours)).toBe(cents * hours);
      }),
    );
  });

  it('reads as it is: the figures of the sentence are the amount', () => {
    always(
      fc.property(fc.integer({ min: 0, max: 3 * LIMITS.ratePerHour * 100 }), (cents) => {
        const text = formatRupees(toRupees(cents));
        expect(text).toMatch(/^Rs\. (\d{1,3}|\d{1,2}(,\d\d)*,\d{3})(\.\d\d)?$/);
        expect(toCents(Number(text.replace('Rs. ', '').replaceAll(',', '')))).toBe(cents);
      }),
    );
  });
});

// spec s4.1
describe('a cancellation', () => {
  const amounts = fc.integer({ min: 0, max: 3 * LIMITS.ratePerHour * 100 });
  const shares = fc.constantFrom(1, 0.5, 0) as fc.Arbitrary<1 | 0.5 | 0>;

  it('divides the price without a cent too many or too few', () => {
    always(
      fc.property(amounts, shares, (amount, share) => {
        const { refund, retained, platformFee, tutorGets } = cancellationAmounts(amount, share);
        expect(refund + retained).toBe(amount);
        expect(platformFee + tutorGets).toBe(retained);
        // 15%, rounded half up: at most half a cent too much, less than half a cent too little.
        expect(platformFee * 100 - retained * 15).toBeGreaterThan(-50);
        expect(platformFee * 100 - retained * 15).toBeLessThanOrEqual(50);
        for (const part of [refund, retained, platformFee, tutorGets]) expect(Number.isInteger(part) && part >= 0).toBe(true);
        expect(Math.abs(refund - amount * share)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it('by the student gives back by the hours that pass, not by the clocks of any zone', () => {
    always(
      fc.property(instants, fc.integer({ min: -72 * HOUR, max: 72 * HOUR }), (startTime, notice) => {
        const now = new Date(startTime.getTime() - notice);
        const expected = notice > 24 * HOUR ? 1 : notice >= 2 * HOUR ? 0.5 : 0;
        expect(refundShare({ by: 'student', status: 'confirmed', startTime, now })).toBe(expected);
      }),
    );
  });

  it.each([
    ['a millisecond more than a day', 24 * HOUR + 1, 1],
    ['exactly a day', 24 * HOUR, 0.5],
    ['exactly two hours', 2 * HOUR, 0.5],
    ['a millisecond less than two hours', 2 * HOUR - 1, 0],
  ])('gives back for %s the same in the nights when clocks change', (_, notice, share) => {
    always(
      fc.property(fc.constantFrom('2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z', '2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z'), (change) => {
        const startTime = new Date(new Date(change).getTime() + 3 * HOUR);
        const now = new Date(startTime.getTime() - notice);
        expect(refundShare({ by: 'student', status: 'confirmed', startTime, now })).toBe(share);
      }),
    );
  });

  it('of a request, or by anybody but the student, gives everything back', () => {
    always(
      fc.property(fc.constantFrom(...BOOKING_ACTORS), instants, fc.integer({ min: -72 * HOUR, max: 72 * HOUR }), (by, startTime, notice) => {
        const now = new Date(startTime.getTime() - notice);
        expect(refundShare({ by, status: 'pending', startTime, now })).toBe(1);
        if (by !== 'student') expect(refundShare({ by, status: 'confirmed', startTime, now })).toBe(1);
      }),
    );
  });
});
