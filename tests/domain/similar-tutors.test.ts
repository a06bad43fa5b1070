import { expect, test } from 'vitest';
import { similarTutors } from '#shared/domain/similar-tutors.ts';

const tutor = (id: string, availableLocations: string, vacationMode = false) => ({ id, availableLocations, vacationMode });
const SHOWN = tutor('shown', 'Nugegoda, Colombo 05 and online');

// spec s12-look.12 | S12 G | A profile ends with up to four tutors of its first subject who are not on vacation, those of the same places first |
//   src/shared/domain/similar-tutors.ts, src/client/features/tutor-search/similar-tutors.tsx
test('similar tutors are others who can be booked, those of the same places first', () => {
  const found = [
    tutor('far', 'Jaffna and online'),
    SHOWN,
    tutor('away', 'Nugegoda', true),
    tutor('neighbour', 'Maharagama, NUGEGODA'),
    tutor('elsewhere', 'Colombo 06'),
    tutor('also near', 'Dehiwala and Colombo 05'),
  ];
  expect(similarTutors(found, SHOWN, 4).map(({ id }) => id)).toEqual(['neighbour', 'also near', 'far', 'elsewhere']);
  expect(similarTutors(found, SHOWN, 1).map(({ id }) => id)).toEqual(['neighbour']);
  expect(similarTutors([SHOWN], SHOWN, 4)).toEqual([]);
});
