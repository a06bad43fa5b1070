import type { Calendar } from '#server/seed/calendar.ts';
import type { Entry } from '#server/seed/profiles.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';

export type Span = { start: Date; end: Date };
/** Who is busy when, so that nobody is in two places. */
export type Diary = { isFree: (ids: readonly string[], span: Span) => boolean; hold: (ids: readonly string[], span: Span) => void };

export function openDiary(): Diary {
  const held = new Map<string, Span[]>();
  return {
    isFree: (ids, { start, end }) => ids.every((id) => (held.get(id) ?? []).every((other) => end <= other.start || start >= other.end)),
    hold(ids, span) {
      for (const id of ids) {
        const spans = held.get(id);
        if (spans) spans.push(span);
        else held.set(id, [span]);
      }
    },
  };
}

/** Every time of one day at which a session of that length fits into the slots of a subject. */
export function spansOf({ slots }: Entry, { day, hours, calendar }: { day: number; hours: number; calendar: Calendar }): Span[] {
  const weekday = calendar.weekday(day);
  const length = hours * 60;
  return slots
    .filter((slot) => slot.day === weekday)
    .flatMap(({ startMinute, endMinute }) => {
      const count = Math.floor((endMinute - startMinute - length) / BOOKING.stepMinutes) + 1;
      return Array.from({ length: Math.max(0, count) }, (_, nth) => startMinute + nth * BOOKING.stepMinutes);
    })
    .map((minute) => ({ start: calendar.at(day, minute), end: calendar.at(day, minute + length) }));
}
