import type { ErrorCode } from '#shared/errors.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

/** `HH:MM`, wall-clock time of the platform's zone; the end is not part of it. */
export type Slot = { start: string; end: string };
export type AvailabilityDay = { day: Weekday; slots: Slot[] };

/** Minutes after midnight of `H:MM` or `HH:MM`, null for anything else. */
export function minutesOf(hhmm: string): number | null {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(hhmm) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

/** `9:00` as `09:00`. */
export function normalTime(hhmm: string): string | null {
  return minutesOf(hhmm) === null ? null : hhmm.padStart(5, '0');
}

/** Repeated days made one, days in the order of the week, slots by start; what is no time stays as it is. */
export function mergedWeek(days: readonly AvailabilityDay[]): AvailabilityDay[] {
  return WEEKDAYS.filter((weekday) => days.some(({ day }) => day === weekday)).map((day) => ({ day, slots: slotsOf(days, day) }));
}

/** The slots of one weekday, sorted by start. */
export function slotsOf(days: readonly AvailabilityDay[], weekday: Weekday): Slot[] {
  return days
    .filter(({ day }) => day === weekday)
    .flatMap(({ slots }) => slots)
    .map(({ start, end }) => ({ start: normalTime(start) ?? start, end: normalTime(end) ?? end }))
    .sort((one, other) => one.start.localeCompare(other.start));
}

/** Why a week cannot be published; the rules in the contract's order, each over all days. */
export function weekProblem(days: readonly AvailabilityDay[]): ErrorCode | null {
  const week = mergedWeek(days).map(({ slots }) => slots);
  const slots = week.flat();
  if (week.some((day) => day.length > LIMITS.slotsPerDay)) return 'tutor.too_many_slots';
  if (slots.some(({ start, end }) => minutesOf(start) === null || minutesOf(end) === null)) return 'tutor.slot_time';
  if (slots.some(({ start, end }) => end <= start)) return 'tutor.slot_order';
  if (week.some((day) => day.some(({ end }, nth) => end > (day[nth + 1]?.start ?? end)))) return 'tutor.slots_overlap';
  return null;
}
