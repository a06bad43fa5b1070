import { and, desc, eq, gt, gte, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { isLastAdmin } from '#db/last-admin.ts';
import { bookings } from '#db/schema/bookings.ts';
import { sessions, users } from '#db/schema/people.ts';
import { type SignedIn, sessionIdOf } from '#server/core/context.ts';
import type { Leaving, SessionView } from '#shared/contracts/account.ts';
import { fateOnLeaving } from '#shared/domain/booking-lifecycle.ts';
import { cancellationFigures, refundShare } from '#shared/domain/cancellation.ts';
import { toRupees } from '#shared/domain/money.ts';
import { DomainError } from '#shared/errors.ts';
import { HOLDING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { FRESH_MINUTES, SESSIONS } from '#shared/vocabulary/limits.ts';

const MINUTE = 60_000;

/** Where the account is signed in: this session, whose use is kept to the hour only, then the others by their last use. */
export async function sessionsOf({ db, actor, now }: SignedIn): Promise<SessionView[]> {
  const isCurrent = sql<boolean>`${sessions.id} = ${sessionIdOf(actor)}`;
  const { id, origin, userAgent, createdAt, lastUsedAt } = sessions;
  const mostHours = actor.role === 'admin' ? SESSIONS.mostHoursOfAdmin : SESSIONS.mostHours;
  return db
    .select({ id, isCurrent, origin, userAgent, createdAt, lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, actor.id), gt(sessions.expiresAt, now()), gt(createdAt, new Date(now().getTime() - mostHours * 60 * MINUTE))))
    .orderBy(desc(isCurrent), desc(lastUsedAt), desc(createdAt), id);
}

export type Proof = { passwordHash: string | null; isFresh: boolean };

/** How the caller can say that it is them. */
export async function proofOf({ db, actor, now }: Pick<SignedIn, 'db' | 'actor' | 'now'>): Promise<Proof> {
  const freshFrom = new Date(now().getTime() - FRESH_MINUTES * MINUTE);
  const isFresh = and(eq(sessions.origin, 'google'), gte(sessions.createdAt, freshFrom));
  const [account] = await db
    .select({ passwordHash: users.passwordHash, isFresh: sql<boolean>`coalesce(${isFresh}, false)` })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.userId, users.id), eq(sessions.id, sessionIdOf(actor))))
    .where(eq(users.id, actor.id));
  if (!account) throw new DomainError('auth.expired');
  return account;
}

/** What leaving would do at this moment. */
export async function leavingOf(ctx: SignedIn): Promise<Leaving> {
  const { db, actor } = ctx;
  const [proof, kept, cancelled, isLast] = await Promise.all([proofOf(ctx), writtenBy(db, actor.id), cancelledFor(ctx), isLastAdmin(db, actor)]);
  return { isLastAdmin: isLast, proof: proof.passwordHash === null ? 'google' : 'password', isFresh: proof.isFresh, cancelled, ...kept };
}

async function writtenBy(db: Executor, userId: string): Promise<Pick<Leaving, 'reviews' | 'blogs'>> {
  const [row] = await db.execute<{ reviews: number; blogs: number }>(sql`
    select (select count(*)::int from reviews where student_id = ${userId}) as reviews,
      (select count(*)::int from blogs join tutor_profiles profile on profile.id = blogs.tutor_id where profile.user_id = ${userId}) as blogs`);
  return row ?? { reviews: 0, blogs: 0 };
}

/** By the same rules that the leaving itself goes by. */
async function cancelledFor({ db, actor, now }: SignedIn): Promise<Leaving['cancelled']> {
  const at = now();
  const by = actor.role === 'tutor' ? 'tutor' : 'student';
  const { status, startTime, endTime, amountCents } = bookings;
  const held = await db
    .select({ status, startTime, endTime, amountCents })
    .from(bookings)
    .where(and(eq(by === 'tutor' ? bookings.tutorUserId : bookings.studentId, actor.id), inArray(status, [...HOLDING_STATUSES])));
  const open = held.filter((booking) => fateOnLeaving(booking, at) === 'cancelled');
  const figures = open.map(({ amountCents: amount, ...booking }) => cancellationFigures(amount, refundShare({ ...booking, by, now: at })));
  const sum = (cents: readonly number[]) => toRupees(cents.reduce((total, one) => total + one, 0));
  return {
    bookings: open.length,
    amount: sum(open.map((booking) => booking.amountCents)),
    refund: sum(figures.map(({ refund }) => refund)),
    retained: sum(figures.map(({ retained }) => retained)),
    platformFee: sum(figures.map(({ platformFee }) => platformFee)),
  };
}
