import { DEFAULT_LOCALE, type Locale } from '#shared/vocabulary/locales.ts';

/** How a language writes dates and times. Not from Intl, whose results differ between browsers, Node and their versions. */
export type DateForms = {
  /** Short names, Monday first. */
  weekdays: readonly string[];
  /** Headings of calendar columns, Monday first. */
  columns: readonly string[];
  /** Short names. */
  months: readonly string[];
  /** In full; the English ones stand in `months.ts`. */
  longMonths?: readonly string[];
  /** The year is left out of dates that are near. */
  date: (parts: { weekday: string; day: number; month: string; year: number | null }) => string;
  /** `hour` from 1 to 12, `minute` with two digits. */
  clock: (parts: { hour: number; minute: string; isMorning: boolean }) => string;
};

/** `Mon, 23 Nov 2026`, `4:00 PM` */
const ENGLISH_DATES: DateForms = {
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  columns: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  date: ({ weekday, day, month, year }) => `${weekday}, ${day} ${month}${year === null ? '' : ` ${year}`}`,
  clock: ({ hour, minute, isMorning }) => `${hour}:${minute} ${isMorning ? 'AM' : 'PM'}`,
};

const formsByLocale = new Map<string, DateForms>([[DEFAULT_LOCALE, ENGLISH_DATES]]);

/** Called when the catalogue of another language is loaded. */
export function setDateForms(locale: Locale, forms: DateForms): void {
  formsByLocale.set(locale, forms);
}

export const dateFormsOf = (locale: string): DateForms => formsByLocale.get(locale) ?? ENGLISH_DATES;
