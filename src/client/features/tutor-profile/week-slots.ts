import { timeOf } from '#shared/domain/bookable.ts';
import { minutesOf, type Slot, weekProblem } from '#shared/domain/weekly-hours.ts';
import { formatClock } from '#shared/domain/zone.ts';
import { ERRORS } from '#shared/errors.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/content.ts';

export type Week = Readonly<Record<Weekday, readonly Slot[]>>;
/** The hours of another subject of the tutor. */
export type OtherWeek = { key: string; name: string; week: Week };
type Span = { start: number; end: number };

const HOUR = 60;
const NINE = 9 * HOUR;
/** No slot ends later: a day has no 24:00. */
const LAST_END = 23 * HOUR;

/** The times that the editor offers. */
export const HOURS: readonly string[] = Array.from({ length: 24 }, (_, hour) => timeOf(hour * HOUR));
/** The hours that a slot can cover, by their starts. */
export const GRID_HOURS: readonly number[] = Array.from({ length: LAST_END / HOUR }, (_, hour) => hour * HOUR);

export function clockOf(time: string): string {
  const minutes = minutesOf(time);
  return minutes === null ? time : formatClock(minutes);
}

export function slotText({ start, end }: Slot): string {
  return `${clockOf(start)} – ${clockOf(end)}`;
}

/** The slots one after the other; none is broken over two lines. */
export function slotsText(slots: readonly Slot[]): string {
  return slots.map((slot) => slotText(slot).replaceAll(' ', '\u00a0')).join(', ');
}

/** Nine to ten, else the first free hour after the last slot, else the first of the day; null where none is free. */
export function newSlot(slots: readonly Slot[]): Slot | null {
  const taken = spansOf(slots);
  const afterLast = Math.ceil(Math.max(0, ...taken.map(({ end }) => end)) / HOUR) * HOUR;
  const isFree = (at: number) => taken.every(({ start, end }) => end <= at || start >= at + HOUR);
  const at = [NINE, ...GRID_HOURS.filter((hour) => hour >= afterLast), ...GRID_HOURS].find(isFree);
  return at === undefined ? null : { start: timeOf(at), end: timeOf(at + HOUR) };
}

/** An end that the new start has reached moves on with it. */
export function withStart(slot: Slot, start: string): Slot {
  const [from, to, next] = [minutesOf(slot.start), minutesOf(slot.end), minutesOf(start)];
  if (from === null || to === null || next === null || next < to) return { start, end: slot.end };
  const length = Math.max(to - from, HOUR);
  return { start, end: timeOf(Math.min(next + length, LAST_END)) };
}

/** The part of that hour that is open, from 0 to 1; null where none is. */
export function openPart(slots: readonly Slot[], at: number): { from: number; to: number } | null {
  const within = spansOf(slots).filter(({ start, end }) => start < at + HOUR && end > at);
  if (within.length === 0) return null;
  const from = Math.max(at, Math.min(...within.map(({ start }) => start)));
  const to = Math.min(at + HOUR, Math.max(...within.map(({ end }) => end)));
  return { from: (from - at) / HOUR, to: (to - at) / HOUR };
}

/** The day with this hour opened, joined to what it touches, or closed where it was open. */
export function toggledHour(slots: readonly Slot[], at: number): Slot[] {
  const spans = spansOf(slots);
  const until = at + HOUR;
  if (spans.some(({ start, end }) => start <= at && end >= until)) {
    const left = spans.flatMap(({ start, end }) => [
      { start, end: Math.min(end, at) },
      { start: Math.max(start, until), end },
    ]);
    return toSlots(left.filter(({ start, end }) => start < end));
  }
  const touches = ({ start, end }: Span) => end >= at && start <= until;
  const near = spans.filter(touches);
  const joined = { start: Math.min(at, ...near.map(({ start }) => start)), end: Math.max(until, ...near.map(({ end }) => end)) };
  return toSlots([...spans.filter((span) => !touches(span)), joined]);
}

/** Why these cannot be the slots of one day, in words. */
export function dayProblem(day: Weekday, slots: readonly Slot[]): string | null {
  const code = weekProblem([{ day, slots: [...slots] }]);
  return code && ERRORS[code].message;
}

export function withDay<W extends Week>(week: W, days: readonly Weekday[], slots: readonly Slot[]): Record<Weekday, Slot[]> {
  const next = copyOfWeek(week);
  for (const day of days) next[day] = slots.map((slot) => ({ ...slot }));
  return next;
}

export function copyOfWeek(week: Week): Record<Weekday, Slot[]> {
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

export function slotsInWeek(week: Week): number {
  return WEEKDAYS.reduce((sum, day) => sum + week[day].length, 0);
}

export function hoursInWeek(week: Week): number {
  const spans = WEEKDAYS.flatMap((day) => spansOf(week[day]));
  return Math.round((spans.reduce((sum, { start, end }) => sum + end - start, 0) / HOUR) * 10) / 10;
}

/** What is no time, or ends before it starts, covers nothing. */
function spansOf(slots: readonly Slot[]): Span[] {
  return slots.map(({ start, end }) => ({ start: minutesOf(start) ?? 0, end: minutesOf(end) ?? 0 })).filter(({ start, end }) => start < end);
}

function toSlots(spans: readonly Span[]): Slot[] {
  return spans.toSorted((one, other) => one.start - other.start).map(({ start, end }) => ({ start: timeOf(start), end: timeOf(end) }));
}
