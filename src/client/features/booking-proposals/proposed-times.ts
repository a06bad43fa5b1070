import type { BookingView } from '#shared/contracts/bookings.ts';
import type { AvailabilityView } from '#shared/contracts/tutors.ts';
import type { FreeSessions, Interval } from '#shared/domain/free-times.ts';

const HOUR = 3_600_000;

/** The calendar in which another time for a session is looked for: its own one counts as free. Null while it is on its way. */
export function timesFor(
  booking: BookingView,
  calendar: Pick<AvailabilityView, 'availability' | 'booked' | 'blocked'> | undefined,
  moment: { now: Date; zone: string },
): FreeSessions | null {
  if (!calendar) return null;
  const { startTime: start, endTime: end, subject } = booking;
  const week = calendar.availability.find(({ subjectId }) => subjectId === subject.id)?.availability ?? [];
  const taken = (calendar.booked ?? []).flatMap((time) => without(time, { start, end }));
  return { week, hours: (end.getTime() - start.getTime()) / HOUR, taken, blocked: calendar.blocked, ...moment };
}

/** What is left of a time before and after another. */
function without(time: Interval, other: Interval): Interval[] {
  if (time.end <= other.start || other.end <= time.start) return [time];
  const before = { start: time.start, end: other.start };
  const after = { start: other.end, end: time.end };
  return [before, after].filter(({ start, end }) => start < end);
}
