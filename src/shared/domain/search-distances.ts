import { DISTANCES, type Distance } from '#shared/vocabulary/search.ts';
import { lengthOf, type Token } from './search-tokens.ts';

const BEFORE = ['within', 'within a', 'inside', 'less than', 'not more than', 'no more than', 'under', 'below', 'up to', 'upto', 'max', 'maximum'];
const UNITS = [
  ...['km', 'kms', 'kilometre', 'kilometres', 'kilometer', 'kilometers', 'කි මී', 'කිමී', 'කිලෝමීටර', 'කිලෝමීටර්'],
  ...['கி மீ', 'கிமீ', 'கிலோமீட்டர்'],
];
const UNITS_BEFORE = UNITS.filter((unit) => !/^[a-z]/.test(unit));
const AFTER = ['radius', 'distance', 'away', 'ක්', 'ක', 'ඇතුළත', 'ක් ඇතුළත', 'ක ඇතුළත', 'க்குள்', 'உள்'];
const MAX_DISTANCE = 50 satisfies Distance;
/** Words between a distance and its town. */
const FROM = ['of', 'from', 'around', 'to', 'away from'];

/** `value` is null, because without a town beside it a distance is an ordinary text. */
export type FoundDistance = { value: null; withinKm: Distance; length: number };

/** Reads "within 5 km" as the smallest distance of the filter that is not below it, else as the largest. */
export function readDistance(tokens: readonly Token[], at: number): FoundDistance | null {
  const first = at + lengthOf(tokens, at, BEFORE);
  const unitBefore = lengthOf(tokens, first, UNITS_BEFORE);
  const number = first + unitBefore;
  const unit = number + 1 + (unitBefore > 0 ? 0 : lengthOf(tokens, number + 1, UNITS));
  const km = /^\d+(?:\.\d+)?$/.test(tokens[number]?.word ?? '') ? Number(tokens[number]?.word) : 0;
  if (km === 0 || unit - first < 2) return null;
  const withinKm = DISTANCES.find((distance) => distance >= km) ?? MAX_DISTANCE;
  return { value: null, withinKm, length: unit + lengthOf(tokens, unit, AFTER) - at };
}

export const lengthOfFrom = (tokens: readonly Token[], at: number): number => lengthOf(tokens, at, FROM);
