import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { tutorDaysOff, tutorProfiles } from '#db/schema/tutors.ts';
import type { CtxAs } from '#server/core/context.ts';
import type { BookingsInside, DaysOffInput, DaysOffView } from '#shared/contracts/availability.ts';
import { timeOf } from '#shared/domain/bookable.ts';
import { blockedTimes, daysOffField, daysOffProblem, toStoredDaysOff } from '#shared/domain/days-off.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import type { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { UNKNOWN_STUDENT } from '#shared/vocabulary/people.ts';

type DaysOffRow = typeof tutorDaysOff.$inferSelect;

const MAX_BOOKINGS = 20;

export async function listOwnDaysOff({ db, actor, now, platform }: CtxAs<'tutor'>): Promise<DaysOffView[]> {
  const { fromDate, toDate, startMinute, id } = tutorDaysOff;
  const rows = await db
    .select({ row: tutorDaysOff })
    .from(tutorDaysOff)
    .innerJoin(tutorProfiles, eq(tutorProfiles.id, tutorDaysOff.tutorId))
    .where(and(eq(tutorProfiles.userId, actor.id), gte(toDate, wallClock(now(), platform.zone).date)))
    .orderBy(asc(fromDate), sql`${startMinute} nulls first`, asc(toDate), asc(id));
  return rows.map(({ row }) => toDaysOffView(row));
}

export async function listBookingsInside({ db, actor, now, platform }: CtxAs<'tutor'>, input: DaysOffInput): Promise<BookingsInside> {
  const moment = { now: now(), zone: platform.zone };
  checkDaysOff(input, moment);
  const [blocked] = blockedTimes([toStoredDaysOff(input)], platform.zone);
  if (!blocked) return { total: 0, bookings: [] };
  const start = moment.now > blocked.start ? moment.now : blocked.start;
  if (start >= blocked.end) return { total: 0, bookings: [] };

  const range = sql`tstzrange(${start.toISOString()}, ${blocked.end.toISOString()}, '[)')`;
  const rows = await db
    .select({
      id: bookings.id,
      subject: bookings.subjectName,
      student: sql<string>`coalesce(${users.name}, ${UNKNOWN_STUDENT})`,
      status: sql<(typeof OCCUPYING_STATUSES)[number]>`${bookings.status}`,
      startTime: bookings.startTime,
      endTime: bookings.endTime,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(bookings)
    .leftJoin(users, eq(users.id, bookings.studentId))
    .where(
      and(
        eq(bookings.tutorUserId, actor.id),
        // Written as in the exclusion constraint, so that its index is used.
        sql`${bookings.status} in ('pending', 'confirmed')`,
        sql`tstzrange(${bookings.startTime}, ${bookings.endTime}, '[)') && ${range}`,
      ),
    )
    .orderBy(asc(bookings.startTime), asc(bookings.id))
    .limit(MAX_BOOKINGS);
  return { total: rows[0]?.total ?? 0, bookings: rows.map(({ total, ...booking }) => booking) };
}

export function checkDaysOff(input: DaysOffInput, moment: { now: Date; zone: string }): void {
  const problem = daysOffProblem(input, moment);
  if (problem) throw new DomainError(problem, { field: daysOffField(problem, input) });
}

export function toDaysOffView({ id, fromDate, toDate, startMinute, endMinute, note }: DaysOffRow): DaysOffView {
  const toTime = (minute: number | null) => (minute === null ? null : timeOf(minute));
  return { id, fromDate, toDate, start: toTime(startMinute), end: toTime(endMinute), note };
}
