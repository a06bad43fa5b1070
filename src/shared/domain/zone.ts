import { tzOffset } from '@date-fns/tz/tzOffset';
import { DAY_MS, MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/weekdays.ts';
import { dateFormsOf } from './date-forms.ts';
import { ENGLISH, type Texts } from './texts.ts';

/** `date` as YYYY-MM-DD, `minutes` after midnight. */
export type WallClock = { date: string; minutes: number; weekday: Weekday };

/** `offset` in minutes ahead of UTC, valid from one instant until another (milliseconds since 1970). */
export type OffsetSpan = { offset: number; from: number; until: number };

const WEEK = 7 * DAY_MS;
const YEAR = 365 * DAY_MS;
const SPAN = { past: 20 * YEAR, future: 2 * YEAR };

const spanByZone = new Map<string, OffsetSpan>();

/** Intl is slow, and lists convert the same few instants again and again. */
const offsetCache = new Map<string, Map<number, number>>();
const MAX_CACHED = 2_000;

/** Minutes ahead of UTC at that instant. */
export function offsetAt(instant: Date, zone: string): number {
  const at = instant.getTime();
  const span = spanByZone.get(zone);
  if (span && at >= span.from && at < span.until) return span.offset;
  const offsets = offsetCache.get(zone) ?? new Map<number, number>();
  const offset = offsets.get(at) ?? tzOffset(zone, instant);
  if (offsets.size >= MAX_CACHED) offsets.clear();
  offsetCache.set(zone, offsets.set(at, offset));
  return offset;
}

/** Sets an offset that the server has computed, so that a page need not use Intl, whose first use takes a quarter of a second on a slow phone. */
export function setOffsetSpan(zone: string, span: OffsetSpan): void {
  spanByZone.set(zone, span);
}

/** The weeks around now in which the zone's offset does not change, at most 20 years back and 2 ahead. */
export function findOffsetSpan(zone: string, now: Date): OffsetSpan {
  // Rounded to the day, so that all servers give the same span.
  const start = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const offset = tzOffset(zone, new Date(start));
  const reach = (step: number, limit: number) => {
    let at = start;
    while (Math.abs(at - start) < limit && tzOffset(zone, new Date(at + step)) === offset) at += step;
    return at;
  };
  return { offset, from: reach(-WEEK, SPAN.past), until: reach(WEEK, SPAN.future) };
}

export function wallClock(instant: Date, zone: string): WallClock {
  const local = instant.getTime() + offsetAt(instant, zone) * MINUTE_MS;
  const midnight = Math.floor(local / DAY_MS) * DAY_MS;
  const date = dateOf(midnight);
  return { date, minutes: Math.floor((local - midnight) / MINUTE_MS), weekday: weekdayOf(date) };
}

/** A repeated time gives the first instant, a skipped one the instant of the change. */
export function instantAt(date: string, minutes: number, zone: string): Date {
  return clockOf(date, zone)(minutes);
}

export function clockOf(date: string, zone: string): (minutes: number) => Date {
  const offset = (at: number) => offsetAt(new Date(at), zone) * MINUTE_MS;
  const midnight = midnightOf(date);
  const before = offset(midnight - DAY_MS);
  const after = offset(midnight + 2 * DAY_MS);

  return (minutes) => {
    const local = midnight + minutes * MINUTE_MS;
    const early = local - before;
    if (before === after || offset(early) === before) return new Date(early);
    const late = local - after;
    if (offset(late) === after) return new Date(late);

    let [unchanged, changed] = [late, early];
    while (changed - unchanged > MINUTE_MS) {
      const middle = unchanged + Math.floor((changed - unchanged) / MINUTE_MS / 2) * MINUTE_MS;
      if (offset(middle) === before) unchanged = middle;
      else changed = middle;
    }
    return new Date(changed);
  };
}

export function addDays(date: string, days: number): string {
  return dateOf(midnightOf(date) + days * DAY_MS);
}

export function daysBetween(from: string, to: string): number {
  return (midnightOf(to) - midnightOf(from)) / DAY_MS;
}

/** Whether the text is an existing date, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(text) ? midnightOf(text) : Number.NaN;
  return !Number.isNaN(midnight) && dateOf(midnight) === text;
}

export function weekdayOf(date: string): Weekday {
  const weekday = WEEKDAYS[(new Date(midnightOf(date)).getUTCDay() + 6) % 7];
  if (!weekday) throw new RangeError(`No date: ${date}`);
  return weekday;
}

export function formatDate(date: string, locale: string = DEFAULT_LOCALE): string {
  return dateFormsOf(locale).date(datePartsOf(date, locale));
}

/** Without the year, for dates that are near: `Mon, 23 Nov` */
export function formatNearDate(date: string, locale: string = DEFAULT_LOCALE): string {
  return dateFormsOf(locale).date({ ...datePartsOf(date, locale), year: null });
}

/** `Mon` */
export function formatWeekday(date: string, locale: string = DEFAULT_LOCALE): string {
  return dateFormsOf(locale).weekdays[WEEKDAYS.indexOf(weekdayOf(date))] ?? '';
}

/** The words of a date, for calendars. */
export function datePartsOf(date: string, locale: string) {
  const at = new Date(midnightOf(date));
  const month = dateFormsOf(locale).months[at.getUTCMonth()] ?? '';
  return { weekday: formatWeekday(date, locale), day: at.getUTCDate(), month, year: at.getUTCFullYear() };
}

/** `Mon, 23 Nov 2026` */
export function formatDay(instant: Date, zone: string, locale?: string): string {
  return formatDate(wallClock(instant, zone).date, locale);
}

export function formatClock(minutes: number, locale: string = DEFAULT_LOCALE): string {
  const hour = Math.floor(minutes / 60) % 24;
  return dateFormsOf(locale).clock({ hour: hour % 12 || 12, minute: String(minutes % 60).padStart(2, '0'), isMorning: hour < 12 });
}

/** `4:00 PM` */
export function formatTime(instant: Date, zone: string, locale?: string): string {
  return formatClock(wallClock(instant, zone).minutes, locale);
}

/** `Mon, 23 Nov 2026, 4:00 PM` */
export function formatInstant(instant: Date, zone: string, locale?: string): string {
  const { date, minutes } = wallClock(instant, zone);
  return `${formatDate(date, locale)}, ${formatClock(minutes, locale)}`;
}

/** `Mon, 23 Nov 2026, 4:00 PM – 5:00 PM`; a second date is shown only when it differs. */
export function formatRange(start: Date, end: Date, zone: string, locale?: string): string {
  return rangeParts(start, end, zone, locale).join(' ');
}

/** What a line keeps together: `Mon, 23 Nov 2026,`, `4:00 PM –`, `5:00 PM`. */
export function rangeParts(start: Date, end: Date, zone: string, locale?: string): string[] {
  const isOneDay = wallClock(start, zone).date === wallClock(end, zone).date;
  const until = isOneDay ? [] : [`${formatDay(end, zone, locale)},`];
  return [`${formatDay(start, zone, locale)},`, `${formatTime(start, zone, locale)} –`, ...until, formatTime(end, zone, locale)];
}

export function zoneLabel(zone: string, t: Texts = ENGLISH): string {
  return t`${cityOf(zone, t)} time`;
}

/** Only the platform's own has a translated name. */
export const ZONE_CITIES: Readonly<Record<string, string>> = { 'Asia/Colombo': 'Colombo' };

export function cityOf(zone: string, t: Texts = ENGLISH): string {
  const city = ZONE_CITIES[zone];
  return city === undefined ? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ') : t.of(city);
}

function midnightOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function dateOf(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, 10);
}
