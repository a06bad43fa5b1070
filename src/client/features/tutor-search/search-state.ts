import { oneOf, searchParams, words } from '#client/lib/search-params.ts';
import type { SearchFilters } from '#shared/contracts/tutors.ts';
import { SEARCH_SORTS, type SearchSort, SORT_DIRECTIONS, type SortDirection } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { BOOKABLE_MODES, SEARCH_MODE_OF } from '#shared/vocabulary/people.ts';

/** The category that stands for none. */
export const ALL = 'all';
export const ALL_TUTORS: TutorSearch = { category: ALL };
const FIRST_SORT = 'rating';

const name = words(LIMITS.name.max);
const isOn = oneOf([true]);
/** None means no limit. */
const rate = (value: unknown) => (typeof value === 'number' && value > 0 && value <= LIMITS.ratePerHour ? value : undefined);
const date = (value: unknown) => (typeof value === 'string' && isDate(value) ? value : undefined);

/** The whole search, as it stands in the address: category, subject and topic by name. */
export const tutorSearchParams = searchParams({
  category: name,
  subject: name,
  topic: name,
  mode: oneOf(BOOKABLE_MODES),
  /** Rupees per hour, both included. */
  priceFrom: rate,
  priceTo: rate,
  location: words(LIMITS.searchText),
  /** A date of the platform's zone. */
  freeOn: date,
  female: isOn,
  verified: isOn,
  q: words(LIMITS.searchText),
  sort: oneOf(SEARCH_SORTS),
  dir: oneOf(SORT_DIRECTIONS),
});
export type TutorSearch = ReturnType<typeof tutorSearchParams>;

/** Of what the address says by then: another change may be on its way. `isRefined`: no step to come back to. */
export type OnSearchChange = (change: (present: TutorSearch) => TutorSearch, how?: { isRefined: boolean }) => void;

/** Nothing says yet what is looked for: the first category is to be put into the address. */
export function lacksCategory({ category, subject, topic, q }: TutorSearch): boolean {
  return !(category || subject || topic || q);
}

export const isAll = ({ category }: TutorSearch): boolean => !category || category.toLowerCase() === ALL;

/** A new category resets subject and topic, a new subject the topic. */
export function changed(search: TutorSearch, change: TutorSearch): TutorSearch {
  const reset = 'category' in change ? { subject: undefined, topic: undefined } : 'subject' in change ? { topic: undefined } : {};
  const next = { ...search, ...reset, ...change };
  // Whoever has chosen is not given a category.
  return lacksCategory(next) ? { ...next, category: ALL } : next;
}

const NO_PANEL = {
  subject: undefined,
  topic: undefined,
  mode: undefined,
  priceFrom: undefined,
  priceTo: undefined,
  location: undefined,
  freeOn: undefined,
  female: undefined,
  verified: undefined,
} as const satisfies TutorSearch;

/** Without the filters of the panel; category, text and order stay. */
export function panelCleared(search: TutorSearch): TutorSearch {
  return changed(search, NO_PANEL);
}

/** Without any filter; the order stays. */
export function allCleared({ sort, dir }: TutorSearch): TutorSearch {
  return { category: ALL, sort, dir };
}

/** How many filters of the panel are set; a range of prices is one. */
export function panelCount({ subject, topic, mode, priceFrom, priceTo, location, freeOn, female, verified }: TutorSearch): number {
  return [subject, topic, mode, priceFrom ?? priceTo, location, freeOn, female, verified].filter(Boolean).length;
}

/** Why Clear has nothing to do; null while it has. */
export function nothingToClear(search: TutorSearch): string | null {
  return panelCount(search) === 0 ? 'No filter is set.' : null;
}

export type SearchOrder = { sort: SearchSort; dir: SortDirection };

export function orderOf({ sort = FIRST_SORT, dir = naturalOf(sort) }: TutorSearch): SearchOrder {
  return { sort, dir };
}

/** Another field begins with its natural direction; the same one turns around. */
export function sortedBy(search: TutorSearch, sort: SearchSort): TutorSearch {
  const present = orderOf(search);
  const dir = sort === present.sort ? opposite(present.dir) : naturalOf(sort);
  return { ...search, sort: sort === FIRST_SORT ? undefined : sort, dir: dir === naturalOf(sort) ? undefined : dir };
}

function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function naturalOf(sort: SearchSort): SortDirection {
  return sort === 'name' ? 'asc' : 'desc';
}

function opposite(dir: SortDirection): SortDirection {
  return dir === 'asc' ? 'desc' : 'asc';
}

/** What the server is asked; only what is set, so that the address of the call stays short. */
export function filtersOf(search: TutorSearch): Partial<SearchFilters> {
  const { category, subject, topic, mode, priceFrom, priceTo, location, freeOn, female, verified, q } = search;
  const { sort, dir } = orderOf(search);
  return {
    ...(!isAll(search) && { category }),
    ...(subject && { subject }),
    ...(topic && { topic }),
    ...(mode && { teachingMode: SEARCH_MODE_OF[mode] }),
    ...(priceFrom && { priceFrom }),
    ...(priceTo && { priceTo }),
    ...(location && { location }),
    ...(freeOn && { freeOn }),
    ...(female && { femaleOnly: female }),
    ...(verified && { verified }),
    ...(q && { search: q }),
    sortBy: sort,
    sortOrder: dir,
  };
}
