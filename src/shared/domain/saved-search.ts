import { BOOKABLE_MODES, SEARCH_MODE_OF, TEACHING_MODES, type TeachingModeType } from '#shared/vocabulary/people.ts';
import { type SavedFilters, type SavedSearchState, UNCATEGORIZED } from '#shared/vocabulary/search.ts';
import { bookableDates } from './booking-window.ts';
import { formatRupees } from './money.ts';
import { MODE_LABELS } from './rates.ts';
import { formatDate } from './zone.ts';

/** In one order, without what filters nothing, so that the same search looks the same. */
export function toSavedFilters(filters: SavedFilters): SavedFilters {
  const { teachingMode, priceFrom, priceTo, freeOn, minRating, femaleOnly, verified } = filters;
  const entries = Object.entries({
    search: tidy(filters.search),
    category: tidy(filters.category),
    subject: tidy(filters.subject),
    topic: tidy(filters.topic),
    teachingMode,
    location: tidy(filters.location),
    priceFrom: priceFrom || undefined,
    priceTo,
    freeOn,
    minRating: minRating || undefined,
    femaleOnly: femaleOnly || undefined,
    verified,
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The same for two searches that find the same tutors by the same words, however these are written. */
export function searchKey(filters: SavedFilters): string {
  return JSON.stringify(toSavedFilters(filters)).normalize('NFC').toLowerCase();
}

/** A search finds a tutor once; then it is done until its owner looks again. */
export function savedSearchState(
  { filters, foundAt }: { filters: SavedFilters; foundAt: Date | null },
  { now, zone }: { now: Date; zone: string },
): SavedSearchState {
  if (foundAt) return 'found';
  return filters.freeOn !== undefined && filters.freeOn < bookableDates(now, zone).first ? 'over' : 'waiting';
}

export function describeSearch(filters: SavedFilters): string {
  const { search, category, subject, topic, location, freeOn, minRating, femaleOnly, verified } = filters;
  const mode = modeOf(filters);
  const parts = [
    search && `“${search}”`,
    category?.toLowerCase() === UNCATEGORIZED ? 'Other Subjects' : category,
    subject,
    topic,
    location,
    mode && MODE_LABELS[mode],
    describePrice(filters),
    freeOn && `Free on ${formatDate(freeOn)}`,
    minRating && `Rated ${minRating} or more`,
    femaleOnly && 'Female tutors',
    verified && 'Verified tutors',
    verified === false && 'Tutors who are not verified',
  ];
  return parts.filter(Boolean).join(' · ') || 'All tutors';
}

/** The parameters of its page (`tutorSearchParams`). */
export function toPageSearch(filters: SavedFilters) {
  const { search: q, category, subject, topic, location, priceFrom, priceTo, freeOn, femaleOnly, verified } = filters;
  const mode = BOOKABLE_MODES.find((bookable) => bookable === modeOf(filters));
  return {
    // Without it, the page would choose a category.
    category: category ?? 'all',
    subject,
    topic,
    mode,
    priceFrom,
    priceTo,
    location,
    freeOn,
    female: femaleOnly || undefined,
    verified: verified || undefined,
    q,
  };
}

export function toSearchAddress(filters: SavedFilters): string {
  const params = Object.entries(toPageSearch(filters)).flatMap(([name, value]) => (value === undefined ? [] : [[name, toParam(value)]]));
  return `/tutors?${new URLSearchParams(params)}`;
}

/** As the router writes it: a text that could be read as JSON stands in quotes. */
function toParam(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value;
  }
}

function modeOf({ teachingMode }: SavedFilters): TeachingModeType | undefined {
  return TEACHING_MODES.find((mode) => SEARCH_MODE_OF[mode] === teachingMode);
}

function describePrice({ priceFrom, priceTo }: SavedFilters): string | undefined {
  if (priceFrom !== undefined && priceTo !== undefined) return `${formatRupees(priceFrom)} to ${formatRupees(priceTo)} / hour`;
  if (priceTo !== undefined) return `Up to ${formatRupees(priceTo)} / hour`;
  return priceFrom === undefined ? undefined : `From ${formatRupees(priceFrom)} / hour`;
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function tidy(text: string | undefined): string | undefined {
  const tidied = text
    ?.replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return tidied || undefined;
}
