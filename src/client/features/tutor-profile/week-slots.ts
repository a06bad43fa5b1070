import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { timeOf } from '#shared/domain/bookable.ts';
import { translated } from '#shared/domain/texts.ts';
import { minutesOf, type Slot, weekProblem } from '#shared/domain/weekly-hours.ts';
import { formatClock } from '#shared/domain/zone.ts';
import { ERRORS, type ErrorCode } from '#shared/errors.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/weekdays.ts';

export type Week = Readonly<Record<Weekday, readonly Slot[]>>;
/** In minutes of the day. */
type Span = { start: number; end: number };

const HOUR = 60;
const NINE = 9 * HOUR;
/** No slot ends later: a day has no 24:00. */
const LAST_END = 23 * HOUR;

const HOURS: readonly string[] = Array.from({ length: 24 }, (_, hour) => timeOf(hour * HOUR));
/** Midnight is never an end, and nothing begins at the last one. */
export const START_HOURS = HOURS.slice(0, -1);
export const END_HOURS = HOURS.slice(1);
export const GRID_HOURS: readonly number[] = Array.from({ length: LAST_END / HOUR }, (_, hour) => hour * HOUR);

export function formatSlotTime(time: string, locale: string): string {
  const minutes = minutesOf(time);
  return minutes === null ? time : formatClock(minutes, locale);
}

export function formatSlot({ start, end }: Slot, locale: string): string {
  return `${formatSlotTime(start, locale)} – ${formatSlotTime(end, locale)}`;
}

export function formatSlots(slots: readonly Slot[], locale: string): string {
  return slots.map((slot) => formatSlot(slot, locale).replaceAll(' ', '\u00a0')).join(', ');
}

export function createSlot(slots: readonly Slot[]): Slot | null {
  const taken = toSpans(slots);
  const afterLast = Math.ceil(Math.max(0, ...taken.map(({ end }) => end)) / HOUR) * HOUR;
  const isFree = (hour: number) => taken.every(({ start, end }) => end <= hour || start >= hour + HOUR);
  const start = [NINE, ...GRID_HOURS.filter((hour) => hour >= afterLast), ...GRID_HOURS].find(isFree);
  return start === undefined ? null : { start: timeOf(start), end: timeOf(start + HOUR) };
}

export function changeStart(slot: Slot, start: string): Slot {
  const [oldStart, end, newStart] = [minutesOf(slot.start), minutesOf(slot.end), minutesOf(start)];
  if (oldStart === null || end === null || newStart === null || newStart < end) return { start, end: slot.end };
  const length = Math.max(end - oldStart, HOUR);
  return { start, end: timeOf(Math.min(newStart + length, LAST_END)) };
}

/** From 0 to 1 of the hour; null where no slot covers it. */
export function getOpenPart(slots: readonly Slot[], hour: number): { from: number; to: number } | null {
  const overlapping = toSpans(slots).filter(({ start, end }) => start < hour + HOUR && end > hour);
  if (overlapping.length === 0) return null;
  const from = Math.max(hour, Math.min(...overlapping.map(({ start }) => start)));
  const to = Math.min(hour + HOUR, Math.max(...overlapping.map(({ end }) => end)));
  return { from: (from - hour) / HOUR, to: (to - hour) / HOUR };
}

export function toggleHour(slots: readonly Slot[], hour: number): Slot[] {
  const spans = toSpans(slots);
  const hourEnd = hour + HOUR;
  if (spans.some(({ start, end }) => start <= hour && end >= hourEnd)) {
    const rest = spans.flatMap(({ start, end }) => [
      { start, end: Math.min(end, hour) },
      { start: Math.max(start, hourEnd), end },
    ]);
    return toSlots(rest.filter(({ start, end }) => start < end));
  }
  const isTouching = ({ start, end }: Span) => end >= hour && start <= hourEnd;
  const touching = spans.filter(isTouching);
  const joined = { start: Math.min(hour, ...touching.map(({ start }) => start)), end: Math.max(hourEnd, ...touching.map(({ end }) => end)) };
  return toSlots([...spans.filter((span) => !isTouching(span)), joined]);
}

export function findDayError(i18n: I18n, day: Weekday, slots: readonly Slot[]): string | null {
  const code = weekProblem([{ day, slots: [...slots] }]);
  return code && formatWeekProblem(i18n, code);
}

/** The API calls a time of the week a slot, which no page does; of days off it says the same without that word. */
export function formatWeekProblem(i18n: I18n, code: ErrorCode): string {
  return translated(i18n, ERRORS[code === 'tutor.slot_order' ? 'days_off.hours' : code].message);
}

export function setDays(week: Week, days: readonly Weekday[], slots: readonly Slot[]): Record<Weekday, Slot[]> {
  const next = copyWeek(week);
  for (const day of days) next[day] = slots.map((slot) => ({ ...slot }));
  return next;
}

export function copyWeek(week: Week): Record<Weekday, Slot[]> {
  const copy = (day: Weekday) => week[day].map((slot) => ({ ...slot }));
  return {
    Monday: copy('Monday'),
    Tuesday: copy('Tuesday'),
    Wednesday: copy('Wednesday'),
    Thursday: copy('Thursday'),
    Friday: copy('Friday'),
    Saturday: copy('Saturday'),
    Sunday: copy('Sunday'),
  };
}

export function hasSlots(week: Week): boolean {
  return WEEKDAYS.some((day) => week[day].length > 0);
}

export function formatWeekHours(i18n: I18n, week: Week): string {
  if (!hasSlots(week)) return i18n._(msg`No weekly hours yet`);
  const spans = WEEKDAYS.flatMap((day) => toSpans(week[day]));
  const hours = Math.round((spans.reduce((sum, { start, end }) => sum + end - start, 0) / HOUR) * 10) / 10;
  return i18n._(msg`${plural(hours, { one: '# hour a week', other: '# hours a week' })}`);
}

function toSpans(slots: readonly Slot[]): Span[] {
  return slots.map(({ start, end }) => ({ start: minutesOf(start) ?? 0, end: minutesOf(end) ?? 0 })).filter(({ start, end }) => start < end);
}

function toSlots(spans: readonly Span[]): Slot[] {
  return spans.toSorted((a, b) => a.start - b.start).map(({ start, end }) => ({ start: timeOf(start), end: timeOf(end) }));
}
