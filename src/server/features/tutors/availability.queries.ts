import { findSchedule, listTakenTimes, type ScheduleRow } from '#db/schedule.ts';
import type { Ctx } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import type { AvailabilityInput, AvailabilityView } from '#shared/contracts/availability.ts';
import { toBookable, toWeek } from '#shared/domain/bookable.ts';
import type { BookableSubject } from '#shared/domain/booking-request.ts';
import { blockedTimes } from '#shared/domain/days-off.ts';
import { endOf, freeStarts, type Interval, isOverlapping, withBuffer } from '#shared/domain/free-times.ts';
import { bookableMethods } from '#shared/domain/rates.ts';
import { canViewPrivateFields, isPublic, offeredModes } from '#shared/domain/tutor-visibility.ts';
import { addDays, offsetAt, wallClock, weekdayOf } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { BOOKING_DURATIONS } from '#shared/vocabulary/bookings.ts';
import { DAY_MS, MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { BOOKING } from '#shared/vocabulary/limits.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/weekdays.ts';

/** The range of dates that PostgreSQL supports. */
const SUPPORTED_DATES = { first: Date.parse('0001-01-02T00:00:00Z'), last: Date.parse('9999-12-30T00:00:00Z') };

export async function getAvailability(ctx: Ctx, { id, startDate, endDate, duration }: AvailabilityInput): Promise<AvailabilityView> {
  const { zone } = ctx.platform;
  const range = toRange(startDate, endDate);
  if (!BOOKING_DURATIONS.some((hours) => hours === duration)) throw new DomainError('booking.duration', { field: 'duration' });

  const today = wallClock(ctx.now(), zone).date;
  const tutor = isUuid(id) ? await findSchedule(ctx.db, { tutorId: id, today }) : null;
  const canSeeAll = tutor !== null && canViewPrivateFields(ctx.actor, tutor.userId);
  if (!tutor || !(canSeeAll || isPublic(tutor))) throw new DomainError('tutor.not_found');

  const weekdays = range ? listWeekdays(range, zone) : WEEKDAYS;
  const published = tutor.subjects
    .filter(({ isActive }) => canSeeAll || isActive)
    .map(({ id, name, slots }) => ({ subject: name, subjectId: id, availability: toWeek(slots.filter(({ day }) => weekdays.includes(day))) }));
  const { minimumNoticeHours, bufferMinutes } = tutor;
  const view: AvailabilityView = {
    tutorId: tutor.id,
    vacationMode: tutor.isOnVacation,
    minimumNoticeHours,
    bufferMinutes,
    dateRange: range,
    availability: published,
  };
  if (!range || getWallClockLength(range, zone) > BOOKING.daysAhead * DAY_MS) return view;

  const buffer = bufferMinutes * MINUTE_MS;
  const taken = await listTakenTimes(ctx.db, {
    tutorUserId: tutor.userId,
    from: new Date(range.start.getTime() - buffer),
    to: new Date(endOf(range.end, duration).getTime() + buffer),
  });
  const blocked = blockedTimes(tutor.daysOff, zone).filter(({ start, end }) => start < range.end && end > range.start);
  return {
    ...view,
    booked: taken.filter((session) => withBuffer([session], bufferMinutes).some((time) => isOverlapping(range, [time]))),
    blocked,
    free: listFreeStarts(ctx, tutor, { range, taken: withBuffer(taken, bufferMinutes), hours: duration }),
  };
}

type FreeTimesInput = { range: Interval; taken: readonly Interval[]; hours: number };

function listFreeStarts(ctx: Ctx, tutor: ScheduleRow, { range, taken, hours }: FreeTimesInput): NonNullable<AvailabilityView['free']> {
  const { isOnVacation, minimumNoticeHours, subjects } = toBookable(tutor);
  const blocked = blockedTimes(tutor.daysOff, ctx.platform.zone);
  const isClosed = isOnVacation || !isPublic(tutor);
  const startsFor = ({ week }: BookableSubject) =>
    freeStarts({ week, hours, taken, blocked, minimumNoticeHours, now: ctx.now(), zone: ctx.platform.zone, from: range.start, to: range.end });
  return subjects
    .filter(({ isActive }) => isActive)
    .map((subject) => ({
      subjectId: subject.id,
      starts: isClosed || bookableMethods(offeredModes(subject.modes, tutor, ctx.platform)).length === 0 ? [] : startsFor(subject),
    }));
}

function toRange(start: Date | undefined, end: Date | undefined): Interval | undefined {
  if (!start && !end) return undefined;
  const isRange = start && end && start <= end && start.getTime() >= SUPPORTED_DATES.first && end.getTime() <= SUPPORTED_DATES.last;
  if (!isRange) throw new DomainError('availability.range', { field: start ? 'endDate' : 'startDate' });
  return { start, end };
}

/** A day on which clocks change counts as 24 hours. */
function getWallClockLength({ start, end }: Interval, zone: string): number {
  return end.getTime() - start.getTime() + (offsetAt(end, zone) - offsetAt(start, zone)) * MINUTE_MS;
}

function listWeekdays({ start, end }: Interval, zone: string): readonly Weekday[] {
  const first = wallClock(start, zone).date;
  const last = wallClock(new Date(Math.max(start.getTime(), end.getTime() - 1)), zone).date;
  const week = WEEKDAYS.map((_, index) => addDays(first, index));
  return week.filter((date) => date <= last).map(weekdayOf);
}
