import { eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { oauthAccounts, users } from '#db/schema/people.ts';
import type { As } from '#server/core/context.ts';
import { prepared } from '#server/core/prepared.ts';
import type { StudentProfile } from '#shared/contracts/engagement.ts';
import { toRupees } from '#shared/domain/money.ts';
import { DomainError } from '#shared/errors.ts';

type Figures = { total: number; completed: number; spentCents: number };

const profiles = prepared((db: Executor) =>
  db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      profileImage: users.profileImage,
      phone: users.phone,
      emailVerifiedAt: users.emailVerifiedAt,
      socialProvider: oauthAccounts.provider,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
      bookings: sql<Figures>`(
        select json_build_object('total', count(*), 'completed', count(*) filter (where status = 'completed'),
          'spentCents', coalesce(sum(amount_cents) filter (where status = 'completed'), 0))
        from bookings where student_id = ${users.id})`,
      // The same tutors that canBeFound lets be seen.
      favorites: sql<number>`(
        select count(*) from favourites
        join tutor_profiles profile on profile.id = favourites.tutor_id
        join users person on person.id = profile.user_id
        where favourites.student_id = ${users.id} and person.status = 'active' and profile.verification_status <> 'rejected')`,
    })
    .from(users)
    .leftJoin(oauthAccounts, eq(oauthAccounts.userId, users.id))
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('student_profile'),
);

/** The caller's account, with what was booked, kept and spent. */
export async function studentProfileOf({ db, actor }: As<'student'>): Promise<StudentProfile> {
  const [row] = await profiles(db).execute({ id: actor.id });
  if (!row) throw new DomainError('auth.expired');
  const { emailVerifiedAt, bookings, favorites, ...account } = row;
  return {
    ...account,
    role: actor.role,
    emailVerified: emailVerifiedAt !== null,
    stats: {
      totalBookings: bookings.total,
      completedBookings: bookings.completed,
      favoriteTutors: favorites,
      totalSpent: toRupees(bookings.spentCents),
    },
  };
}
