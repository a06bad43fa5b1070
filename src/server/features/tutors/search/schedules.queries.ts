import { sql } from 'drizzle-orm';
import { prepareOnce } from '#db/executor.ts';
import { EVERYWHERE, NO_CATEGORY } from '#db/schema/listing.ts';
import type { Ctx } from '#server/core/context.ts';
import { type StoredSlot, toWeek } from '#shared/domain/bookable.ts';
import { blockedTimes, type StoredDaysOff } from '#shared/domain/days-off.ts';
import { type FreeSessions, freeStarts, nextFreeStarts, withBuffer } from '#shared/domain/free-times.ts';
import { isWithinTimes, type SearchTimes } from '#shared/domain/search-times.ts';
import { addDays, instantAt } from '#shared/domain/zone.ts';
import { BOOKING_DURATIONS } from '#shared/vocabulary/bookings.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { OWN_RULES } from '#shared/vocabulary/limits.ts';
import type { TeachingModeType } from '#shared/vocabulary/people.ts';

export type SubjectFilter = { scopes: readonly string[]; mode: TeachingModeType | null; times?: SearchTimes };

/** In the platform's time zone, inclusive. */
export type DateRange = { first: string; last: string };

export type Schedule = {
  tutorId: string;
  isOnVacation: boolean;
  minimumNoticeHours: number;
  bufferMinutes: number;
  weeks: StoredSlot[][];
  /** Start and end in milliseconds. */
  taken: [number, number][];
  daysOff: StoredDaysOff[];
};

const MAX_BUFFER_MS = OWN_RULES.bufferMinutes * MINUTE_MS;

export type ScheduleInput = { subjectFilter: SubjectFilter; dates: DateRange };

export function toScheduleParams(
  { platform: { zone }, now }: Pick<Ctx, 'platform' | 'now'>,
  { subjectFilter, dates: { first, last } }: ScheduleInput,
) {
  const [from, to] = [instantAt(first, 0, zone), instantAt(addDays(last, 1), 0, zone)];
  return {
    scopes: [...subjectFilter.scopes],
    mode: subjectFilter.mode,
    firstDate: first,
    lastDate: last,
    from: from.toISOString(),
    // Sessions just outside the range matter to tutors with a buffer. The longest buffer is used for all, because a range per tutor would be slower.
    takenFrom: new Date(from.getTime() - MAX_BUFFER_MS).toISOString(),
    takenTo: new Date(to.getTime() + MAX_BUFFER_MS).toISOString(),
    now: now().toISOString(),
  };
}

export async function listSchedules(ctx: Ctx, ids: readonly string[], input: ScheduleInput & { onlyChanged: boolean }): Promise<Schedule[]> {
  if (ids.length === 0) return [];
  const rows = await selectSchedules(ctx.db).execute({ ids: [...ids], ...toScheduleParams(ctx, input), onlyChanged: input.onlyChanged });
  return rows.map(({ schedule }) => schedule);
}

const MIN_SESSION_HOURS = BOOKING_DURATIONS[0];

export function findFirstFreeStart(
  schedule: Schedule,
  { times = {} }: Pick<SubjectFilter, 'times'>,
  { now, platform: { zone } }: Pick<Ctx, 'now' | 'platform'>,
): Date | null {
  const timestamp = now();
  const isIncluded = (start: Date) => isWithinTimes(start, times, zone);
  const starts = listOffers(schedule, timestamp, zone).flatMap((offer) => nextFreeStarts({ ...offer, after: timestamp, count: 1, isIncluded }));
  return starts.reduce<Date | null>((first, start) => (first === null || start < first ? start : first), null);
}

export function isFreeOn(
  schedule: Schedule,
  { date, subjectFilter: { times = {} } }: { date: string; subjectFilter: SubjectFilter },
  { now, platform: { zone } }: Pick<Ctx, 'now' | 'platform'>,
): boolean {
  const day = { from: instantAt(date, 0, zone), to: instantAt(addDays(date, 1), 0, zone) };
  return listOffers(schedule, now(), zone).some((offer) => freeStarts({ ...offer, ...day }).some((start) => isWithinTimes(start, times, zone)));
}

