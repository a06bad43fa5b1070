import { SEARCH_MODE_OF, TEACHING_MEDIUMS, TEACHING_MODES, type TeachingModeType } from '#shared/vocabulary/people.ts';
import { EXAM_NAMES, PARTS_OF_DAY, type SavedFilters, type SavedSearchState, UNCATEGORIZED } from '#shared/vocabulary/search.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { withSearch } from './addresses.ts';
import { bookableDates } from './booking-window.ts';
import { describeDate, describeDays, describeMediums, describeParts, describePlace, describePrice, describeRating } from './filter-text.ts';
import { MODE_LABELS } from './rates.ts';
import { replaceInText } from './text-parts.ts';
import { removeFromText } from './text-removal.ts';
import { ENGLISH, type Texts } from './texts.ts';

/** Normalises filters: a fixed order, without those that have no effect, so that equal searches are stored alike. */
export function toSavedFilters(filters: SavedFilters): SavedFilters {
  const { teachingMode, priceFrom, priceTo, freeOn, minRating, femaleOnly, verified, exam } = filters;
  const location = tidy(filters.location);
  const entries = Object.entries({
    search: tidy(filters.search),
    category: tidy(filters.category),
    subject: tidy(filters.subject),
    topic: tidy(filters.topic),
    teachingMode,
    location,
    withinKm: location && filters.withinKm,
    priceFrom: priceFrom || undefined,
    priceTo,
    freeOn,
    days: chosenOf(WEEKDAYS, filters.days),
    partsOfDay: chosenOf(PARTS_OF_DAY, filters.partsOfDay),
    minRating: minRating || undefined,
    mediums: chosenOf(TEACHING_MEDIUMS, filters.mediums),
    exam,
    femaleOnly: femaleOnly || undefined,
    verified,
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** In the order of `all`, without duplicates. */
function chosenOf<T>(all: readonly T[], chosen: readonly T[] = []): T[] | undefined {
  return chosen.length > 0 ? all.filter((one) => chosen.includes(one)) : undefined;
}

export type Correction = { from: string; to: string };

/** Replaces words with typing errors by the words that were searched for instead. */
export function correctSearch(filters: SavedFilters, corrections: readonly Correction[]): SavedFilters {
  const correct = (text = '') => corrections.reduce((corrected, { from, to }) => replaceInText(corrected, from, to), text);
  return toSavedFilters({ ...filters, search: correct(filters.search), location: correct(filters.location) });
}

/** "Tomorrow" is another day each day: what is stored has the date that was meant. */
export function withDates(filters: SavedFilters, read: readonly { text: string; date?: string | undefined }[]): SavedFilters {
  const dated = read.filter(({ date }) => date !== undefined);
  const search = dated.reduce((text, one) => removeFromText(text, one.text), filters.search ?? '');
  return { ...filters, search, freeOn: dated[0]?.date ?? filters.freeOn };
}

/** Equal for searches with the same filters and words, whatever their case and Unicode form. */
export function searchKey(filters: SavedFilters): string {
  return JSON.stringify(toSavedFilters(filters)).normalize('NFC').toLowerCase();
}

/** A saved search notifies once; then it is `found` until its owner opens it again. */
export function savedSearchState(
  { filters, foundAt }: { filters: SavedFilters; foundAt: Date | null },
  { now, zone }: { now: Date; zone: string },
): SavedSearchState {
  if (foundAt) return 'found';
  return filters.freeOn !== undefined && filters.freeOn < bookableDates(now, zone).first ? 'over' : 'waiting';
}

export function describeSearch(filters: SavedFilters, t: Texts = ENGLISH): string {
  const { search, category, subject, topic, location, withinKm, freeOn, days = [], partsOfDay = [], mediums = [] } = filters;
  const { exam, minRating, femaleOnly, verified } = filters;
  const mode = modeOf(filters);
  const parts = [
    search && `“${search}”`,
    category?.toLowerCase() === UNCATEGORIZED ? t`Other Subjects` : category && t.nameOf(category),
    subject && t.nameOf(subject),
    topic && t.nameOf(topic),
    exam && t.of(EXAM_NAMES[exam]),
    describePlace(location, withinKm, t),
    mode && t.of(MODE_LABELS[mode]),
    describeMediums(mediums, t),
    describePrice(filters, t),
    freeOn && describeDate(freeOn, t),
    describeDays(days, t),
    describeParts(partsOfDay, t),
    minRating && describeRating(minRating, t),
    femaleOnly && t`Female tutors`,
    verified && t`Verified tutors`,
    verified === false && t`Tutors who are not verified`,
  ];
  return parts.filter(Boolean).join(' · ') || t`All tutors`;
}

/** The parameters of its page (`tutorSearchParams`). */
export function toPageSearch(filters: SavedFilters) {
  const { search: q, category, subject, topic, exam, location, priceFrom, priceTo, freeOn, femaleOnly, verified } = filters;
  return {
    // Without `category` the page would preselect one.
    category: category ?? 'all',
    subject,
    topic,
    exam,
    mode: modeOf(filters),
    medium: filters.mediums?.join(','),
    priceFrom,
    priceTo,
    location,
    within: filters.withinKm,
    freeOn,
    days: filters.days?.join(','),
    time: filters.partsOfDay?.join(','),
    rating: filters.minRating,
    female: femaleOnly || undefined,
    verified,
    q,
  };
}

export const toSearchAddress = (filters: SavedFilters): string => withSearch('/tutors', toPageSearch(filters));

function modeOf({ teachingMode }: SavedFilters): TeachingModeType | undefined {
  return TEACHING_MODES.find((mode) => SEARCH_MODE_OF[mode] === teachingMode);
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function tidy(text: string | undefined): string | undefined {
  const tidied = text
    ?.replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return tidied || undefined;
}
