import { type Placeholder, sql } from 'drizzle-orm';
import type { AccountStatus, TeachingModeType, VerificationStatus } from '#shared/vocabulary/people.ts';
import type { Weekday } from '#shared/vocabulary/weekdays.ts';
import type { Executor } from './executor.ts';
import { textOnce } from './text-once.ts';

export type ScheduleSubjectRow = {
  id: string;
  name: string;
  isActive: boolean;
  modes: { type: TeachingModeType; enabled: boolean; rateCents: number }[];
  slots: { day: Weekday; startMinute: number; endMinute: number }[];
};

export type DaysOffRow = { fromDate: string; toDate: string; startMinute: number | null; endMinute: number | null };

export type ScheduleRow = {
  id: string;
  userId: string;
  phone: string;
  accountStatus: AccountStatus;
  verificationStatus: VerificationStatus;
  isVerified: boolean;
  isOnVacation: boolean;
  minimumNoticeHours: number;
  bufferMinutes: number;
  subjects: ScheduleSubjectRow[];
  daysOff: DaysOffRow[];
};

type TutorOnDay = 'tutorId' | 'today';

export const scheduleFor = (value: (name: TutorOnDay) => Placeholder) => sql`
    select profile.id, profile.user_id as "userId", profile.phone, person.status as "accountStatus",
      profile.verification_status as "verificationStatus", profile.is_verified as "isVerified",
      profile.vacation_mode as "isOnVacation", profile.minimum_notice_hours as "minimumNoticeHours", profile.buffer_minutes as "bufferMinutes",
      coalesce((
        select json_agg(json_build_object(
          'id', subject.id, 'name', subject.name, 'isActive', subject.is_active,
          'modes', coalesce((
            select json_agg(json_build_object('type', mode.type, 'enabled', mode.enabled, 'rateCents', mode.rate_cents) order by mode.type)
            from tutor_modes mode where mode.tutor_subject_id = entry.id
          ), '[]'),
          'slots', coalesce((
            select json_agg(json_build_object('day', slot.day, 'startMinute', slot.start_minute, 'endMinute', slot.end_minute)
              order by slot.day, slot.start_minute)
            from tutor_slots slot where slot.tutor_subject_id = entry.id
          ), '[]')
        ) order by entry.position, entry.id)
        from tutor_subjects entry join subjects subject on subject.id = entry.subject_id
        where entry.tutor_id = profile.id
      ), '[]') as subjects,
      coalesce((
        select json_agg(json_build_object(
          'fromDate', off.from_date, 'toDate', off.to_date, 'startMinute', off.start_minute, 'endMinute', off.end_minute
        ) order by off.from_date, off.id)
        from tutor_days_off off where off.tutor_id = profile.id and off.to_date >= ${value('today')}::date
      ), '[]') as "daysOff"
    from tutor_profiles profile join users person on person.id = profile.user_id
    where profile.id = ${value('tutorId')}`;

const selectSchedule = textOnce(scheduleFor);

export async function findSchedule(db: Executor, tutor: Record<TutorOnDay, string>): Promise<ScheduleRow | null> {
  const [row] = await db.execute<ScheduleRow>(selectSchedule(tutor));
  return row ?? null;
}

export type TakenRange = { tutorUserId: string; from: Date; to: Date };

export async function listTakenTimes(db: Executor, { tutorUserId, from, to }: TakenRange): Promise<{ start: Date; end: Date }[]> {
  // Must match the condition of the exclusion constraint, whose index is used.
  const rows = await db.execute<{ start: string; end: string }>(sql`
    select start_time as "start", end_time as "end" from bookings
    where tutor_user_id = ${tutorUserId} and status in ('pending', 'confirmed')
      and tstzrange(start_time, end_time, '[)') && tstzrange(${from.toISOString()}, ${to.toISOString()}, '[)')
    order by start_time`);
  return rows.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) }));
}
