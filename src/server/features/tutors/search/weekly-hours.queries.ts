import { hourBits } from '#db/schema/listing.ts';
import type { SearchFilters } from '#shared/contracts/tutor-search.ts';
import type { TextFilter } from '#shared/domain/search-text.ts';
import { narrowChosen } from '#shared/domain/search-times.ts';
import { weekdayOf } from '#shared/domain/zone.ts';
import type { TeachingModeType } from '#shared/vocabulary/people.ts';
import { PARTS_OF_DAY } from '#shared/vocabulary/search.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { isOrdinaryDay } from './free-on-day.queries.ts';

/** The value of `Filters.hours` for a search that does not ask for hours. */
export const NO_HOURS = '0';

type ChosenTimes = Pick<SearchFilters, 'days' | 'partsOfDay'>;

/** Days and parts of the day that both the filter and the words allow; null where the two exclude each other. */
export function narrowTimes({ days = [], partsOfDay = [] }: ChosenTimes, ofText: readonly TextFilter[]): ChosenTimes | null {
  const times = ofText.flatMap((filter) => (filter.kind === 'times' ? [filter] : []));
  const bothDays = narrowChosen(
    days,
    times.flatMap((one) => one.days),
  );
  const bothParts = narrowChosen(
    partsOfDay,
    times.flatMap((one) => one.parts),
  );
  return bothDays && bothParts ? { days: bothDays, partsOfDay: bothParts } : null;
}

/** A mask for `bookable_hours`, of which a tutor needs at least one bit (`hourBits`). */
export function toHours(
  { freeOn, days = [], partsOfDay = [] }: Pick<SearchFilters, 'freeOn' | 'days' | 'partsOfDay'>,
  { mode, zone }: { mode: TeachingModeType | null; zone: string },
): string {
  if (freeOn !== undefined && !isOrdinaryDay(freeOn, zone)) return NO_HOURS;
  const ofDate = freeOn === undefined ? days : [weekdayOf(freeOn)];
  if (ofDate.length + partsOfDay.length === 0) return NO_HOURS;
  return hourBits({ days: orAll(ofDate, WEEKDAYS), parts: orAll(partsOfDay, PARTS_OF_DAY), mode }).toString();
}

const orAll = <T>(chosen: readonly T[], all: readonly T[]): readonly T[] => (chosen.length > 0 ? chosen : all);

/** Where both are given, the date has to be on one of the days. */
export const isOnDays = (freeOn: string | undefined, days: SearchFilters['days'] = []): boolean =>
  freeOn === undefined || orAll(days, WEEKDAYS).includes(weekdayOf(freeOn));
