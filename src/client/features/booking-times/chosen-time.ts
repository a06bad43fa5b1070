import { endOf, type FreeSessions, type Interval, listTimesOfDay } from '#shared/domain/free-times.ts';
import { wallClock } from '#shared/domain/zone.ts';

/** `start` is in milliseconds, so that equal instants compare as equal. */
export type TimeChoice = { start: number | null; hours: number | null };
export type ChosenTime = { kind: 'none' } | { kind: 'free'; session: Interval } | { kind: 'lost'; session: Interval };

export function getChosenTime({ start: at, hours }: TimeChoice, sessions: FreeSessions | null): ChosenTime {
  if (at === null || hours === null) return { kind: 'none' };
  const start = new Date(at);
  const session = { start, end: endOf(start, hours) };
  if (!sessions) return { kind: 'free', session };
  const { date } = wallClock(start, sessions.zone);
  const isFree = listTimesOfDay({ ...sessions, date }).some((offered) => offered.start.getTime() === at && !offered.isTaken);
  return { kind: isFree ? 'free' : 'lost', session };
}
