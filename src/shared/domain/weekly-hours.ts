import type { ErrorCode } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/weekdays.ts';

/** `HH:MM` in the platform's time zone; `end` is exclusive. */
export type Slot = { start: string; end: string };
export type AvailabilityDay = { day: Weekday; slots: Slot[] };

export function minutesOf(hhmm: string): number | null {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(hhmm) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

export function normalTime(hhmm: string): string | null {
  return minutesOf(hhmm) === null ? null : hhmm.padStart(5, '0');
}

export function mergedWeek(days: readonly AvailabilityDay[]): AvailabilityDay[] {
  return WEEKDAYS.filter((weekday) => days.some(({ day }) => day === weekday)).map((day) => ({ day, slots: slotsOf(days, day) }));
}

export function slotsOf(days: readonly AvailabilityDay[], weekday: Weekday): Slot[] {
  return days
    .filter(({ day }) => day === weekday)
    .flatMap(({ slots }) => slots)
    .map(({ start, end }) => ({ start: normalTime(start) ?? start, end: normalTime(end) ?? end }))
    .sort((one, other) => one.start.localeCompare(other.start));
}

export function weekProblem(days: readonly AvailabilityDay[]): ErrorCode | null {
  const week = mergedWeek(days).map(({ slots }) => slots);
  const slots = week.flat();
  if (week.some((day) => day.length > LIMITS.slotsPerDay)) return 'tutor.too_many_slots';
  if (slots.some(({ start, end }) => minutesOf(start) === null || minutesOf(end) === null)) return 'tutor.slot_time';
  if (slots.some(({ start, end }) => end <= start)) return 'tutor.slot_order';
  if (week.some((day) => day.some(({ end }, index) => end > (day[index + 1]?.start ?? end)))) return 'tutor.slots_overlap';
  return null;
}
