import type { SearchInput } from '#shared/contracts/tutor-search.ts';
import { COLUMN_SORTS, SORT_DIRECTIONS } from '#shared/vocabulary/search.ts';
import type { Scopes } from '#tests/support/search-plans.ts';

export const MAX_FILTERED = 1.3;
const MAX_TEXT = 3;
/** Today in the zone of the platform, and a date that can be booked. */
export const TODAY = '2026-11-21';
const FREE_ON = '2026-11-25';

export type CaseInput = Partial<SearchInput>;
/** `input` gets the ids of each database; deep pages begin in the middle of the results. */
export type Case = { nr: number; name: string; input: (scopes: Scopes) => CaseInput; isDeep: boolean; goal: number | null };

const FILTERS: readonly [string, (scopes: Scopes) => CaseInput][] = [
  ['no filter', () => ({})],
  ['category', ({ category }) => ({ category })],
  ['subject', ({ subject }) => ({ subject })],
  ['topic', ({ topic }) => ({ topic })],
  ['online', () => ({ teachingMode: 'ONLINE' })],
  ['home visit', () => ({ teachingMode: 'INDIVIDUAL' })],
  ['group', () => ({ teachingMode: 'GROUP' })],
  ['women', () => ({ femaleOnly: true })],
  ['verified', () => ({ verified: true })],
  ['not verified', () => ({ verified: false })],
  ['4.5 stars', () => ({ minRating: 4.5 })],
  ['Rs. 1,500 to 2,500', () => ({ priceFrom: 1500, priceTo: 2500 })],
  ['Rs. 4,000 and more', () => ({ priceFrom: 4000 })],
  ['Rs. 4,200 to 4,250', () => ({ priceFrom: 4200, priceTo: 4250 })],
  ['a location', () => ({ location: 'galle' })],
  ['free on a day', () => ({ freeOn: FREE_ON })],
  ['subject, free on a day', ({ subject }) => ({ subject, freeOn: FREE_ON })],
  ['subject, women, online, price', ({ subject }) => ({ subject, femaleOnly: true, teachingMode: 'ONLINE', priceFrom: 1000, priceTo: 3000 })],
];

const TEXTS: readonly [string, CaseInput][] = [
  ['a common word', { search: 'mathematics' }],
  ['a name', { search: 'perera' }],
  ['a typo in a common word', { search: 'matematics' }],
  ['a typo in a name', { search: 'pereta' }],
];

/** By rating only: the order makes little difference, as the cases above show. */
const OTHER_TEXTS: readonly [string, CaseInput | ((scopes: Scopes) => CaseInput)][] = [
  ['a word in Sinhala', { search: 'කුරුණෑගල' }],
  ['a common letter', { search: 'a' }],
  ['two letters that no word begins with', { search: 'zq' }],
  ['a word that nobody has', { search: 'qzqzqzq' }],
  ['a word and a location', { search: 'physics', location: 'colombo' }],
  ['two common words', { search: 'maths colombo' }],
  ['two words, and a mode', { search: 'maths colombo online' }],
  ['two rare words', { search: 'perera jaffna' }],
  ['a word and a beginning', { search: 'physics kan' }],
  ['a word that is left out', { search: 'maths qzqzqzq' }],
  ['a common word in a category', ({ category }) => ({ category, search: 'mathematics' })],
  ['a word, free on a day', { search: 'mathematics', freeOn: FREE_ON }],
  ['a typo in a location', { location: 'gallle' }],
];

/** A common text with a rare filter: no single index answers it, so there is no goal yet. */
const TEXTS_WITH_SCOPE: readonly [string, (scopes: Scopes) => CaseInput][] = [
  ['a name in a subject', ({ subject }) => ({ subject, search: 'perera' })],
  ['a word of other subjects', ({ subject }) => ({ subject, search: 'piano' })],
  ['a name, women', () => ({ search: 'perera', femaleOnly: true })],
];

const ORDERS = [
  ...COLUMN_SORTS.flatMap((sortBy) => SORT_DIRECTIONS.map((sortOrder) => ({ sortBy, sortOrder }))),
  { sortBy: 'match', sortOrder: 'desc' } as const,
];

const DEPTHS = [false, true];

export const CASES: readonly Case[] = [
  ...ORDERS.flatMap((order) =>
    FILTERS.flatMap(([filter, input]) =>
      DEPTHS.map((isDeep) => ({
        name: `${order.sortBy} ${order.sortOrder}, ${filter}, ${isDeep ? 'deep' : 'first'} page`,
        input: (scopes: Scopes) => ({ ...order, ...input(scopes) }),
        isDeep,
        goal: MAX_FILTERED,
      })),
    ),
  ),
  ...ORDERS.flatMap((order) =>
    TEXTS.map(([text, input]) => ({
      name: `${order.sortBy} ${order.sortOrder}, ${text}`,
      input: () => ({ ...order, ...input }),
      isDeep: false,
      goal: MAX_TEXT,
    })),
  ),
  ...OTHER_TEXTS.map(([text, input]) => ({
    name: `rating desc, ${text}`,
    input: typeof input === 'function' ? input : () => input,
    isDeep: false,
    goal: MAX_TEXT,
  })),
  ...TEXTS_WITH_SCOPE.map(([text, input]) => ({ name: `rating desc, ${text}`, input, isDeep: false, goal: null })),
].map((one, index) => ({ ...one, nr: index + 1 }));
