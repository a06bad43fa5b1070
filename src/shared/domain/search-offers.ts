import { type SavedFilters, SEARCH_PARTS, type SearchPart } from '#shared/vocabulary/search.ts';
import { describeSearch, toSavedFilters } from './saved-search.ts';

type FilterName = Exclude<keyof SavedFilters, 'search'>;

const PART_OF: Record<FilterName, SearchPart> = {
  category: 'category',
  subject: 'subject',
  topic: 'topic',
  teachingMode: 'mode',
  location: 'place',
  priceFrom: 'price',
  priceTo: 'price',
  withinKm: 'distance',
  freeOn: 'day',
  days: 'times',
  partsOfDay: 'times',
  mediums: 'medium',
  exam: 'exam',
  minRating: 'rating',
  femaleOnly: 'female',
  verified: 'verified',
};

/** Filters that make no sense without another one, and are removed with it. */
const GOES_WITH: Partial<Record<SearchPart, readonly SearchPart[]>> = { subject: ['topic'], category: ['subject', 'topic'], place: ['distance'] };

/** `date`: the day that the last label names, for other languages. */
export type PartOfSearch = { part: SearchPart; labels: readonly string[]; date?: string | undefined; rest: SavedFilters };

/** Each filter of the panel that is set, with the rest of the search. */
export function splitFilters(filters: SavedFilters): PartOfSearch[] {
  return SEARCH_PARTS.flatMap((part) => {
    const given = pick(filters, (name) => PART_OF[name] === part);
    if (isAnySearch(given)) return [];
    const gone = [part, ...(GOES_WITH[part] ?? [])];
    const rest = pick(filters, (name) => !gone.includes(PART_OF[name]));
    return [{ part, labels: [describeSearch(given)], date: given.freeOn, rest: { ...rest, search: filters.search } }];
  });
}

/** Whether the search has no filter, and so finds every tutor. */
export const isAnySearch = (filters: SavedFilters): boolean => Object.keys(toSavedFilters(filters)).length === 0;

/** The offers that find somebody, beginning with the one that drops the least important part. */
export function chooseWithout<T extends { part: SearchPart; total: number }>(offers: readonly T[], most: number): T[] {
  const found = offers.filter(({ total }) => total > 0);
  return found.toSorted((one, other) => SEARCH_PARTS.indexOf(one.part) - SEARCH_PARTS.indexOf(other.part)).slice(0, most);
}

function pick(filters: SavedFilters, isPicked: (name: FilterName) => boolean): SavedFilters {
  const names = Object.keys(PART_OF) as FilterName[];
  return Object.fromEntries(names.filter(isPicked).map((name) => [name, filters[name]]));
}
