import { describe, expect, it } from 'vitest';
import type { FreeSessions } from '#shared/domain/free-times.ts';
import { weeklyRepeats, weeksWithin } from '#shared/domain/free-times.ts';
import { formatInstant, instantAt } from '#shared/domain/zone.ts';

const zone = 'Asia/Colombo';
/** A Monday, 10:00 in Colombo. */
const NOW = new Date('2026-11-23T04:30:00Z');
const at = (date: string, hour: number, where = zone): Date => instantAt(date, hour * 60, where);
const hour = (date: string, from: number) => ({ start: at(date, from), end: at(date, from + 1) });

const sessions = (more: Partial<FreeSessions> = {}): FreeSessions => ({
  week: [{ day: 'Tuesday', slots: [{ start: '16:00', end: '19:00' }] }],
  hours: 1,
  taken: [],
  now: NOW,
  zone,
  ...more,
});
const shown = (start: Date, more?: Partial<FreeSessions>) =>
  weeklyRepeats(start, sessions(more)).map(
    ({ start: sessionStart, isFree }) => `${formatInstant(sessionStart, more?.zone ?? zone)}${isFree ? '' : ', taken'}`,
  );

// spec book.14 | D Booking | Weekly repeat: one to four weeks, none beyond the 28 days, what is taken is named before the click and left out |
//   src/shared/domain/free-times.ts
describe('a session that is repeated', () => {
  it('takes the same hour of up to four weeks', () => {
    expect(shown(at('2026-11-24', 16))).toEqual([
      'Tue, 24 Nov 2026, 4:00 PM',
      'Tue, 1 Dec 2026, 4:00 PM',
      'Tue, 8 Dec 2026, 4:00 PM',
      'Tue, 15 Dec 2026, 4:00 PM',
    ]);
  });

  it('goes no further than the days that can be booked', () => {
    expect(shown(at('2026-12-15', 16))).toEqual(['Tue, 15 Dec 2026, 4:00 PM']);
    expect(shown(at('2026-12-08', 16))).toHaveLength(2);
  });

  it('names the weeks that somebody else has, or that the tutor has blocked', () => {
    const more = { taken: [hour('2026-12-01', 16)], blocked: [{ start: at('2026-12-08', 0), end: at('2026-12-09', 0) }] };
    expect(shown(at('2026-11-24', 16), more)).toEqual([
      'Tue, 24 Nov 2026, 4:00 PM',
      'Tue, 1 Dec 2026, 4:00 PM, taken',
      'Tue, 8 Dec 2026, 4:00 PM, taken',
      'Tue, 15 Dec 2026, 4:00 PM',
    ]);
  });

  it('keeps the hour on the wall when the clocks are changed', () => {
    const where = 'America/New_York';
    const now = new Date('2026-10-26T14:00:00Z');
    expect(shown(at('2026-10-27', 16, where), { zone: where, now })).toEqual([
      'Tue, 27 Oct 2026, 4:00 PM',
      'Tue, 3 Nov 2026, 4:00 PM',
      'Tue, 10 Nov 2026, 4:00 PM',
      'Tue, 17 Nov 2026, 4:00 PM',
    ]);
  });
});

describe('the weeks that a student has requests left for', () => {
  const all = (more?: Partial<FreeSessions>) => weeklyRepeats(at('2026-11-24', 16), sessions(more));
  const secondIsTaken = { taken: [hour('2026-12-01', 16)] };

  // spec s8-limits.14
  it.each([
    ['four', 4, {}, 4],
    ['three', 3, {}, 3],
    ['two', 2, {}, 2],
    ['one', 1, {}, 1],
    ['none', 0, {}, 1],
    ['three, and the second week is not free,', 3, secondIsTaken, 4],
    ['one, and the second week is not free,', 1, secondIsTaken, 2],
  ])('with %s left begin with the first and end where the requests do', (_, left, more, weeks) => {
    expect(weeksWithin(all(more), left)).toEqual(all(more).slice(0, weeks));
  });
});
