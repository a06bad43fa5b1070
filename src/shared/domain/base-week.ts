import { type AvailabilityDay, mergedWeek } from './weekly-hours.ts';

export function isSameWeek(one: readonly AvailabilityDay[], other: readonly AvailabilityDay[]): boolean {
  return toText(one) === toText(other);
}

/** The index of the week that most subjects share; the first one at a tie. Empty weeks count only if all weeks are empty. */
export function findBaseWeek(weeks: readonly (readonly AvailabilityDay[])[]): number {
  const texts = weeks.map(toText);
  const countOf = (text: string) => (text === NO_HOURS ? 0 : texts.filter((other) => other === text).length);
  const most = Math.max(...texts.map(countOf));
  return texts.findIndex((text) => countOf(text) === most);
}

const toText = (week: readonly AvailabilityDay[]): string => JSON.stringify(mergedWeek(week).filter(({ slots }) => slots.length > 0));
const NO_HOURS = '[]';
