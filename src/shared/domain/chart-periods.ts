import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import { addDays, wallClock } from './zone.ts';

const MANY = { days: 30, weeks: 12, months: 12 } as const;
export type PeriodKind = keyof typeof MANY;

export type Periods = {
  starts: string[];
  end: string;
};

export function periodsUntil(now: Date, kind: PeriodKind, zone: string): Periods {
  const { date, weekday } = wallClock(now, zone);
  const startOf = (back: number): string => {
    if (kind === 'days') return addDays(date, -back);
    if (kind === 'weeks') return addDays(date, -WEEKDAYS.indexOf(weekday) - 7 * back);
    const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - back;
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
  };
  const starts = Array.from({ length: MANY[kind] }, (_, index) => startOf(MANY[kind] - 1 - index));
  return { starts, end: startOf(-1) };
}
