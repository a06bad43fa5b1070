import { bookableDates } from '#shared/domain/booking-window.ts';
import { endOf, type FreeSessions, type Interval, listTimesOfDay } from '#shared/domain/free-times.ts';
import { firstStartAfterNotice } from '#shared/domain/notice.ts';
import { wallClock } from '#shared/domain/zone.ts';

/** `start` is in milliseconds, so that equal instants compare as equal. */
export type TimeChoice = { start: number | null; hours: number | null };
export type LostTime = { kind: 'lost'; session: Interval; reason: 'taken' | 'too soon' | 'within notice' | 'not offered' };
export type ChosenTime = { kind: 'none' } | { kind: 'free'; session: Interval } | LostTime;

export function getChosenTime({ start: at, hours }: TimeChoice, sessions: FreeSessions | null): ChosenTime {
  if (at === null || hours === null) return { kind: 'none' };
  const start = new Date(at);
  const session = { start, end: endOf(start, hours) };
  if (!sessions) return { kind: 'free', session };
  const { date } = wallClock(start, sessions.zone);
  const offered = listTimesOfDay({ ...sessions, date }).find((time) => time.start.getTime() === at);
  if (offered) return offered.isTaken ? { kind: 'lost', session, reason: 'taken' } : { kind: 'free', session };
  const isTooSoon = date < bookableDates(sessions.now, sessions.zone).first;
  if (isTooSoon) return { kind: 'lost', session, reason: 'too soon' };
  const isWithinNotice = start < firstStartAfterNotice(sessions.now, sessions.minimumNoticeHours);
  return { kind: 'lost', session, reason: isWithinNotice ? 'within notice' : 'not offered' };
}
