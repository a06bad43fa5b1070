import { REPEAT_WEEKS } from '#shared/vocabulary/limits.ts';
import { bookableDates } from './booking-window.ts';
import { endOf, type FreeSessions, type Interval, listTimesOfDay } from './free-times.ts';
import { addDays, instantAt, wallClock } from './zone.ts';

export type RepeatedSession = Interval & { isFree: boolean };

const WEEK = 7;

/** The same wall-clock time every week; weeks outside the booking window are left out. */
export function weeklyRepeats(start: Date, sessions: FreeSessions): RepeatedSession[] {
  const { hours, now, zone } = sessions;
  const { last } = bookableDates(now, zone);
  const { date, minutes } = wallClock(start, zone);
  const dates = Array.from({ length: REPEAT_WEEKS }, (_, index) => addDays(date, index * WEEK)).filter((one) => one <= last);
  return dates.map((one, index) => {
    const starts = index === 0 ? start : instantAt(one, minutes, zone);
    const isFree = listTimesOfDay({ ...sessions, date: one }).some((offered) => !offered.isTaken && offered.start.getTime() === starts.getTime());
    return { start: starts, end: endOf(starts, hours), isFree };
  });
}

export function weeksWithin(repeats: readonly RepeatedSession[], requestsLeft: number): RepeatedSession[] {
  return repeats.filter((_, index) => index === 0 || repeats.slice(0, index + 1).filter(({ isFree }) => isFree).length <= requestsLeft);
}
