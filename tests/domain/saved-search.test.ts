import { defaultParseSearch } from '@tanstack/react-router';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toSearchInput, tutorSearchParams } from '#client/features/tutor-search/search-state.ts';
import { saveSearchInput } from '#shared/contracts/saved-searches.ts';
import { correctSearch, describeSearch, savedSearchState, searchKey, toSavedFilters, toSearchAddress } from '#shared/domain/saved-search.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { SEARCH_MODES, TEACHING_MEDIUMS } from '#shared/vocabulary/people.ts';
import { DISTANCES, EXAMS, PARTS_OF_DAY, type SavedFilters } from '#shared/vocabulary/search.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';

const ALL: SavedFilters = {
  search: 'maths',
  category: 'Science',
  subject: 'Physics',
  topic: 'Waves',
  teachingMode: 'INDIVIDUAL',
  location: 'Kandy',
  priceFrom: 1000,
  priceTo: 2500,
  freeOn: '2026-03-09',
  minRating: 4.5,
  mediums: ['sinhala', 'tamil'],
  exam: 'al',
  days: ['Saturday', 'Sunday'],
  partsOfDay: ['morning'],
  withinKm: 10,
  femaleOnly: true,
  verified: true,
};

// spec s11-search.30 | S11 5 | A saved search has the filters of a search; those that filter nothing, and how its words are written, make no other
//   search of it | src/shared/domain/saved-search.ts
describe('the form of a saved search', () => {
  test('has what filters, and nothing else', () => {
    expect(toSavedFilters({ search: '  maths \n kandy ', category: '', priceFrom: 0, minRating: 0, femaleOnly: false })).toEqual({
      search: 'maths kandy',
    });
    expect(toSavedFilters(ALL)).toEqual(ALL);
    expect(toSavedFilters({ search: '\0a\uD800' })).toEqual({ search: 'a\uFFFD' });
    expect(toSavedFilters({ search: '\0' })).toEqual({});
  });

  test.each<[SavedFilters, SavedFilters]>([
    [{ search: 'Maths  Kandy' }, { search: 'maths kandy ' }],
    [{ search: 'caf\u00e9' }, { search: 'cafe\u0301' }],
    [
      { search: 'x', femaleOnly: false },
      { femaleOnly: undefined, search: 'x' },
    ],
    [
      { days: ['Sunday', 'Monday'], mediums: [], partsOfDay: ['evening', 'evening'] },
      { days: ['Monday', 'Sunday'], partsOfDay: ['evening'] },
    ],
    [{ withinKm: 10 }, {}],
    [
      { topic: 'a', subject: 'b' },
      { subject: 'b', topic: 'a' },
    ],
  ])('%j is the same as %j', (one, other) => {
    expect(searchKey(one)).toBe(searchKey(other));
  });

  test('is another one with another value of any filter', () => {
    const others = Object.keys(ALL).map((name) => searchKey({ ...ALL, [name]: undefined }));
    expect(new Set([searchKey(ALL), ...others]).size).toBe(Object.keys(ALL).length + 1);
    expect(searchKey({ search: 'kandy' })).not.toBe(searchKey({ location: 'kandy' }));
  });
});

// spec s11-search.31 | S11 5 | It waits until a tutor is found, once, or until its day can no longer be booked | src/shared/domain/saved-search.ts
describe('the state of a saved search', () => {
  /** 2 March, 10:00 in Colombo. */
  const clock = { now: new Date('2026-03-02T04:30:00.000Z'), zone: 'Asia/Colombo' };

  test.each<[string | undefined, 'waiting' | 'over']>([
    [undefined, 'waiting'],
    ['2026-03-01', 'over'],
    ['2026-03-02', 'over'],
    ['2026-03-03', 'waiting'],
  ])('for the day %s: %s', (freeOn, state) => {
    expect(savedSearchState({ filters: { freeOn }, foundAt: null }, clock)).toBe(state);
    expect(savedSearchState({ filters: { freeOn }, foundAt: clock.now }, clock)).toBe('found');
  });

  test('goes by the day of the platform, not of UTC', () => {
    // Already 3 March in Colombo.
    const now = new Date('2026-03-02T19:00:00.000Z');
    expect(savedSearchState({ filters: { freeOn: '2026-03-03' }, foundAt: null }, { ...clock, now })).toBe('over');
  });
});

