import type { SearchMode, TeachingMedium } from './people.ts';
import type { Weekday } from './weekdays.ts';

/** Not in `content.ts`, because the first view of every visitor needs only this. */
export const CATEGORY_ICON = 'BookOpen';
/** The filter name for subjects without a category; never an id. */
export const UNCATEGORIZED = 'uncategorized';

/** The exam that a student prepares for. The catalogue mentions it in the names of categories, subjects and topics. */
export const EXAMS = ['scholarship', 'ol', 'al', 'international'] as const;
export type Exam = (typeof EXAMS)[number];
export const EXAM_NAMES: Record<Exam, string> = {
  scholarship: 'Grade 5 Scholarship',
  ol: 'O/L',
  al: 'A/L',
  international: 'Cambridge or Edexcel',
};

export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof PARTS_OF_DAY)[number];
/** Minutes after midnight; each part ends where the next begins. */
export const PART_BEGINS: Record<PartOfDay, number> = { morning: 0, afternoon: 720, evening: 1020 };

/** Kilometres from the town that is searched for. */
export const DISTANCES = [5, 10, 20, 50] as const;
export type Distance = (typeof DISTANCES)[number];

/** The filters of a saved search, without those that have no effect. */
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
  mediums?: TeachingMedium[] | undefined;
  exam?: Exam | undefined;
  days?: Weekday[] | undefined;
  partsOfDay?: PartOfDay[] | undefined;
  withinKm?: Distance | undefined;
  femaleOnly?: boolean | undefined;
  verified?: boolean | undefined;
};

export const SAVED_SEARCH_STATES = ['waiting', 'found', 'over'] as const;
export type SavedSearchState = (typeof SAVED_SEARCH_STATES)[number];

/** Sorting by a column; the order by best match has one direction only. */
export const COLUMN_SORTS = ['rating', 'price', 'experience', 'name', 'createdAt'] as const;
export type ColumnSort = (typeof COLUMN_SORTS)[number];
export const SEARCH_SORTS = [...COLUMN_SORTS, 'match'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];
export const SORT_DIRECTIONS = ['asc', 'desc'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

/** What the words of a search text can stand for, besides names. */
export const SEARCH_TEXT_FILTERS = ['place', 'mode', 'medium', 'female', 'price', 'times', 'day'] as const;
export type SearchTextFilter = (typeof SEARCH_TEXT_FILTERS)[number];

/** How a tutor meets a part of the search text: by what is taught, the name, a place, or what the tutor wrote about places. */
export const MET_BY = ['subject', 'name', 'place', 'location'] as const;
export type MetBy = (typeof MET_BY)[number];
/** How soon a tutor has a free hour; `never` means not within the booking window. */
export const FREE_SOON = ['two-days', 'week', 'later', 'never'] as const;
export type FreeSoon = (typeof FREE_SOON)[number];
/** What share of a tutor's latest requests was answered; `unknown` with too few requests. */
export const ANSWERED = ['almost-all', 'most', 'few', 'unknown'] as const;
export type Answered = (typeof ANSWERED)[number];

/** The parts of a search, in the order in which they are dropped when nobody matches. `taught`: the words that name subjects or topics. */
export const SEARCH_PARTS = [
  'place',
  'distance',
  'name',
  'day',
  'times',
  'price',
  'rating',
  'verified',
  'female',
  'medium',
  'mode',
  'exam',
  'topic',
  'subject',
  'category',
  'taught',
] as const;
export type SearchPart = (typeof SEARCH_PARTS)[number];
