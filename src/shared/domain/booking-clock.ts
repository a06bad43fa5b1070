import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { BOOKING_CLOCK } from '#shared/vocabulary/limits.ts';

type ScheduledBooking = { id: string; status: BookingStatus; startTime: Date; endTime: Date; createdAt: Date };

/** `key` contains the time it is planned for, so that a moved booking has new jobs. */
export type ClockJob =
  | { kind: 'booking.unanswered' | 'booking.over'; params: { bookingId: string }; dueAt: Date; key: string }
  | { kind: 'booking.remind'; params: { bookingId: string; hours: number }; dueAt: Date; key: string };

export function requestExpiresAt({ createdAt, startTime }: Pick<ScheduledBooking, 'createdAt' | 'startTime'>): Date {
  const { unanswered, unansweredNotice, unansweredLeastMinutes } = BOOKING_CLOCK;
  const requestedAt = createdAt.getTime();
  const start = startTime.getTime();
  return new Date(
    Math.min(
      requestedAt + unanswered * HOUR_MS,
      Math.max(start - unansweredNotice * HOUR_MS, requestedAt + unansweredLeastMinutes * MINUTE_MS),
      start,
    ),
  );
}

/** False where the session starts too soon for the usual time to answer. */
export function hasFullAnswerTime(booking: Pick<ScheduledBooking, 'createdAt' | 'startTime'>): boolean {
  return requestExpiresAt(booking).getTime() - booking.createdAt.getTime() === BOOKING_CLOCK.unanswered * HOUR_MS;
}

export function autoCompleteAt({ endTime }: Pick<ScheduledBooking, 'endTime'>): Date {
  return new Date(endTime.getTime() + BOOKING_CLOCK.completedAfter * HOUR_MS);
}

export function clockJobs(booking: ScheduledBooking, now: Date): ClockJob[] {
  const { id: bookingId, startTime, endTime } = booking;
  if (booking.status === 'pending') {
    return [{ kind: 'booking.unanswered', params: { bookingId }, dueAt: requestExpiresAt(booking), key: `booking.unanswered ${bookingId}` }];
  }
  if (booking.status !== 'confirmed') return [];
  const ahead = BOOKING_CLOCK.reminders.filter((hours) => reminderAt(startTime, hours) > now);
  return [
    { kind: 'booking.over', params: { bookingId }, dueAt: autoCompleteAt(booking), key: `booking.over ${bookingId} ${endTime.getTime()}` },
    ...ahead.map((hours): ClockJob => {
      const key = `booking.remind ${bookingId} ${hours} ${startTime.getTime()}`;
      return { kind: 'booking.remind', params: { bookingId, hours }, dueAt: reminderAt(startTime, hours), key };
    }),
  ];
}

export function isReminderDue({ startTime }: Pick<ScheduledBooking, 'startTime'>, hours: number, now: Date): boolean {
  const next = Math.max(0, ...BOOKING_CLOCK.reminders.filter((other) => other < hours));
  return reminderAt(startTime, hours) <= now && now < reminderAt(startTime, next);
}

export function lastReminderBefore({ startTime }: Pick<ScheduledBooking, 'startTime'>, now: Date): number | null {
  const past = BOOKING_CLOCK.reminders.filter((hours) => reminderAt(startTime, hours) <= now);
  return past.length > 0 ? Math.min(...past) : null;
}

function reminderAt(startTime: Date, hours: number): Date {
  return new Date(startTime.getTime() - hours * HOUR_MS);
}
