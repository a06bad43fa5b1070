import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { lockTogether, withLocks } from '#db/locks.ts';
import { bookings } from '#db/schema/bookings.ts';
import { removedReviews, reviews } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import type { CtxAs } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { EditReviewInput, ReplyInput, ReviewInput, ReviewView, WriteReviewInput, WrittenReview } from '#shared/contracts/engagement.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { getReviewView } from './reviews.queries.ts';

type Review = typeof reviews.$inferSelect;

export function writeReview(ctx: CtxAs<'student'>, { bookingId, rating, review }: WriteReviewInput): Promise<WrittenReview> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now } = unit;
    const isOwn = and(byId(bookings.id, bookingId), eq(bookings.studentId, actor.id));
    const locked = await lockTogether(db, {
      ...reviewLocks(actor.id, sql`select ${bookings.tutorUserId} from ${bookings} where ${isOwn}`),
      bookings: { update: isOwn },
    });
    requireActive(locked.users, actor);
    const [booking] = locked.bookings;
    if (!booking) throw new DomainError('booking.not_found');
    if (booking.status !== 'completed') throw new DomainError('review.not_completed');

    const at = now();
    const content = { rating, review };
    const [updated] = await db.update(reviews).set(toChange(content, at)).where(eq(reviews.bookingId, booking.id)).returning();
    if (updated) return recordReview(unit, updated, { isNew: false, isFirst: false });
    const { id, studentId, tutorUserId } = booking;
    const hiddenAt = sql`(select hidden_at from removed_reviews where booking_id = ${id})`;
    const isFirst = sql<boolean>`not exists (select from removed_reviews where booking_id = ${id})`;
    const inserted = only(
      await db
        .insert(reviews)
        .values({ ...content, bookingId: id, studentId, tutorUserId, hiddenAt, createdAt: at, updatedAt: at })
        .returning({ ...getTableColumns(reviews), isFirst }),
    );
    return recordReview(unit, inserted, { isNew: true, isFirst: inserted.isFirst });
  });
}

export function editReview(ctx: CtxAs<'student'>, { id, rating, review }: EditReviewInput): Promise<WrittenReview> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now } = unit;
    const isOwn = ownReview(actor.id, id);
    const locked = await lockTogether(db, reviewLocks(actor.id, selectTutorUser(isOwn)));
    requireActive(locked.users, actor);
    const [updated] = await db.update(reviews).set(toChange({ rating, review }, now())).where(isOwn).returning();
    if (!updated) throw new DomainError('review.not_found');
    return recordReview(unit, updated, { isNew: false, isFirst: false });
  });
}

export async function removeReview(ctx: CtxAs<'student'>, { id }: ReviewInput): Promise<void> {
  await inUnitOfWork(ctx, async ({ db, actor, record }) => {
    const isOwn = ownReview(actor.id, id);
    const locked = await lockTogether(db, reviewLocks(actor.id, selectTutorUser(isOwn)));
    requireActive(locked.users, actor);
    const [removed] = await db.delete(reviews).where(isOwn).returning();
    if (!removed) throw new DomainError('review.not_found');
    const { bookingId, hiddenAt } = removed;
    await db.insert(removedReviews).values({ bookingId, hiddenAt }).onConflictDoUpdate({ target: removedReviews.bookingId, set: { hiddenAt } });
    record({ type: 'review.removed', reviewId: removed.id, tutorUserId: removed.tutorUserId });
  });
}

export function replyToReview(ctx: CtxAs<'tutor'>, { id, reply }: ReplyInput): Promise<ReviewView> {
  return inUnitOfWork(ctx, async ({ db, actor, now, record }) => {
    const isOwn = and(byId(reviews.id, id), eq(reviews.tutorUserId, actor.id), isNull(reviews.hiddenAt));
    const student = sql`select ${reviews.studentId} from ${reviews} where ${isOwn}`;
    const locked = await withLocks(db, { users: { keyShare: sql`${users.id} = any(array[${actor.id}::uuid, (${student})])` } });
    requireActive(locked.users, actor);
    const [replied] = await db
      .update(reviews)
      .set({ reply, repliedAt: now() })
      .where(and(isOwn, isNull(reviews.reply)))
      .returning();
    if (!replied) {
      const exists = (await db.$count(reviews, isOwn)) > 0;
      throw new DomainError(exists ? 'review.replied' : 'review.not_found');
    }
    const { id: reviewId, bookingId, studentId } = replied;
    record({ type: 'review.replied', reviewId, bookingId, studentId, tutorUserId: actor.id, tutorName: actor.name });
    return getReviewView(db, reviewId);
  });
}

const ownReview = (studentId: string, id: string) => and(byId(reviews.id, id), eq(reviews.studentId, studentId));
const selectTutorUser = (where: SQL | undefined) => sql`select ${reviews.tutorUserId} from ${reviews} where ${where}`;

const reviewLocks = (studentId: string, tutorUser: SQL) => ({
  users: { keyShare: sql`${users.id} = any(array[${studentId}::uuid, (${tutorUser})])` },
  tutors: { noKeyUpdate: sql`${tutorProfiles.userId} = (${tutorUser})` },
});

/** `updatedAt` changes only with the rating or the text, because a later date marks a review as edited. */
const toChange = (content: Pick<Review, 'rating' | 'review'>, at: Date) => ({
  ...content,
  updatedAt: sql`case when ${eq(reviews.rating, content.rating)} and ${eq(reviews.review, content.review)}
    then ${reviews.updatedAt} else ${sql.param(at, reviews.updatedAt)} end`,
});

type ReviewKind = { isNew: boolean; isFirst: boolean };

/** `isFirst`: the tutor is notified only of the first review of a session, not of another one after a removed one. */
async function recordReview({ db, record }: Unit<CtxAs<'student'>>, saved: Review, { isNew, isFirst }: ReviewKind): Promise<WrittenReview> {
  const { id, tutorUserId, rating, review } = saved;
  record({ type: 'review.written', reviewId: id, tutorUserId, rating, review, isNew: isFirst });
  return { isNew, message: SUCCESS.reviewSubmitted, rating: await getReviewView(db, id) };
}
