import { addDays, wallClock } from '#shared/domain/zone.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';

/** For how many days, weeks and months the last backup of each is kept. */
export type BackupRetention = { daily: number; weekly: number; monthly: number };

const NAMES = ['daily', 'weekly', 'monthly'] as const;

/** Parses `daily=7,weekly=4,monthly=12`; a missing name means 0. Null for any other text. */
export function parseRetention(text: string): BackupRetention | null {
  const retention: BackupRetention = { daily: 0, weekly: 0, monthly: 0 };
  for (const part of text.split(',')) {
    const [, given, count] = /^(\w+)=(\d{1,4})$/.exec(part.trim()) ?? [];
    const name = NAMES.find((one) => one === given);
    if (!name) return null;
    retention[name] = Number(count);
  }
  return retention;
}

/** Days, weeks and months without a backup do not count, so that a pause deletes nothing. The newest one always stays. */
export function listRetainedBackups(times: readonly Date[], retention: BackupRetention, zone: string): Date[] {
  const newestFirst = [...times].sort((one, other) => other.getTime() - one.getTime());
  const retained = new Set(newestFirst.slice(0, 1));
  const periods = { daily: dayOf, weekly: weekOf, monthly: monthOf };
  for (const name of NAMES) {
    const newestByPeriod = new Map<string, Date>();
    for (const time of newestFirst) {
      const period = periods[name](time, zone);
      if (!newestByPeriod.has(period)) newestByPeriod.set(period, time);
    }
    for (const time of [...newestByPeriod.values()].slice(0, retention[name])) retained.add(time);
  }
  return newestFirst.filter((time) => retained.has(time));
}

const dayOf = (time: Date, zone: string): string => wallClock(time, zone).date;
const monthOf = (time: Date, zone: string): string => dayOf(time, zone).slice(0, 7);

/** By its Monday. */
function weekOf(time: Date, zone: string): string {
  const { date, weekday } = wallClock(time, zone);
  return addDays(date, -WEEKDAYS.indexOf(weekday));
}
