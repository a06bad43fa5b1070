import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { dateFormsOf } from './date-forms.ts';
import { ENGLISH, type Texts } from './texts.ts';
import { instantAt } from './zone.ts';

const MONTHS_OF_YEAR = 12;
const NAMES = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] as const;

/** A month is `YYYY-MM`, of this century. */
export const isMonth = (text: string): boolean => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text);

export const monthOf = (date: string): string => date.slice(0, 'YYYY-MM'.length);

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * MONTHS_OF_YEAR + number - 1 + months;
  return `${Math.floor(index / MONTHS_OF_YEAR)}-${String((index % MONTHS_OF_YEAR) + 1).padStart(2, '0')}`;
}

export const nameOfMonth = (month: string, locale: string = DEFAULT_LOCALE): string =>
  (dateFormsOf(locale).longMonths ?? NAMES)[Number(month.slice(5)) - 1] ?? '';

/** `December 2026` */
export function formatMonth(month: string, t: Texts = ENGLISH): string {
  const [name, year] = [nameOfMonth(month, t.locale), month.slice(0, 4)];
  return t`${name} ${year}`;
}

/** Half-open: from midnight of the first day until midnight of the first day of the next month. */
export function monthSpan(month: string, zone: string): { from: Date; until: Date } {
  return { from: instantAt(`${month}-01`, 0, zone), until: instantAt(`${addMonths(month, 1)}-01`, 0, zone) };
}
