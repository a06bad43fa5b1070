import { searchInput } from '#shared/contracts/tutor-search.ts';
import { callerAs } from '#tests/support/callers.ts';
import type { CaseInput } from './cases.ts';
import type { Bulk } from './databases.ts';
import { CLOCK } from './measure.ts';

/** In milliseconds. */
export const MAX_TWO_WORDS_MS = 50;

/** Two common words, a common with a rare one, two rare ones, a prefix, a typing error, another script, a name, and an unknown word. */
export const TEXTS = [
  'maths colombo',
  'english kandy',
  'science galle',
  'piano kandy',
  'chemistry mannar',
  'perera jaffna',
  'nimal perera',
  'nimal maths',
  'physics kan',
  'chemestry colombo',
  'ගණිතය කොළඹ',
  'கணிதம் யாழ்ப்பாணம்',
  'maths qzqzqzq',
];

export const FILTERS: readonly CaseInput[] = [
  { teachingMode: 'ONLINE' },
  { teachingMode: 'GROUP' },
  { femaleOnly: true },
  { verified: true },
  { minRating: 4.5 },
  { priceTo: 2000 },
  { location: 'gampaha' },
  { freeOn: '2026-11-25' },
];
const ORDERS = ['rating', 'match'] as const;
const ROUNDS = 5;
const SLOWEST = 5;

type Timed = { name: string; ms: number };

/** Each text with each filter, sorted as people get it and by best match. */
export async function measureTwoWords(bulk: Bulk): Promise<{ p95: number; searches: number; slowest: Timed[] }> {
  const caller = callerAs(bulk, null, CLOCK);
  const times: Timed[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const search of TEXTS) {
      for (const filter of FILTERS) {
        for (const sortBy of ORDERS) {
          const input = searchInput.parse({ search, sortBy, ...filter });
          const start = performance.now();
          await caller.tutors.search(input);
          if (round >= 0) times.push({ name: `${search}, ${JSON.stringify(filter)}, by ${sortBy}`, ms: performance.now() - start });
        }
      }
    }
  }
  times.sort((one, other) => one.ms - other.ms);
  const p95 = times[Math.floor(times.length * 0.95)]?.ms ?? Number.NaN;
  const slowest = [...new Map(times.map((timed) => [timed.name, timed])).values()].sort((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  return { p95, searches: times.length / ROUNDS, slowest };
}
