import type { tutorDaysOff } from '#db/schema/tutors.ts';
import type { Calendar } from '#server/seed/calendar.ts';
import type { Tutor } from '#server/seed/profiles.ts';
import { idOf } from '#server/seed/random.ts';
import type { Session } from './sessions.ts';

type DaysOffRow = typeof tutorDaysOff.$inferInsert;
type Cast = { tutors: readonly Tutor[]; sessions: readonly Session[]; calendar: Calendar };

const NOON = 12 * 60;
const SOONEST = 6;
const LATEST = 40;

/** Of the demo tutor: a weekend away and a morning, where nothing is booked. */
export function makeDaysOff({ tutors: [tutor], sessions, calendar }: Cast): DaysOffRow[] {
  if (!tutor) return [];
  const taken = new Set(sessions.flatMap((session) => (session.tutor === tutor ? [session.day] : [])));
  const ahead = Array.from({ length: LATEST - SOONEST }, (_, nth) => SOONEST + nth);
  const morning = ahead.find((day) => !taken.has(day) && !isWeekend(calendar, day));
  const saturday = ahead.find((day) => calendar.weekday(day) === 'Saturday' && !taken.has(day) && !taken.has(day + 1));
  const createdAt = calendar.at(-3, 20 * 60);
  const made = (from: number, to: number, rest: Partial<DaysOffRow>): DaysOffRow => ({
    id: idOf(`days off of ${tutor.user.email} ${rest.note}`, createdAt),
    tutorId: tutor.profile.id,
    fromDate: calendar.date(from),
    toDate: calendar.date(to),
    createdAt,
    ...rest,
  });
  return [
    ...(morning === undefined ? [] : [made(morning, morning, { startMinute: 8 * 60, endMinute: NOON, note: 'Parents at the clinic' })]),
    ...(saturday === undefined ? [] : [made(saturday, saturday + 1, { note: 'Wedding in Galle' })]),
  ];
}

function isWeekend({ weekday }: Calendar, day: number): boolean {
  return weekday(day) === 'Saturday' || weekday(day) === 'Sunday';
}
