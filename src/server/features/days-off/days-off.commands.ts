import { and, count, eq, gte, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { tutorDaysOff, tutorProfiles } from '#db/schema/tutors.ts';
import type { CtxAs } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { DaysOffInput, DaysOffView } from '#shared/contracts/availability.ts';
import { type StoredDaysOff, toStoredDaysOff } from '#shared/domain/days-off.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { DAYS_OFF } from '#shared/vocabulary/limits.ts';
import { checkDaysOff, toDaysOffView } from './days-off.queries.ts';

export function addDaysOff(ctx: CtxAs<'tutor'>, input: DaysOffInput): Promise<DaysOffView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now, platform, record } = unit;
    const moment = { now: now(), zone: platform.zone };
    checkDaysOff(input, moment);
    const tutorId = await lockOwnProfile(unit);
    const stored = toStoredDaysOff(input);
    const [existing] = await db
      .select()
      .from(tutorDaysOff)
      .where(isSame({ tutorId, note: input.note, ...stored }))
      .limit(1);
    if (existing) return toDaysOffView(existing);

    const isUpcoming = and(eq(tutorDaysOff.tutorId, tutorId), gte(tutorDaysOff.toDate, wallClock(moment.now, moment.zone).date));
    const { total } = only(await db.select({ total: count() }).from(tutorDaysOff).where(isUpcoming));
    if (total >= DAYS_OFF.most) throw new DomainError('days_off.too_many');

    const values = { tutorId, ...stored, note: input.note, createdAt: moment.now };
    const row = only(await db.insert(tutorDaysOff).values(values).returning());
    record({ type: 'tutor.availability_changed', tutorId });
    return toDaysOffView(row);
  });
}

type SameDaysOff = StoredDaysOff & { tutorId: string; note: string };

function isSame({ tutorId, fromDate, toDate, startMinute, endMinute, note }: SameDaysOff) {
  const { startMinute: start, endMinute: end } = tutorDaysOff;
  return and(
    eq(tutorDaysOff.tutorId, tutorId),
    eq(tutorDaysOff.fromDate, fromDate),
    eq(tutorDaysOff.toDate, toDate),
    sql`${start} is not distinct from ${startMinute}::int`,
    sql`${end} is not distinct from ${endMinute}::int`,
    eq(tutorDaysOff.note, note),
  );
}

export function removeDaysOff(ctx: CtxAs<'tutor'>, { id }: { id: string }): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    const tutorId = await lockOwnProfile(unit);
    const removed = await unit.db
      .delete(tutorDaysOff)
      .where(and(byId(tutorDaysOff.id, id), eq(tutorDaysOff.tutorId, tutorId)))
      .returning({ id: tutorDaysOff.id });
    if (removed.length === 0) throw new DomainError('days_off.not_found');
    unit.record({ type: 'tutor.availability_changed', tutorId });
  });
}

async function lockOwnProfile({ db, actor }: Unit<CtxAs<'tutor'>>): Promise<string> {
  const { tutors } = await withLocks(db, { tutors: { update: eq(tutorProfiles.userId, actor.id) } });
  const [profile] = tutors;
  if (!profile) throw new DomainError('tutor.profile_not_found');
  return profile.id;
}
