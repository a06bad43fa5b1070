import { and, desc, eq, gt, gte, inArray, sql } from 'drizzle-orm';
import { isLastAdmin } from '#db/accounts.ts';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { whereParty } from '#db/locks.ts';
import { countPublicFavourites } from '#db/public-tutors.ts';
import { bookings } from '#db/schema/bookings.ts';
import { oauthAccounts, sessions, users } from '#db/schema/people.ts';
import { type CtxAs, requireSessionId, type SignedIn } from '#server/core/context.ts';
import type { Leaving, SessionView } from '#shared/contracts/account.ts';
import type { StudentProfile } from '#shared/contracts/engagement.ts';
import { statusWhenPartyLeaves } from '#shared/domain/booking-lifecycle.ts';
import { cancellationAmounts, refundShare } from '#shared/domain/cancellation.ts';
import { toRupees } from '#shared/domain/money.ts';
import { DomainError } from '#shared/errors.ts';
import { FRESH_MINUTES, SESSIONS } from '#shared/vocabulary/account-limits.ts';
import { OCCUPYING_STATUSES, type Party } from '#shared/vocabulary/bookings.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/vocabulary/durations.ts';

export async function listSessions({ db, actor, now }: SignedIn): Promise<SessionView[]> {
  const isCurrent = sql<boolean>`${sessions.id} = ${requireSessionId(actor)}`;
  const { id, origin, userAgent, createdAt, lastUsedAt } = sessions;
  const maxHours = actor.role === 'admin' ? SESSIONS.mostHoursOfAdmin : SESSIONS.mostHours;
  return db
    .select({ id, isCurrent, origin, userAgent, createdAt, lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, actor.id), gt(sessions.expiresAt, now()), gt(createdAt, new Date(now().getTime() - maxHours * HOUR_MS))))
    .orderBy(desc(isCurrent), desc(lastUsedAt), desc(createdAt), id);
}

export type IdentityProof = { passwordHash: string | null; isFresh: boolean };

export async function getIdentityProof({ db, actor, now }: Pick<SignedIn, 'db' | 'actor' | 'now'>): Promise<IdentityProof> {
  const freshSince = new Date(now().getTime() - FRESH_MINUTES * MINUTE_MS);
  const isFresh = and(eq(sessions.origin, 'google'), gte(sessions.createdAt, freshSince));
  const [account] = await db
    .select({ passwordHash: users.passwordHash, isFresh: sql<boolean>`coalesce(${isFresh}, false)` })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.userId, users.id), eq(sessions.id, requireSessionId(actor))))
    .where(eq(users.id, actor.id));
  if (!account) throw new DomainError('auth.expired');
  return account;
}

export async function previewLeaving(ctx: SignedIn): Promise<Leaving> {
  const { db, actor } = ctx;
  const [proof, written, cancelled, isLast] = await Promise.all([
    getIdentityProof(ctx),
    countWritten(db, actor.id),
    sumActiveBookings(ctx),
    isLastAdmin(db, actor),
  ]);
  return { isLastAdmin: isLast, proof: proof.passwordHash === null ? 'google' : 'password', isFresh: proof.isFresh, cancelled, ...written };
}

async function countWritten(db: Executor, userId: string): Promise<Pick<Leaving, 'reviews' | 'blogs'>> {
  const [row] = await db.execute<{ reviews: number; blogs: number }>(sql`
    select (select count(*)::int from reviews where student_id = ${userId}) as reviews,
      (select count(*)::int from blogs join tutor_profiles profile on profile.id = blogs.tutor_id where profile.user_id = ${userId}) as blogs`);
  return row ?? { reviews: 0, blogs: 0 };
}

async function sumActiveBookings({ db, actor, now }: SignedIn): Promise<Leaving['cancelled']> {
  const party = actor.role === 'tutor' ? 'tutor' : 'student';
  const { status, startTime, endTime, amountCents } = bookings;
  const active = await db
    .select({ status, startTime, endTime, amountCents })
    .from(bookings)
    .where(and(whereParty({ userId: actor.id, party }), inArray(status, [...OCCUPYING_STATUSES])));
  return sumCancellations(active, { party, now: now() });
}

type ActiveBooking = Pick<typeof bookings.$inferSelect, 'status' | 'startTime' | 'endTime' | 'amountCents'>;

/** Of pending and confirmed bookings, those that are cancelled when this party leaves. */
export function sumCancellations(active: readonly ActiveBooking[], { party, now }: { party: Party; now: Date }): Leaving['cancelled'] {
  const open = active.filter((booking) => statusWhenPartyLeaves(booking, now) === 'cancelled');
  const amounts = open.map(({ amountCents: amount, ...booking }) => cancellationAmounts(amount, refundShare({ ...booking, by: party, now })));
  const sum = (cents: readonly number[]) => toRupees(cents.reduce((total, amount) => total + amount, 0));
  return {
    bookings: open.length,
    amount: sum(open.map((booking) => booking.amountCents)),
    refund: sum(amounts.map(({ refund }) => refund)),
    retained: sum(amounts.map(({ retained }) => retained)),
    platformFee: sum(amounts.map(({ platformFee }) => platformFee)),
  };
}

type BookingStats = { total: number; completed: number; spentCents: number };

const profileQuery = prepareOnce((db: Executor) =>
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
      bookings: sql<BookingStats>`(
        select json_build_object('total', count(*), 'completed', count(*) filter (where status = 'completed'),
          'spentCents', coalesce(sum(amount_cents) filter (where status = 'completed'), 0))
        from bookings where student_id = ${users.id})`,
      favorites: countPublicFavourites(users.id),
    })
    .from(users)
    .leftJoin(oauthAccounts, eq(oauthAccounts.userId, users.id))
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('student_profile'),
);

export async function getStudentProfile({ db, actor }: CtxAs<'student'>): Promise<StudentProfile> {
  const [row] = await profileQuery(db).execute({ id: actor.id });
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
