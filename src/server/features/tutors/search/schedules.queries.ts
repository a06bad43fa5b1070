import { sql } from 'drizzle-orm';
import { EVERYWHERE, NO_CATEGORY } from '#db/schema/listing.ts';
import type { Ctx } from '#server/core/context.ts';
import { prepared } from '#server/core/prepared.ts';
import { type StoredSlot, toWeek } from '#shared/domain/bookable.ts';
import { blockedTimes, type StoredDaysOff } from '#shared/domain/days-off.ts';
import { type FreeSessions, freeStarts, nextFree } from '#shared/domain/free-times.ts';
import { addDays, instantAt } from '#shared/domain/zone.ts';
import { BOOKING_DURATIONS } from '#shared/vocabulary/bookings.ts';
import type { TeachingModeType } from '#shared/vocabulary/people.ts';

/** Which of a tutor's subjects a search asks for: those in one of the scopes, in this mode if it names one. */
export type Meant = { scopes: readonly string[]; mode: TeachingModeType | null };

/** Dates of the platform's zone, both included. */
export type Dates = { first: string; last: string };

export type Schedule = {
  tutorId: string;
  isOnVacation: boolean;
  /** Of each subject that is meant and can be booked. */
  weeks: StoredSlot[][];
  /** From when to when, in milliseconds. */
  taken: [number, number][];
  daysOff: StoredDaysOff[];
};

export type Asked = { meant: Meant; dates: Dates };

/** What `entryParts` and `changes` ask for. */
export function askedValues({ platform: { zone } }: Pick<Ctx, 'platform'>, { meant, dates: { first, last } }: Asked) {
  const [from, to] = [instantAt(first, 0, zone), instantAt(addDays(last, 1), 0, zone)];
  return { scopes: [...meant.scopes], mode: meant.mode, firstDate: first, lastDate: last, from: from.toISOString(), to: to.toISOString() };
}

/** When tutors teach what is meant, and what is taken or off on these dates; `onlyChanged` leaves out those whose week holds as it is. */
export async function schedulesOf(ctx: Ctx, ids: readonly string[], asked: Asked & { onlyChanged: boolean }): Promise<Schedule[]> {
  if (ids.length === 0) return [];
  const rows = await schedules(ctx.db).execute({ ids: [...ids], ...askedValues(ctx, asked), onlyChanged: asked.onlyChanged });
  return rows.map(({ schedule }) => schedule);
}

const HOURS = BOOKING_DURATIONS[0];

/** The first start of an hour that could be booked now; null where there is none, and on vacation. */
export function firstFree(schedule: Schedule, { now, platform: { zone } }: Pick<Ctx, 'now' | 'platform'>): Date | null {
  const at = now();
  const starts = offers(schedule, at, zone).flatMap((offer) => nextFree({ ...offer, after: at, count: 1 }));
  return starts.reduce<Date | null>((first, start) => (first === null || start < first ? start : first), null);
}

/** Whether an hour of that date could be booked now. */
export function isFreeOn(schedule: Schedule, date: string, { now, platform: { zone } }: Pick<Ctx, 'now' | 'platform'>): boolean {
  const day = { from: instantAt(date, 0, zone), to: instantAt(addDays(date, 1), 0, zone) };
  return offers(schedule, now(), zone).some((offer) => freeStarts({ ...offer, ...day }).length > 0);
}

/** Of each subject; none on vacation. */
function offers({ isOnVacation, weeks, taken, daysOff }: Schedule, now: Date, zone: string): FreeSessions[] {
  if (isOnVacation) return [];
  const times = {
    taken: taken.map(([start, end]) => ({ start: new Date(start), end: new Date(end) })),
    blocked: blockedTimes(daysOff, zone),
  };
  return weeks.map((slots) => ({ ...times, week: toWeek(slots), hours: HOURS, now, zone }));
}

const wantedScopes = sql`any(${sql.placeholder('scopes')}::uuid[])`;
const mode = sql`${sql.placeholder('mode')}::teaching_mode`;

/** Of an `entry` of a `subject`: whether it lies in one of the scopes, what its modes cost, and its hours if it is meant and can be booked. */
export const entryParts = sql`
  cross join lateral (
    select ${EVERYWHERE} <> ${wantedScopes} and (
      subject.id = ${wantedScopes} or coalesce(subject.category_id, ${NO_CATEGORY}) = ${wantedScopes}
      or exists (select from tutor_subject_topics chosen where chosen.tutor_subject_id = entry.id and chosen.topic_id = ${wantedScopes})
    ) as is_named
  ) place
  cross join lateral (
    select coalesce(max(rate_cents) filter (where type = 'online'), 0) as online_cents,
      coalesce(max(rate_cents) filter (where type = 'home-visit'), 0) as home_visit_cents,
      bool_or(type <> 'group' and rate_cents > 0) as can_be_booked, bool_or(type = ${mode} and rate_cents > 0) as has_mode
    from tutor_modes where tutor_subject_id = entry.id and enabled
  ) offer
  left join lateral (
    select json_agg(json_build_object('day', day, 'startMinute', start_minute, 'endMinute', end_minute)) as slots
    from tutor_slots where tutor_subject_id = entry.id
  ) week on offer.can_be_booked and (offer.has_mode or ${mode} is null) and (place.is_named or ${EVERYWHERE} = ${wantedScopes})`;

/** Of a tutor's `profile`: what is taken and what is off in the dates. */
export const changes = sql`
  cross join lateral (
    select json_agg(json_build_array(extract(epoch from start_time) * 1000, extract(epoch from end_time) * 1000)) as times
    from bookings where tutor_user_id = profile.user_id and status in ('pending', 'confirmed')
      and tstzrange(start_time, end_time, '[)') && tstzrange(${sql.placeholder('from')}::timestamptz, ${sql.placeholder('to')}::timestamptz, '[)')
  ) taken
  cross join lateral (
    select json_agg(json_build_object('fromDate', from_date, 'toDate', to_date, 'startMinute', start_minute, 'endMinute', end_minute)) as days
    from tutor_days_off where tutor_id = profile.id
      and to_date >= ${sql.placeholder('firstDate')}::date and from_date <= ${sql.placeholder('lastDate')}::date
  ) off`;

/** Of a `profile`, its `weeks` and its `changes`. */
export const schedule = sql`json_build_object('tutorId', profile.id, 'isOnVacation', profile.vacation_mode,
  'weeks', coalesce(weeks, '[]'), 'taken', coalesce(taken.times, '[]'), 'daysOff', coalesce(off.days, '[]'))`;

const schedules = prepared((db) =>
  db
    .select({ schedule: sql<Schedule>`schedule` })
    .from(
      sql`(
        select ${schedule} as schedule
        from unnest(${sql.placeholder('ids')}::uuid[]) wanted (id)
        join tutor_profiles profile on profile.id = wanted.id
        ${changes}
        left join lateral (
          select json_agg(week.slots) filter (where week.slots is not null) as weeks
          from tutor_subjects entry join subjects subject on subject.id = entry.subject_id and subject.is_active ${entryParts}
          where entry.tutor_id = profile.id
        ) taught on true
        where not ${sql.placeholder('onlyChanged')}::boolean or profile.vacation_mode or taken.times is not null or off.days is not null
      ) found`,
    )
    .prepare('tutor_schedules'),
);
