import { expect, test } from 'vitest';
import { changeSearch, type TutorSearch, toSearchInput, tutorSearchParams } from '#client/features/tutor-search/search-state.ts';
import { toPageSearch } from '#shared/domain/saved-search.ts';

// spec s11-search.72 | S11 6 | Mediums, exam, days, times, rating and distance are in the address; values that are none of theirs are dropped |
//   src/client/features/tutor-search/search-state.ts, src/client/lib/search-params.ts
test.each<[Record<string, unknown>, TutorSearch]>([
  [
    { medium: 'tamil,sinhala', days: 'Sunday,Saturday,Sunday' },
    { medium: 'sinhala,tamil', days: 'Saturday,Sunday' },
  ],
  [{ time: ['evening', 'morning'] }, { time: 'morning,evening' }],
  [{ medium: 'klingon', days: 'Caturday', time: {}, exam: 'phd', within: 7, rating: 'five' }, {}],
  [{ medium: null, days: 7, time: '', exam: ['ol'], within: '10', rating: 6 }, {}],
  [
    { exam: 'international', within: 20, rating: 3.5 },
    { exam: 'international', within: 20, rating: 3.5 },
  ],
])('%j of an address is read as %j', (address, search) => {
  expect(tutorSearchParams(address)).toEqual(search);
});

const ALL = { exam: 'al', medium: 'english', location: 'Kandy', within: 10, days: 'Monday', time: 'evening', rating: 4 } as const;

test('each is searched for, and a saved search leads back to it', () => {
  const { sortBy: _, sortOrder: __, ...filters } = toSearchInput({ category: 'all', ...ALL });
  expect(filters).toEqual({
    exam: 'al',
    mediums: ['english'],
    location: 'Kandy',
    withinKm: 10,
    days: ['Monday'],
    partsOfDay: ['evening'],
    minRating: 4,
  });
  expect(tutorSearchParams(toPageSearch(filters))).toEqual({ category: 'all', ...ALL });
});

test('a distance goes with its location', () => {
  expect(changeSearch({ category: 'all', location: 'Kandy', within: 10 }, { location: undefined }).within).toBeUndefined();
  expect(changeSearch({ category: 'all', location: 'Kandy', within: 10 }, { location: 'Galle' }).within).toBe(10);
});
