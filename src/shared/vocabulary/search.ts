import type { SearchMode } from './people.ts';

/** Apart from `content.ts`, because the first page of each visitor needs it. */
export const CATEGORY_ICON = 'BookOpen';
/** The filter name for subjects without a category; never an id. */
export const UNCATEGORIZED = 'uncategorized';

/** What a saved search looks for: the filters of a search, without those that filter nothing. */
export type SavedFilters = {
  search?: string | undefined;
  category?: string | undefined;
  subject?: string | undefined;
  topic?: string | undefined;
  teachingMode?: SearchMode | undefined;
  location?: string | undefined;
  priceFrom?: number | undefined;
  priceTo?: number | undefined;
  freeOn?: string | undefined;
  minRating?: number | undefined;
  femaleOnly?: boolean | undefined;
  verified?: boolean | undefined;
};

export const SAVED_SEARCH_STATES = ['waiting', 'found', 'over'] as const;
export type SavedSearchState = (typeof SAVED_SEARCH_STATES)[number];

/** By a column; the order by best match has one direction only. */
export const COLUMN_SORTS = ['rating', 'price', 'experience', 'name', 'createdAt'] as const;
export type ColumnSort = (typeof COLUMN_SORTS)[number];
export const SEARCH_SORTS = [...COLUMN_SORTS, 'match'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];
export const SORT_DIRECTIONS = ['asc', 'desc'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

/** What the words of a search text may stand for, beside names. */
export const SEARCH_TEXT_FILTERS = ['place', 'mode', 'medium', 'female', 'price'] as const;
export type SearchTextFilter = (typeof SEARCH_TEXT_FILTERS)[number];

/** What a part of the search text is in a tutor: what is taught, the name, a place, or what the tutor wrote about places. */
export const MET_BY = ['subject', 'name', 'place', 'location'] as const;
export type MetBy = (typeof MET_BY)[number];
/** How soon there is a free hour; never within the time that can be booked. */
export const FREE_SOON = ['two-days', 'week', 'later', 'never'] as const;
export type FreeSoon = (typeof FREE_SOON)[number];

/** What a search may be left without, in the order in which it is given up. `taught` is what its words say of subjects. */
export const SEARCH_PARTS = [
  'place',
  'name',
  'day',
  'price',
  'rating',
  'verified',
  'female',
  'medium',
  'mode',
  'topic',
  'subject',
  'category',
  'taught',
] as const;
export type SearchPart = (typeof SEARCH_PARTS)[number];
