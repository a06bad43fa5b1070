import type { Weekday } from '#shared/vocabulary/content.ts';
import { MEDIUM_NAMES, type TeachingMedium } from '#shared/vocabulary/people.ts';
import { PARTS_OF_DAY, type PartOfDay } from '#shared/vocabulary/search.ts';
import { formatRupees } from './money.ts';

// What a filter of the search says in words, for chips, and for the searches that somebody has saved.

export function describePrice({ priceFrom, priceTo }: { priceFrom?: number | undefined; priceTo?: number | undefined }): string | undefined {
  if (priceFrom !== undefined && priceTo !== undefined) return `${formatRupees(priceFrom)} to ${formatRupees(priceTo)} / hour`;
  if (priceTo !== undefined) return `Up to ${formatRupees(priceTo)} / hour`;
  return priceFrom === undefined ? undefined : `From ${formatRupees(priceFrom)} / hour`;
}

export function describePlace(location: string | undefined, withinKm: number | undefined): string | undefined {
  return location && withinKm ? `Within ${withinKm} km of ${location}` : location;
}

export function describeMediums(mediums: readonly TeachingMedium[]): string | undefined {
  return mediums.length === 0 ? undefined : `${joinWithOr(mediums.map((medium) => MEDIUM_NAMES[medium]))} medium`;
}

export const describeRating = (minRating: number): string => `Rated ${minRating} or more`;

export function describeDays(days: readonly Weekday[]): string | undefined {
  return days.length === 0 ? undefined : `On ${joinWithOr(days)}`;
}

export const PART_NAMES: Record<PartOfDay, string> = { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' };

export function describeParts(parts: readonly PartOfDay[]): string | undefined {
  return parts.length === 0 ? undefined : `In the ${joinWithOr(PARTS_OF_DAY.filter((part) => parts.includes(part)))}`;
}

/** As in "a, b or c". */
function joinWithOr(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
