import { describe, expect, it } from 'vitest';
import {
  bookableMethods,
  hourlyRate,
  lowestRate,
  METHOD_LABELS,
  sessionPrice,
  type TeachingMode,
  toTeachingMode,
  withBothModes,
} from '#shared/domain/rates.ts';
import { LEARNING_METHODS, type LearningMethod } from '#shared/vocabulary/bookings.ts';

const ONLINE: TeachingMode = { type: 'online', enabled: true, rate: 1500 };
const HOME: TeachingMode = { type: 'home-visit', enabled: true, rate: 2000.5 };
const GROUP: TeachingMode = { type: 'group', enabled: true, rate: 500 };

describe('a learning method and a teaching mode are one concept', () => {
  it('individual is the home visit, the others keep their name', () => {
    expect(LEARNING_METHODS.map(toTeachingMode)).toEqual(['online', 'home-visit', 'group']);
    expect(METHOD_LABELS).toEqual({ online: 'Online', individual: 'Home Visit', group: 'Group' });
  });
});

describe('the hourly rate of a method', () => {
  it.each<[string, TeachingMode[], LearningMethod, number | null]>([
    ['is that of its mode, in cents', [ONLINE, HOME], 'online', 150_000],
    ['keeps the cents', [ONLINE, HOME], 'individual', 200_050],
    ['is none when the mode is disabled', [{ ...ONLINE, enabled: false }], 'online', null],
    ['is none when the rate is 0', [{ ...ONLINE, rate: 0 }], 'online', null],
    ['is one from the first cent on', [{ ...ONLINE, rate: 0.01 }], 'online', 1],
    ['is none when the mode is not listed', [ONLINE], 'individual', null],
    ['is none for a group, whatever is stored', [GROUP], 'group', null],
    ['is that of the last of two entries', [ONLINE, { ...ONLINE, rate: 900 }], 'online', 90_000],
  ])('%s', (_, modes, method, rate) => {
    expect(hourlyRate(modes, method)).toBe(rate);
  });
});

// spec constants.17 | C §9 | Durations 1, 2, 3 hours; the price is rate times hours | src/shared/vocabulary/bookings.ts
describe('the price is the hourly rate times the hours', () => {
  it.each<[LearningMethod, number, number | null]>([
    ['online', 1, 150_000],
    ['online', 3, 450_000],
    ['individual', 2, 400_100],
    ['group', 1, null],
  ])('%s for %d hours', (method, hours, price) => {
    expect(sessionPrice([ONLINE, HOME, GROUP], method, hours)).toBe(price);
  });
});

describe('a subject always lists online and home visit', () => {
  it.each<[string, TeachingMode[], TeachingMode[]]>([
    [
      'disabled when unset',
      [],
      [
        { type: 'online', enabled: false, rate: 0 },
        { type: 'home-visit', enabled: false, rate: 0 },
      ],
    ],
    ['online first, and group kept where there is one', [GROUP, HOME, ONLINE], [ONLINE, HOME, GROUP]],
    ['of two of a type the last', [ONLINE, HOME, { ...ONLINE, rate: 900 }], [{ ...ONLINE, rate: 900 }, HOME]],
  ])('%s', (_, modes, rates) => {
    expect(withBothModes(modes)).toEqual(rates);
  });
});

describe('what an hour costs at least', () => {
  it.each<[string, TeachingMode[], number | null]>([
    ['the lower of two', [HOME, ONLINE], 150_000],
    ['a disabled mode does not count', [HOME, { ...ONLINE, enabled: false }], 200_050],
    ['a rate of 0 does not count', [HOME, { ...ONLINE, rate: 0 }], 200_050],
    ['a group does not count', [HOME, GROUP], 200_050],
    ['nothing on offer', [GROUP], null],
  ])('%s', (_, modes, rate) => {
    expect(lowestRate(modes)).toBe(rate);
  });

  it('only methods with a rate can be booked', () => {
    expect(bookableMethods([HOME, ONLINE, GROUP])).toEqual(['online', 'individual']);
    expect(bookableMethods([HOME, { ...ONLINE, enabled: false }])).toEqual(['individual']);
  });
});
