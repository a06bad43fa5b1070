import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import { BOOKING_CLOCK } from '#shared/vocabulary/limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Why the clock cancels a request. */
export const NO_RESPONSE = 'No response from tutor';

type Clocked = { id: string; status: BookingStatus; startTime: Date; endTime: Date; createdAt: Date };

/** What the clock will do to a booking; the key holds the time that it is planned for. */
export type ClockJob =
  | { kind: 'booking.unanswered' | 'booking.over'; params: { bookingId: string }; dueAt: Date; key: string }
  | { kind: 'booking.remind'; params: { bookingId: string; hours: number }; dueAt: Date; key: string };

/** When a request ends that the tutor has not answered. */
export function unansweredUntil({ createdAt, startTime }: Pick<Clocked, 'createdAt' | 'startTime'>): Date {
  const { unanswered, unansweredNotice, unansweredLeastMinutes } = BOOKING_CLOCK;
  const made = createdAt.getTime();
  const start = startTime.getTime();
  return new Date(Math.min(made + unanswered * HOUR, Math.max(start - unansweredNotice * HOUR, made + unansweredLeastMinutes * MINUTE), start));
}

/** When a confirmed session is completed that nobody has completed. */
export function overAt({ endTime }: Pick<Clocked, 'endTime'>): Date {
  return new Date(endTime.getTime() + BOOKING_CLOCK.completedAfter * HOUR);
}

/** What the clock is to do to a booking that has just come to its status, or to its time; reminders that are past are skipped. */
export function clockJobs(booking: Clocked, now: Date): ClockJob[] {
  const { id: bookingId, startTime, endTime } = booking;
  if (booking.status === 'pending') {
    return [{ kind: 'booking.unanswered', params: { bookingId }, dueAt: unansweredUntil(booking), key: `booking.unanswered ${bookingId}` }];
  }
  if (booking.status !== 'confirmed') return [];
  const ahead = BOOKING_CLOCK.reminders.filter((hours) => reminderAt(startTime, hours) > now);
  return [
    { kind: 'booking.over', params: { bookingId }, dueAt: overAt(booking), key: `booking.over ${bookingId} ${endTime.getTime()}` },
    ...ahead.map((hours): ClockJob => {
      const key = `booking.remind ${bookingId} ${hours} ${startTime.getTime()}`;
      return { kind: 'booking.remind', params: { bookingId, hours }, dueAt: reminderAt(startTime, hours), key };
    }),
  ];
}

/** Whether that reminder's time has come and not yet passed: to the next one, or to the start. */
export function isReminderDue({ startTime }: Pick<Clocked, 'startTime'>, hours: number, now: Date): boolean {
  const next = Math.max(0, ...BOOKING_CLOCK.reminders.filter((other) => other < hours));
  return reminderAt(startTime, hours) <= now && now < reminderAt(startTime, next);
}

/** The last reminder whose time is past: it and those before it go out no more. Null where all lie ahead. */
export function lastReminderBefore({ startTime }: Pick<Clocked, 'startTime'>, now: Date): number | null {
  const past = BOOKING_CLOCK.reminders.filter((hours) => reminderAt(startTime, hours) <= now);
  return past.length > 0 ? Math.min(...past) : null;
}

function reminderAt(startTime: Date, hours: number): Date {
  return new Date(startTime.getTime() - hours * HOUR);
}
