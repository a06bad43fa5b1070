import { REPEAT_WEEKS } from '#shared/vocabulary/limits.ts';
import { bookableDates } from './booking-window.ts';
import { dayOffer, endOf, type FreeSessions, type Interval } from './free-times.ts';
import { addDays, instantAt, wallClock } from './zone.ts';

export type RepeatedSession = Interval & { isFree: boolean };

const WEEK = 7;

/** The same hour by the clock on the wall, week after week, from the chosen session on; what lies beyond the days that can be booked is left out. */
export function weeklyRepeats(start: Date, sessions: FreeSessions): RepeatedSession[] {
  const { hours, now, zone } = sessions;
  const { last } = bookableDates(now, zone);
  const { date, minutes } = wallClock(start, zone);
  const dates = Array.from({ length: REPEAT_WEEKS }, (_, nth) => addDays(date, nth * WEEK)).filter((one) => one <= last);
  return dates.map((one, nth) => {
    const begin = nth === 0 ? start : instantAt(one, minutes, zone);
    const isFree = dayOffer({ ...sessions, date: one }).some((offered) => !offered.isTaken && offered.start.getTime() === begin.getTime());
    return { start: begin, end: endOf(begin, hours), isFree };
  });
}

/** As many weeks from the first as can be asked for: those that are not free need no request. */
export function weeksWithin(repeats: readonly RepeatedSession[], requestsLeft: number): RepeatedSession[] {
  return repeats.filter((_, nth) => nth === 0 || repeats.slice(0, nth + 1).filter(({ isFree }) => isFree).length <= requestsLeft);
}
