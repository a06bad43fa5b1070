import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import type { CtxAs } from '#server/core/context.ts';
import type { LeavingProfile } from '#shared/contracts/tutors.ts';
import { statusWhenPartyLeaves } from '#shared/domain/booking-lifecycle.ts';
import { DomainError } from '#shared/errors.ts';
import { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { findProfileId } from './tutors.queries.ts';

export async function previewProfileDeletion({ db, actor, now }: CtxAs<'tutor'>): Promise<LeavingProfile> {
  const tutorId = await findProfileId(db, actor.id);
  if (tutorId === null) throw new DomainError('tutor.profile_not_found');
  const { status, startTime, endTime } = bookings;
  const [active, counts] = await Promise.all([
    db
      .select({ status, startTime, endTime })
      .from(bookings)
      .where(and(eq(bookings.tutorUserId, actor.id), inArray(status, [...OCCUPYING_STATUSES]))),
    countDependants(db, tutorId),
  ]);
  const timestamp = now();
  return { bookings: active.filter((booking) => statusWhenPartyLeaves(booking, timestamp) === 'cancelled').length, ...counts };
}

async function countDependants(db: Executor, tutorId: string): Promise<Omit<LeavingProfile, 'bookings'>> {
  const [row] = await db.execute<Omit<LeavingProfile, 'bookings'>>(sql`
    select (select count(*)::int from blogs where tutor_id = ${tutorId}) as blogs,
      (select count(*)::int from favourites where tutor_id = ${tutorId}) as favourites,
      (select count(*)::int from tutor_documents where tutor_id = ${tutorId}) as documents`);
  return row ?? { blogs: 0, favourites: 0, documents: 0 };
}

export async function listUploadsOf(db: Executor, tutorIds: readonly string[]): Promise<string[]> {
  const tutorIdParam = sql`any(${sql.param([...tutorIds])}::uuid[])`;
  const rows = await db.execute<{ id: string }>(sql`
    select upload_id as id from tutor_documents where tutor_id = ${tutorIdParam}
    union select upload_id from tutor_approval_documents where tutor_id = ${tutorIdParam}
    union select upload_id from blog_images join blogs on blogs.id = blog_id where blogs.tutor_id = ${tutorIdParam}`);
  return rows.map(({ id }) => id);
}
