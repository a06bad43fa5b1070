import { MEDIUM_NAMES, type TeachingMedium } from '#shared/vocabulary/people.ts';
import { PARTS_OF_DAY, type PartOfDay } from '#shared/vocabulary/search.ts';
import type { Weekday } from '#shared/vocabulary/weekdays.ts';
import { formatRupees } from './money.ts';
import { ENGLISH, type Texts } from './texts.ts';
import { formatDate } from './zone.ts';

// Search filters in words, for chips and for saved searches.

export function describePrice(
  { priceFrom, priceTo }: { priceFrom?: number | undefined; priceTo?: number | undefined },
  t: Texts = ENGLISH,
): string | undefined {
  const [from, to] = [priceFrom, priceTo].map((price) => (price === undefined ? undefined : formatRupees(price, t.locale)));
  if (from !== undefined && to !== undefined) return t`${from} to ${to} / hour`;
  if (to !== undefined) return t`Up to ${to} / hour`;
  return from === undefined ? undefined : t`From ${from} / hour`;
}

export function describePlace(location: string | undefined, withinKm: number | undefined, t: Texts = ENGLISH): string | undefined {
  return location && withinKm ? t`Within ${withinKm} km of ${location}` : location;
}

export function describeMediums(mediums: readonly TeachingMedium[], t: Texts = ENGLISH): string | undefined {
  const names = mediums.map((medium) => t.of(MEDIUM_NAMES[medium]));
  return names.length === 0 ? undefined : t`${joinWithOr(names, t)} medium`;
}

export const describeRating = (minRating: number, t: Texts = ENGLISH): string => t`Rated ${minRating} or more`;

export const describeDate = (date: string, t: Texts = ENGLISH): string => t`Free on ${formatDate(date, t.locale)}`;

export function describeDays(days: readonly Weekday[], t: Texts = ENGLISH): string | undefined {
  return days.length === 0 ? undefined : t`On ${joinWithOr(days.map(t.of), t)}`;
}

export const PART_NAMES: Record<PartOfDay, string> = { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' };

export function describeParts(parts: readonly PartOfDay[], t: Texts = ENGLISH): string | undefined {
  const names: Record<PartOfDay, string> = { morning: t`morning`, afternoon: t`afternoon`, evening: t`evening` };
  const chosen = PARTS_OF_DAY.filter((part) => parts.includes(part)).map((part) => names[part]);
  return chosen.length === 0 ? undefined : t`In the ${joinWithOr(chosen, t)}`;
}

/** "a, b or c" */
function joinWithOr(words: readonly string[], t: Texts = ENGLISH): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : t`${words.slice(0, -1).join(', ')} or ${last}`;
}