// spec s11-search.32 | S11 5 | A saved search is described by its words and filters, and leads to its results | src/shared/domain/saved-search.ts
describe('a saved search in words', () => {
  test.each<[SavedFilters, string]>([
    [{}, 'All tutors'],
    [
      ALL,
      '“maths” · Science · Physics · Waves · A/L · Within 10 km of Kandy · Home Visit · Sinhala or Tamil medium · Rs. 1,000 to Rs. 2,500 / hour · Free on Mon, 9 Mar 2026 · On Saturday or Sunday · In the morning · Rated 4.5 or more · Female tutors · Verified tutors',
    ],
    [{ category: 'uncategorized', priceTo: 2000 }, 'Other Subjects · Up to Rs. 2,000 / hour'],
    [{ priceFrom: 2000, teachingMode: 'ONLINE' }, 'Online · From Rs. 2,000 / hour'],
    [{ verified: false }, 'Tutors who are not verified'],
  ])('%j: %s', (filters, text) => {
    expect(describeSearch(filters)).toBe(text);
  });

  // spec s11-search.71 | S11 6 | A saved search has the hours, mediums, exam and distance too: the same ones in another order make no other search of it |
  //   src/shared/domain/saved-search.ts, src/shared/contracts/saved-searches.ts
  test.each<[SavedFilters, string]>([
    [{}, '/tutors?category=all'],
    [{ search: 'maths kandy', femaleOnly: true }, '/tutors?category=all&female=true&q=maths+kandy'],
    [{ category: 'A & B', teachingMode: 'INDIVIDUAL', priceTo: 2000 }, '/tutors?category=A+%26+B&mode=home-visit&priceTo=2000'],
    [{ days: ['Saturday', 'Sunday'], exam: 'ol', minRating: 4 }, '/tutors?category=all&exam=ol&days=Saturday%2CSunday&rating=4'],
    [
      { mediums: ['tamil'], partsOfDay: ['evening'], location: 'Galle', withinKm: 5 },
      '/tutors?category=all&medium=tamil&location=Galle&within=5&time=evening',
    ],
    [{ search: '2026' }, '/tutors?category=all&q=%222026%22'],
    [{ search: 'null' }, '/tutors?category=all&q=%22null%22'],
    [{ search: '"quoted"' }, '/tutors?category=all&q=%22%5C%22quoted%5C%22%22'],
  ])('%j leads to %s', (filters, address) => {
    expect(toSearchAddress(filters)).toBe(address);
  });
});

// spec s11-search.102 | S11 5 | The address of a saved search leads to exactly this search, whatever is saved |
//   src/shared/domain/saved-search.ts, src/shared/contracts/saved-searches.ts, src/client/features/tutor-search/search-state.ts
describe('the address of a saved search', () => {
  const words = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength }).filter((text) => text.trim().toLowerCase() !== 'all');
  const name = words(20);
  const text = fc.oneof(words(20), fc.constantFrom('2026', 'true', 'null', '"maths"', '{}', '1e3', 'a & b = c', '+94'));
  const rate = fc.oneof(fc.integer({ min: 0, max: LIMITS.ratePerHour }), fc.double({ min: 0, max: LIMITS.ratePerHour, noNaN: true }));
  const FIELDS: { [Name in keyof Required<SavedFilters>]: fc.Arbitrary<unknown> } = {
    search: text,
    category: name,
    subject: name,
    topic: name,
    teachingMode: fc.constantFrom(...SEARCH_MODES),
    location: text,
    priceFrom: rate,
    priceTo: rate,
    freeOn: fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
    minRating: fc.double({ min: 0, max: 5, noNaN: true }),
    mediums: fc.subarray([...TEACHING_MEDIUMS]),
    exam: fc.constantFrom(...EXAMS),
    days: fc.subarray([...WEEKDAYS]),
    partsOfDay: fc.subarray([...PARTS_OF_DAY]),
    withinKm: fc.constantFrom(...DISTANCES),
    femaleOnly: fc.boolean(),
    verified: fc.boolean(),
  };

  test('leads to the same filters', () => {
    const searches = fc.record(FIELDS, { requiredKeys: [] }).filter((filters) => saveSearchInput.safeParse(filters).success);
    void fc.assert(
      fc.property(searches, (given) => {
        const saved = toSavedFilters(saveSearchInput.parse(given));
        const [, query] = toSearchAddress(saved).split('?');
        const { sortBy: _, sortOrder: __, ...filters } = toSearchInput(tutorSearchParams(defaultParseSearch(`?${query}`)));
        expect(toSavedFilters(filters)).toEqual(saved);
      }),
    );
  });

  test.each([{ teachingMode: 'NONE' }, { priceTo: 0 }])('does not have to say %j, which is not saved', (filters) => {
    expect(saveSearchInput.safeParse(filters).success).toBe(false);
  });
});

// spec s11-search.101
test.each<[SavedFilters, SavedFilters]>([
  [
    { search: 'maths klombo', subject: 'klombo' },
    { search: 'maths colombo', subject: 'klombo' },
  ],
  [
    { search: 'Klombo, chemestry', location: 'klombo' },
    { search: 'colombo, chemistry', location: 'colombo' },
  ],
  [
    { search: 'klombos', priceTo: 1000 },
    { search: 'klombos', priceTo: 1000 },
  ],
  [{ location: 'Kandy' }, { location: 'Kandy' }],
])('%j, corrected, is %j', (typed, corrected) => {
  const corrections = [
    { from: 'klombo', to: 'colombo' },
    { from: 'chemestry', to: 'chemistry' },
  ];
  expect(correctSearch(typed, corrections)).toEqual(corrected);
});
