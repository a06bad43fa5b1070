import type { BookingsInside, DaysOffInput, DaysOffView } from '#shared/contracts/tutors.ts';
import { daysOffField, daysOffProblem } from '#shared/domain/days-off.ts';
import { minutesOf } from '#shared/domain/weekly-hours.ts';
import { addDays, formatClock, formatDate } from '#shared/domain/zone.ts';
import { ERRORS } from '#shared/errors.ts';
import { tooLong } from '#shared/messages.ts';
import { DAYS_OFF } from '#shared/vocabulary/limits.ts';

/** As it stands in the form; the hours count only where some are chosen. */
export type DaysOffDraft = { fromDate: string; toDate: string; isPart: boolean; start: string; end: string; note: string };
export type DaysOffField = 'fromDate' | 'toDate' | 'start' | 'end' | 'note';
export type DaysOffErrors = Partial<Record<DaysOffField, string>>;

export const emptyDraft: DaysOffDraft = { fromDate: '', toDate: '', isPart: false, start: '09:00', end: '12:00', note: '' };

/** Without a last day it is the first one only, as are hours. */
export function toInput({ fromDate, toDate, isPart, start, end, note }: DaysOffDraft): DaysOffInput {
  const dates = { fromDate, toDate: isPart || toDate === '' ? fromDate : toDate };
  return isPart ? { ...dates, start, end, note: note.trim() } : { ...dates, note: note.trim() };
}

export function lastDay(today: string): string {
  return addDays(today, DAYS_OFF.daysAhead);
}

/** What the server would refuse, beside the field that it is about. */
export function problemsOf(draft: DaysOffDraft, moment: { now: Date; zone: string }): DaysOffErrors {
  const input = toInput(draft);
  const code = daysOffProblem(input, moment);
  const field = code && daysOffField(code, input);
  return {
    ...(field ? { [shownField(field, draft)]: ERRORS[code].message } : {}),
    ...(input.note.length > DAYS_OFF.note ? { note: tooLong('Note', DAYS_OFF.note) } : {}),
  };
}

/** Where only one day is asked for, it is the first that is wrong. */
export function shownField(field: DaysOffField, { isPart, toDate }: DaysOffDraft): DaysOffField {
  return field === 'toDate' && (isPart || toDate === '') ? 'fromDate' : field;
}

/** `Mon, 23 Nov 2026 – Fri, 27 Nov 2026`, or one date, with its hours where only some are blocked. */
export function datesText({
  fromDate,
  toDate,
  start,
  end,
}: Pick<DaysOffView, 'fromDate' | 'toDate'> & { start?: string | null; end?: string | null }): string {
  if (start && end) return `${formatDate(fromDate)}, ${clock(start)} – ${clock(end)}`;
  return fromDate === toDate ? formatDate(fromDate) : `${formatDate(fromDate)} – ${formatDate(toDate)}`;
}

/** The same, to be broken between the two ends only. */
export function datesOnLines(day: DaysOffView): string {
  return datesText(day)
    .split(' – ')
    .map((end) => end.replaceAll(' ', '\u00a0'))
    .join(' – ');
}

/** How many bookings lie inside, and that they stay. */
export function insideSentence({ total }: BookingsInside): string {
  if (total === 0) return 'No bookings lie inside.';
  if (total === 1) return '1 booking lies inside. It stays as it is: cancel it yourself if you cannot teach then.';
  return `${total} bookings lie inside. They stay as they are: cancel them yourself if you cannot teach then.`;
}

export function moreSentence(count: number): string {
  return count === 1 ? 'and 1 more booking' : `and ${count} more bookings`;
}

function clock(time: string): string {
  const minutes = minutesOf(time);
  return minutes === null ? time : formatClock(minutes);
}
