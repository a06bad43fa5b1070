import { and, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { areLastAdmins } from '#db/accounts.ts';
import type { Executor } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { oauthAccounts, users } from '#db/schema/people.ts';
import type { CtxAs } from '#server/core/context.ts';
import { anyOf, byId } from '#server/core/ids.ts';
import type { AccountView, Consequences, ConsequencesInput } from '#shared/contracts/moderation.ts';
import { statusWhenPartyLeaves } from '#shared/domain/booking-lifecycle.ts';
import { toRupees } from '#shared/domain/money.ts';
import { DomainError } from '#shared/errors.ts';
import { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';

export async function getAccountView(db: Executor, id: string): Promise<AccountView> {
  const { name, email, role, status, phone, profileImage, createdAt, updatedAt } = users;
  const emailVerified = sql<boolean>`${users.emailVerifiedAt} is not null`;
  const [account] = await db
    .select({
      id: users.id,
      name,
      email,
      emailVerified,
      role,
      status,
      phone,
      profileImage,
      socialProvider: oauthAccounts.provider,
      createdAt,
      updatedAt,
    })
    .from(users)
    .leftJoin(oauthAccounts, eq(oauthAccounts.userId, users.id))
    .where(byId(users.id, id));
  if (!account) throw new DomainError('user.not_found');
  return account;
}

export async function getConsequences({ db, now }: CtxAs<'admin'>, { userIds }: ConsequencesInput): Promise<Consequences> {
  const accounts = await db.select({ id: users.id, role: users.role }).from(users).where(anyOf(users.id, userIds));
  if (accounts.length === 0) throw new DomainError('user.not_found');
  const at = now();
  const { status, startTime, endTime, amountCents } = bookings;
  const [isLastAdmin, active, written] = await Promise.all([
    areLastAdmins(db, accounts),
    db
      .select({ status, startTime, endTime, amountCents })
      .from(bookings)
      .where(and(isOfParties(accounts), inArray(status, [...OCCUPYING_STATUSES]))),
    db
      .select({ reviews: count() })
      .from(reviews)
      .where(anyOf(reviews.studentId, idsOf(accounts))),
  ]);
  const cancelled = active.filter((booking) => statusWhenPartyLeaves(booking, at) === 'cancelled');
  return {
    isLastAdmin,
    cancelled: cancelled.length,
    refund: toRupees(cancelled.reduce((sum, booking) => sum + booking.amountCents, 0)),
    completed: active.length - cancelled.length,
    reviews: written[0]?.reviews ?? 0,
  };
}

type Account = { id: string; role: Role | null };

const idsOf = (accounts: readonly Account[]): string[] => accounts.map(({ id }) => id);

/** A booking between two of the accounts counts once. Uses a single condition where possible, so that its index is used. */
function isOfParties(accounts: readonly Account[]): SQL | undefined {
  const tutors = idsOf(accounts.filter(({ role }) => role === 'tutor'));
  const others = idsOf(accounts.filter(({ role }) => role !== 'tutor'));
  return or(tutors.length > 0 ? anyOf(bookings.tutorUserId, tutors) : undefined, others.length > 0 ? anyOf(bookings.studentId, others) : undefined);
}
