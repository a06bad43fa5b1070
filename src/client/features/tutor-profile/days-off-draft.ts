import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { getNow } from '#client/ui/clock.ts';
import type { BookingsInside, DaysOffInput, DaysOffView } from '#shared/contracts/availability.ts';
import { daysOffField, daysOffProblem } from '#shared/domain/days-off.ts';
import { addDays, formatDate } from '#shared/domain/zone.ts';
import { ERRORS } from '#shared/errors.ts';
import { tooLong } from '#shared/messages.ts';
import { DAYS_OFF } from '#shared/vocabulary/limits.ts';
import { formatSlot } from './week-slots.ts';

export type DaysOffDraft = { fromDate: string; toDate: string; isPart: boolean; start: string; end: string; note: string };
export type DaysOffErrors = Partial<Record<keyof DaysOffDraft, string>>;

export const EMPTY_DRAFT: DaysOffDraft = { fromDate: '', toDate: '', isPart: false, start: '09:00', end: '12:00', note: '' };

export function toInput(draft: DaysOffDraft): DaysOffInput {
  const { fromDate, toDate, isPart, start, end, note } = draft;
  const dates = { fromDate, toDate: isSingleDay(draft) ? fromDate : toDate };
  return isPart ? { ...dates, start, end, note: note.trim() } : { ...dates, note: note.trim() };
}

function isSingleDay({ isPart, toDate }: DaysOffDraft): boolean {
  return isPart || toDate === '';
}

export function getLastDate(today: string): string {
  return addDays(today, DAYS_OFF.daysAhead);
}

export function findErrors(draft: DaysOffDraft, zone: string): DaysOffErrors {
  const input = toInput(draft);
  const code = daysOffProblem(input, { now: getNow(), zone });
  const field = code && daysOffField(code, input);
  return {
    ...(field && moveErrors({ [field]: ERRORS[code].message }, draft)),
    ...(input.note.length > DAYS_OFF.note && { note: tooLong('Note', DAYS_OFF.note) }),
  };
}

/** A single day has no field for the last day, so that error is shown at the first. */
export function moveErrors({ toDate, ...errors }: DaysOffErrors, draft: DaysOffDraft): DaysOffErrors {
  return toDate === undefined ? errors : { ...errors, [isSingleDay(draft) ? 'fromDate' : 'toDate']: toDate };
}

type Dates = Pick<DaysOffView, 'fromDate' | 'toDate'> & { start?: string | null; end?: string | null };

export function formatDates({ fromDate, toDate, start, end }: Dates, locale: string): string {
  if (start && end) return `${formatDate(fromDate, locale)}, ${formatSlot({ start, end }, locale)}`;
  return fromDate === toDate ? formatDate(fromDate, locale) : `${formatDate(fromDate, locale)} – ${formatDate(toDate, locale)}`;
}

export function formatDatesUnbroken(day: DaysOffView, locale: string): string {
  return formatDates(day, locale)
    .split(' – ')
    .map((end) => end.replaceAll(' ', '\u00a0'))
    .join(' – ');
}

export function describeBookingsInside(i18n: I18n, { total }: BookingsInside): string {
  if (total === 0) return i18n._(msg`No bookings fall on these days.`);
  return i18n._(
    msg`${plural(total, {
      one: '# booking falls on these days. It is not cancelled: cancel it yourself if you cannot teach.',
      other: '# bookings fall on these days. They are not cancelled: cancel them yourself if you cannot teach.',
    })}`,
  );
}
