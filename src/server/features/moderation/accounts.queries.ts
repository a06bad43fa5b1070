import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { isLastAdmin } from '#db/accounts.ts';
import type { Executor } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { oauthAccounts, users } from '#db/schema/people.ts';
import type { CtxAs } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { AccountView, Consequences, ConsequencesInput } from '#shared/contracts/moderation.ts';
import { statusWhenPartyLeaves } from '#shared/domain/booking-lifecycle.ts';
import { toRupees } from '#shared/domain/money.ts';
import { DomainError } from '#shared/errors.ts';
import { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';

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

export async function getConsequences({ db, now }: CtxAs<'admin'>, { userId }: ConsequencesInput): Promise<Consequences> {
  const [account] = await db.select({ id: users.id, role: users.role }).from(users).where(byId(users.id, userId));
  if (!account) throw new DomainError('user.not_found');
  const at = now();
  const { status, startTime, endTime, amountCents } = bookings;
  const partyColumn = account.role === 'tutor' ? bookings.tutorUserId : bookings.studentId;
  const [isLast, active, written] = await Promise.all([
    isLastAdmin(db, account),
    db
      .select({ status, startTime, endTime, amountCents })
      .from(bookings)
      .where(and(eq(partyColumn, account.id), inArray(status, [...OCCUPYING_STATUSES]))),
    db.select({ reviews: count() }).from(reviews).where(eq(reviews.studentId, account.id)),
  ]);
  const cancelled = active.filter((booking) => statusWhenPartyLeaves(booking, at) === 'cancelled');
  return {
    isLastAdmin: isLast,
    cancelled: cancelled.length,
    refund: toRupees(cancelled.reduce((sum, booking) => sum + booking.amountCents, 0)),
    completed: active.length - cancelled.length,
    reviews: written[0]?.reviews ?? 0,
  };
}
