import { eq, sql } from 'drizzle-orm';
import { withLocks } from '#db/locks.ts';
import { reviews } from '#db/schema/engagement.ts';
import { reports } from '#db/schema/moderation.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import type { CtxAs } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { HideReviewInput } from '#shared/contracts/admin-reports.ts';
import { DomainError } from '#shared/errors.ts';
import { ANONYMOUS } from '#shared/vocabulary/people.ts';

type InUnit = Unit<CtxAs<'admin'>>;

export async function hideReview(ctx: CtxAs<'admin'>, { reportId, isHidden }: HideReviewInput): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, record } = unit;
    const isReviewOfReport = sql`${reviews.bookingId} = (select ${reports.bookingId} from ${reports} where ${byId(reports.id, reportId)} and ${reports.about} = 'review')`;
    const tutorUser = sql`select ${reviews.tutorUserId} from ${reviews} where ${isReviewOfReport}`;
    const locked = await withLocks(db, {
      users: { keyShare: [actor.id] },
      tutors: { noKeyUpdate: sql`${tutorProfiles.userId} = (${tutorUser})` },
    });
    requireActive(locked.users, actor);
    const [review] = await db.select().from(reviews).where(isReviewOfReport);
    if (!review) throw new DomainError('review.not_found');
    if ((review.hiddenAt !== null) === isHidden) return;
    record({ type: 'review.hidden', reviewId: review.id, isHidden, occurredAt: now() });
    const subject = { id: review.id, name: await getName(unit, review.studentId) };
    const details = { rating: review.rating, review: review.review };
    const action = isHidden ? 'review.hidden' : 'review.shown';
    recordAuditEntry(unit, action, subject, details);
  });
}

async function getName({ db }: InUnit, userId: string | null): Promise<string> {
  const [account] = userId === null ? [] : await db.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return account?.name ?? ANONYMOUS;
}
