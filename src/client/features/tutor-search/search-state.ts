import { BY_CURSOR } from '#client/lib/rpc/trpc.ts';
import { date, oneOf, searchParams, someOf, text } from '#client/lib/search-params.ts';
import type { CatalogueMenu } from '#shared/contracts/catalogue.ts';
import type { SearchFilters } from '#shared/contracts/tutor-search.ts';
import { LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import { SEARCH_MODE_OF, TEACHING_MEDIUMS, TEACHING_MODES } from '#shared/vocabulary/people.ts';
import {
  CATEGORY_ICON,
  DISTANCES,
  EXAMS,
  PARTS_OF_DAY,
  SEARCH_SORTS,
  type SearchSort,
  SORT_DIRECTIONS,
  type SortDirection,
  UNCATEGORIZED,
} from '#shared/vocabulary/search.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';

// Loaders and `validateSearch` import this module, so it is in the first chunk: import no components here.

export const ALL_CATEGORIES = 'all';
/** Names the category that is called so, whatever its letters' case. */
const CALLED_ALL = 'All';
export const ALL_TUTORS: TutorSearch = { category: ALL_CATEGORIES };
const DEFAULT_SORT = 'rating';

const name = text(LIMITS.name.max);
const isOn = oneOf([true]);
const rate = (value: unknown) => (typeof value === 'number' && value > 0 && value <= LIMITS.ratePerHour ? value : undefined);
const rating = (value: unknown) => (typeof value === 'number' && value > 0 && value <= 5 ? value : undefined);

export const tutorSearchParams = searchParams({
  category: name,
  subject: name,
  topic: name,
  exam: oneOf(EXAMS),
  mode: oneOf(TEACHING_MODES),
  medium: someOf(TEACHING_MEDIUMS),
  /** Rupees per hour, both included. */
  priceFrom: rate,
  priceTo: rate,
  location: text(LIMITS.searchText),
  /** In kilometres, from the town that is the location. */
  within: oneOf(DISTANCES),
  /** A date of the platform's zone. */
  freeOn: date,
  days: someOf(WEEKDAYS),
  time: someOf(PARTS_OF_DAY),
  /** Stars, at least. */
  rating,
  female: isOn,
  verified: oneOf([true, false]),
  q: text(LIMITS.searchText),
  sort: oneOf(SEARCH_SORTS),
  dir: oneOf(SORT_DIRECTIONS),
  /** Where the list begins, without JavaScript: the cursor of the page before. */
  after: text(2000),
});
/** What a parameter of several values has. */
export function splitList<T extends string>(all: readonly T[], list: string | undefined): T[] {
  const chosen = list?.split(',') ?? [];
  return all.filter((one) => chosen.includes(one));
}

export type TutorSearch = ReturnType<typeof tutorSearchParams>;

/** A function of the current search, because another change may be on its way. `isRefined`: it replaces the step before. */
export type OnSearchChange = (change: (current: TutorSearch) => TutorSearch, options?: { isRefined: boolean }) => void;

/** `isTaught`: the text says what somebody teaches, so that it takes the place of a chosen subject. */
export type OnSuggestionChosen = (text: string, options: { isTaught: boolean }) => void;

export function needsCategory({ category, subject, topic, q }: TutorSearch): boolean {
  return !(category || subject || topic || q);
}

export type CatalogueSubject = { id: string; name: string };
export type CatalogueCategory = { value: string; name: string; icon: string; subjects: readonly CatalogueSubject[] };

export function listCategories({ categories, uncategorized }: CatalogueMenu, othersName = 'Other Subjects'): CatalogueCategory[] {
  const listed = categories.map((category) => ({ value: isAll(category.name) ? CALLED_ALL : category.name, ...category }));
  const others = { value: UNCATEGORIZED, name: othersName, icon: CATEGORY_ICON, subjects: uncategorized };
  return uncategorized.length > 0 ? [...listed, others] : listed;
}

/** The specification has the first visit begin with the first category. */
export function withFirstCategory(search: TutorSearch, firstCategory: string | undefined): TutorSearch {
  return needsCategory(search) && firstCategory !== undefined ? { ...search, category: firstCategory } : search;
}

type ChangeFromFirst = { firstCategory: string | undefined; toNext: (search: TutorSearch) => TutorSearch };

/** Nobody has chosen the category of a first visit: what is typed is looked for in all of them, and other filters leave it as it was. */
export function changeFromFirst(search: TutorSearch, { firstCategory, toNext }: ChangeFromFirst): TutorSearch {
  const next = toNext(withFirstCategory(search, firstCategory));
  const isChosen = !needsCategory(search) || next.category !== firstCategory || Boolean(next.subject || next.topic);
  return isChosen ? next : { ...next, category: undefined };
}

export const isAllCategories = ({ category }: TutorSearch): boolean => !category || (isAll(category) && category !== CALLED_ALL);

const isAll = (category: string): boolean => category.toLowerCase() === ALL_CATEGORIES;

export function changeSearch(search: TutorSearch, change: TutorSearch): TutorSearch {
  const reset = 'category' in change ? { subject: undefined, topic: undefined } : 'subject' in change ? { topic: undefined } : {};
  const next = { ...search, ...reset, after: undefined, ...change };
  if (!next.location) next.within = undefined;
  return needsCategory(next) ? { ...next, category: ALL_CATEGORIES } : next;
}

const NO_FILTERS = {
  subject: undefined,
  topic: undefined,
  exam: undefined,
  mode: undefined,
  medium: undefined,
  priceFrom: undefined,
  priceTo: undefined,
  location: undefined,
  within: undefined,
  freeOn: undefined,
  days: undefined,
  time: undefined,
  rating: undefined,
  female: undefined,
  verified: undefined,
} as const satisfies TutorSearch;

export function clearPanel(search: TutorSearch): TutorSearch {
  return changeSearch(search, NO_FILTERS);
}

export function clearAll({ sort, dir }: TutorSearch): TutorSearch {
  return { category: ALL_CATEGORIES, sort, dir };
}

export function countPanelFilters({ priceFrom, priceTo, ...search }: TutorSearch): number {
  const { subject, topic, exam, mode, medium, location, freeOn, days, time, rating, female, verified } = search;
  const filters = [subject, topic, exam, mode, medium, priceFrom ?? priceTo, location, freeOn, days, time, rating, female, verified];
  return filters.filter((filter) => filter !== undefined).length;
}

export type SearchOrder = { sort: SearchSort; dir: SortDirection };

export function getOrder({ sort = DEFAULT_SORT, dir = defaultDirection(sort) }: TutorSearch): SearchOrder {
  return { sort, dir };
}

export function sortSearch(search: TutorSearch, sort: SearchSort): TutorSearch {
  const current = getOrder(search);
  const dir = sort === current.sort && sort !== 'match' ? reverse(current.dir) : defaultDirection(sort);
  return { ...search, after: undefined, sort: sort === DEFAULT_SORT ? undefined : sort, dir: dir === defaultDirection(sort) ? undefined : dir };
}

function defaultDirection(sort: SearchSort): SortDirection {
  return sort === 'name' ? 'asc' : 'desc';
}

function reverse(dir: SortDirection): SortDirection {
  return dir === 'asc' ? 'desc' : 'asc';
}

export function toSearchInput(search: TutorSearch): Partial<SearchFilters> & { after?: string } {
  const { category, subject, topic, exam, mode, priceFrom, priceTo, location, within, freeOn, rating, female, verified, q, after } = search;
  const [mediums, days] = [splitList(TEACHING_MEDIUMS, search.medium), splitList(WEEKDAYS, search.days)];
  const partsOfDay = splitList(PARTS_OF_DAY, search.time);
  const { sort, dir } = getOrder(search);
  return {
    ...(!isAllCategories(search) && { category }),
    ...(subject && { subject }),
    ...(topic && { topic }),
    ...(exam && { exam }),
    ...(mode && { teachingMode: SEARCH_MODE_OF[mode] }),
    ...(mediums.length > 0 && { mediums }),
    ...(priceFrom && { priceFrom }),
    ...(priceTo && { priceTo }),
    ...(location && { location, ...(within && { withinKm: within }) }),
    ...(freeOn && { freeOn }),
    ...(days.length > 0 && { days }),
    ...(partsOfDay.length > 0 && { partsOfDay }),
    ...(rating && { minRating: rating }),
    ...(female && { femaleOnly: female }),
    ...(verified !== undefined && { verified }),
    ...(q && { search: q }),
    ...(after && { after }),
    sortBy: sort,
    sortOrder: dir,
  };
}

const CATALOGUE_STALE_MS = 10 * 60_000;
const STATS_STALE_MS = 5 * 60_000;
/** A list is as it was left when somebody comes back to it. */
const LIST_STALE_MS = 5 * 60_000;

export const MENU_QUERY = [undefined, { staleTime: CATALOGUE_STALE_MS }] as const;
export const STATS_QUERY = [undefined, { staleTime: STATS_STALE_MS }] as const;

export const topicsQuery = (subjectId: string) => [{ subjectId, activeOnly: true }, { staleTime: CATALOGUE_STALE_MS }] as const;
export const tutorsQuery = (search: TutorSearch, limit?: number) =>
  [
    { ...toSearchInput(search), ...(limit && { limit }) },
    { ...BY_CURSOR, staleTime: LIST_STALE_MS },
  ] as const;

/** The home page shows the featured tutors, and then rows of one, two, three or four. */
export const HOME_TUTORS = { featured: SEARCH.featured, others: 12 };
export const homeTutorsQuery = tutorsQuery(ALL_TUTORS, HOME_TUTORS.featured + HOME_TUTORS.others);

let lastSearch: TutorSearch = {};

export const getLastSearch = (): TutorSearch => lastSearch;

export function saveLastSearch(search: TutorSearch): void {
  lastSearch = search;
}