function listOffers({ isOnVacation, minimumNoticeHours, bufferMinutes, weeks, taken, daysOff }: Schedule, now: Date, zone: string): FreeSessions[] {
  if (isOnVacation) return [];
  const sessions = taken.map(([start, end]) => ({ start: new Date(start), end: new Date(end) }));
  const times = {
    taken: withBuffer(sessions, bufferMinutes),
    minimumNoticeHours,
    blocked: blockedTimes(daysOff, zone),
  };
  return weeks.map((slots) => ({ ...times, week: toWeek(slots), hours: MIN_SESSION_HOURS, now, zone }));
}

const anyScope = sql`any(${sql.placeholder('scopes')}::uuid[])`;
const modeParam = sql`${sql.placeholder('mode')}::teaching_mode`;

/** Joins to `entry` and `subject`. `week` is set only for matching subjects that can be booked. */
export const joinEntryDetails = sql`
  cross join lateral (
    select ${EVERYWHERE} <> ${anyScope} and (
      subject.id = ${anyScope} or coalesce(subject.category_id, ${NO_CATEGORY}) = ${anyScope}
      or exists (select from tutor_subject_topics chosen where chosen.tutor_subject_id = entry.id and chosen.topic_id = ${anyScope})
    ) as is_named
  ) match
  cross join lateral (
    select coalesce(max(rate_cents) filter (where type = 'online'), 0) as online_cents,
      coalesce(max(rate_cents) filter (where type = 'home-visit'), 0) as home_visit_cents,
      bool_or(type <> 'group' and rate_cents > 0) as can_be_booked, bool_or(type = ${modeParam} and rate_cents > 0) as has_mode,
      coalesce(bool_or(type = 'group' and rate_cents > 0), false) as in_group
    from tutor_modes where tutor_subject_id = entry.id and enabled
  ) offer
  left join lateral (
    select json_agg(json_build_object('day', day, 'startMinute', start_minute, 'endMinute', end_minute)) as slots
    from tutor_slots where tutor_subject_id = entry.id
  ) week on offer.can_be_booked and (offer.has_mode or ${modeParam} is null) and (match.is_named or ${EVERYWHERE} = ${anyScope})`;

export const joinUnavailability = sql`
  cross join lateral (
    select json_agg(json_build_array(extract(epoch from start_time) * 1000, extract(epoch from end_time) * 1000)) as times
    from bookings where tutor_user_id = profile.user_id and status in ('pending', 'confirmed')
      and tstzrange(start_time, end_time, '[)') && tstzrange(${sql.placeholder('takenFrom')}::timestamptz, ${sql.placeholder('takenTo')}::timestamptz, '[)')
  ) taken
  cross join lateral (
    select json_agg(json_build_object('fromDate', from_date, 'toDate', to_date, 'startMinute', start_minute, 'endMinute', end_minute)) as days
    from tutor_days_off where tutor_id = profile.id
      and to_date >= ${sql.placeholder('firstDate')}::date and from_date <= ${sql.placeholder('lastDate')}::date
  ) off`;

/** Needs `profile`, `weeks` and the joins of `joinUnavailability`. */
export const scheduleJson = sql`json_build_object('tutorId', profile.id, 'isOnVacation', profile.vacation_mode,
  'minimumNoticeHours', profile.minimum_notice_hours, 'bufferMinutes', profile.buffer_minutes,
  'weeks', coalesce(weeks, '[]'), 'taken', coalesce(taken.times, '[]'), 'daysOff', coalesce(off.days, '[]'))`;

const selectSchedules = prepareOnce((db) =>
  db
    .select({ schedule: sql<Schedule>`schedule` })
    .from(
      sql`(
        select ${scheduleJson} as schedule
        from unnest(${sql.placeholder('ids')}::uuid[]) requested (id)
        join tutor_profiles profile on profile.id = requested.id
        ${joinUnavailability}
        left join lateral (
          select json_agg(week.slots) filter (where week.slots is not null) as weeks
          from tutor_subjects entry join subjects subject on subject.id = entry.subject_id and subject.is_active ${joinEntryDetails}
          where entry.tutor_id = profile.id
        ) taught on true
        where not ${sql.placeholder('onlyChanged')}::boolean or profile.vacation_mode or taken.times is not null or off.days is not null
          or ${sql.placeholder('now')}::timestamptz + make_interval(hours => profile.minimum_notice_hours) > ${sql.placeholder('from')}::timestamptz
      ) found`,
    )
    .prepare('tutor_schedules'),
);
