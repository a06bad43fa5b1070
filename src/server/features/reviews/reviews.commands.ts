import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { bookings } from '#db/schema/bookings.ts';
import { removedReviews, reviews } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import type { As } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { EditReviewInput, ReplyInput, ReviewInput, ReviewView, WriteReviewInput, WrittenReview } from '#shared/contracts/engagement.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { reviewView } from './reviews.queries.ts';

type Review = typeof reviews.$inferSelect;

/** The one review of a completed session: made, or replaced. */
export function writeReview(ctx: As<'student'>, { bookingId, rating, review }: WriteReviewInput): Promise<WrittenReview> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now } = unit;
    const mine = and(byId(bookings.id, bookingId), eq(bookings.studentId, actor.id));
    const locked = await withLocks(db, {
      ...reviewLocks(actor.id, sql`select ${bookings.tutorUserId} from ${bookings} where ${mine}`),
      bookings: { update: mine },
    });
    requireActive(locked.users, actor);
    const [booking] = locked.bookings;
    if (!booking) throw new DomainError('booking.not_found');
    if (booking.status !== 'completed') throw new DomainError('review.not_completed');

    const at = now();
    const said = { rating, review, updatedAt: at };
    const [changed] = await db.update(reviews).set(said).where(eq(reviews.bookingId, booking.id)).returning();
    if (changed) return written(unit, changed, { isNew: false, isNews: false });
    const { id, studentId, tutorUserId } = booking;
    const [removed] = await db.select().from(removedReviews).where(eq(removedReviews.bookingId, id));
    const made = only(
      await db
        .insert(reviews)
        .values({ ...said, bookingId: id, studentId, tutorUserId, hiddenAt: removed?.hiddenAt, createdAt: at })
        .returning(),
    );
    return written(unit, made, { isNew: true, isNews: removed === undefined });
  });
}

/** What was replied to it stays. */
export function editReview(ctx: As<'student'>, { id, rating, review }: EditReviewInput): Promise<WrittenReview> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now } = unit;
    const mine = ownReview(actor.id, id);
    const locked = await withLocks(db, reviewLocks(actor.id, tutorOf(mine)));
    requireActive(locked.users, actor);
    const [changed] = await db.update(reviews).set({ rating, review, updatedAt: now() }).where(mine).returning();
    if (!changed) throw new DomainError('review.not_found');
    return written(unit, changed, { isNew: false, isNews: false });
  });
}

/** With what was replied to it. */
export async function removeReview(ctx: As<'student'>, { id }: ReviewInput): Promise<void> {
  await inUnitOfWork(ctx, async ({ db, actor, record }) => {
    const mine = ownReview(actor.id, id);
    const locked = await withLocks(db, reviewLocks(actor.id, tutorOf(mine)));
    requireActive(locked.users, actor);
    const [removed] = await db.delete(reviews).where(mine).returning();
    if (!removed) throw new DomainError('review.not_found');
    const { bookingId, hiddenAt } = removed;
    await db.insert(removedReviews).values({ bookingId, hiddenAt }).onConflictDoUpdate({ target: removedReviews.bookingId, set: { hiddenAt } });
    record({ type: 'review.removed', reviewId: removed.id, tutorUserId: removed.tutorUserId });
  });
}

/** Once, and for good; whoever comes second is told so. */
export function replyToReview(ctx: As<'tutor'>, { id, reply }: ReplyInput): Promise<ReviewView> {
  return inUnitOfWork(ctx, async ({ db, actor, now, record }) => {
    const mine = and(byId(reviews.id, id), eq(reviews.tutorUserId, actor.id), isNull(reviews.hiddenAt));
    const student = sql`select ${reviews.studentId} from ${reviews} where ${mine}`;
    const locked = await withLocks(db, { users: { keyShare: sql`${users.id} = any(array[${actor.id}::uuid, (${student})])` } }); // the student is notified
    requireActive(locked.users, actor);
    const [replied] = await db
      .update(reviews)
      .set({ reply, repliedAt: now() })
      .where(and(mine, isNull(reviews.reply)))
      .returning();
    if (!replied) {
      const isThere = (await db.$count(reviews, mine)) > 0;
      throw new DomainError(isThere ? 'review.replied' : 'review.not_found');
    }
    const { id: reviewId, bookingId, studentId } = replied;
    record({ type: 'review.replied', reviewId, bookingId, studentId, tutorUserId: actor.id, tutorName: actor.name });
    return reviewView(db, reviewId);
  });
}

const ownReview = (studentId: string, id: string) => and(byId(reviews.id, id), eq(reviews.studentId, studentId));
const tutorOf = (which: SQL | undefined) => sql`select ${reviews.tutorUserId} from ${reviews} where ${which}`;

/** The tutor is notified of a review, and it changes their rating. */
const reviewLocks = (studentId: string, tutorUser: SQL) => ({
  users: { keyShare: sql`${users.id} = any(array[${studentId}::uuid, (${tutorUser})])` },
  tutors: { noKeyUpdate: sql`${tutorProfiles.userId} = (${tutorUser})` },
});

type Novelty = { isNew: boolean; isNews: boolean };

/** The tutor hears of the first review that a session ever had: one that follows a removed one is new, and no news. */
async function written({ db, record }: Unit<As<'student'>>, saved: Review, { isNew, isNews }: Novelty): Promise<WrittenReview> {
  const { id, tutorUserId, rating, review } = saved;
  record({ type: 'review.written', reviewId: id, tutorUserId, rating, review, isNew: isNews });
  return { isNew, message: SUCCESS.reviewSubmitted, rating: await reviewView(db, id) };
}
