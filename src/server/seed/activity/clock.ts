import type { Calendar } from '#server/seed/calendar.ts';
import { idOf } from '#server/seed/random.ts';
import { type ClockJob, clockJobs } from '#shared/domain/booking-clock.ts';
import type { Session } from './sessions.ts';

type JobRow = ClockJob & { id: string; createdAt: Date };

/** What the clock will do to the bookings from today on. */
export function makeClock(sessions: readonly Session[], calendar: Calendar): JobRow[] {
  const today = calendar.at(0, 0);
  return sessions.flatMap(({ booking, story }) => {
    const createdAt = booking.createdAt ?? today;
    const planned = clockJobs({ ...booking, createdAt }, today);
    return planned.map((job) => ({ ...job, id: idOf(job.key, today), createdAt: story.at(-1)?.at ?? createdAt }));
  });
}
