import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import type { As } from '#server/core/context.ts';
import type { LeavingProfile } from '#shared/contracts/tutors.ts';
import { fateOnLeaving } from '#shared/domain/booking-lifecycle.ts';
import { DomainError } from '#shared/errors.ts';
import { HOLDING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { profileIdOf } from './tutors.queries.ts';

/** What deleting the own profile would do at this moment, by the rules that it goes by. */
export async function leavingProfileOf({ db, actor, now }: As<'tutor'>): Promise<LeavingProfile> {
  const tutorId = await profileIdOf(db, actor.id);
  if (tutorId === null) throw new DomainError('tutor.profile_not_found');
  const { status, startTime, endTime } = bookings;
  const [held, gone] = await Promise.all([
    db
      .select({ status, startTime, endTime })
      .from(bookings)
      .where(and(eq(bookings.tutorUserId, actor.id), inArray(status, [...HOLDING_STATUSES]))),
    goneWith(db, tutorId),
  ]);
  const at = now();
  return { bookings: held.filter((booking) => fateOnLeaving(booking, at) === 'cancelled').length, ...gone };
}

async function goneWith(db: Executor, tutorId: string): Promise<Omit<LeavingProfile, 'bookings'>> {
  const [row] = await db.execute<Omit<LeavingProfile, 'bookings'>>(sql`
    select (select count(*)::int from blogs where tutor_id = ${tutorId}) as blogs,
      (select count(*)::int from favourites where tutor_id = ${tutorId}) as favourites,
      (select count(*)::int from tutor_documents where tutor_id = ${tutorId}) as documents`);
  return row ?? { blogs: 0, favourites: 0, documents: 0 };
}

/** The uploads that hang on these profiles: documents, copies that an admin approved, images of posts. */
export async function uploadsHeldBy(db: Executor, tutorIds: readonly string[]): Promise<string[]> {
  const theirs = sql`any(${sql.param([...tutorIds])}::uuid[])`;
  const rows = await db.execute<{ id: string }>(sql`
    select upload_id as id from tutor_documents where tutor_id = ${theirs}
    union select upload_id from tutor_approval_documents where tutor_id = ${theirs}
    union select upload_id from blog_images join blogs on blogs.id = blog_id where blogs.tutor_id = ${theirs}`);
  return rows.map(({ id }) => id);
}
