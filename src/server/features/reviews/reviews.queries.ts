import { and, eq, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { bookings, bookingTopics } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { type Ctx, callerOf } from '#server/core/context.ts';
import { BEGINNING, cursorFrom, pageOf } from '#server/core/cursor.ts';
import { isUuid } from '#server/core/ids.ts';
import { prepared } from '#server/core/prepared.ts';
import type { ReviewsInput, ReviewsPage, ReviewView } from '#shared/contracts/engagement.ts';
import { canBeFound, seesEverything } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import { ANONYMOUS } from '#shared/vocabulary/people.ts';

const standings = prepared((db) =>
  db
    .select({ userId: users.id, accountStatus: users.status, verificationStatus: tutorProfiles.verificationStatus })
    .from(tutorProfiles)
    .innerJoin(users, eq(users.id, tutorProfiles.userId))
    .where(eq(tutorProfiles.id, sql.placeholder('tutorId')))
    .prepare('tutor_standing'),
);

const reviewRows = prepared((db) =>
  db
    .select({
      id: reviews.id,
      bookingId: reviews.bookingId,
      rating: reviews.rating,
      review: reviews.review,
      student: { id: users.id, name: users.name, profileImage: users.profileImage },
      subject: { id: sql<string>`coalesce(${bookings.subjectId}::text, '')`, name: bookings.subjectName },
      topics: sql<ReviewView['topics']>`coalesce((
        select json_agg(json_build_object('id', coalesce(${bookingTopics.topicId}::text, ''), 'name', ${bookingTopics.name}, 'description', ${bookingTopics.description})
          order by ${bookingTopics.position})
        from ${bookingTopics} where ${bookingTopics.bookingId} = ${reviews.bookingId}
      ), '[]')`,
      createdAt: reviews.createdAt,
      updatedAt: reviews.updatedAt,
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .leftJoin(users, eq(users.id, reviews.studentId))
    .where(
      and(
        eq(reviews.tutorUserId, sql.placeholder('tutorUserId')),
        sql`(${reviews.createdAt}, ${reviews.id}) < (${sql.placeholder('at')}::timestamptz, ${sql.placeholder('id')}::uuid)`,
      ),
    )
    .orderBy(downwards(reviews.createdAt), downwards(reviews.id))
    .limit(sql.placeholder('limit'))
    .prepare('reviews_of_tutor'),
);

/** A page of a tutor's reviews, newest first. */
export async function reviewsOfTutor(ctx: Ctx, { tutorId, cursor, limit }: ReviewsInput): Promise<ReviewsPage> {
  const after = cursorFrom(cursor);
  const tutorUserId = await personOf(ctx, tutorId);
  const found = await reviewRows(ctx.db).execute({ tutorUserId, ...after, limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return { reviews: shown.map(toReviewView), nextCursor };
}

/** All reviews of a tutor, newest first. */
export async function allReviewsOfTutor(ctx: Ctx, { tutorId }: Pick<ReviewsInput, 'tutorId'>): Promise<ReviewView[]> {
  const tutorUserId = await personOf(ctx, tutorId);
  const found = await reviewRows(ctx.db).execute({ tutorUserId, ...BEGINNING, limit: null });
  return found.map(toReviewView);
}

/** Reviews belong to the person; a tutor who cannot be found has none to show. */
async function personOf(ctx: Ctx, tutorId: string): Promise<string> {
  const [tutor] = isUuid(tutorId) ? await standings(ctx.db).execute({ tutorId }) : [];
  if (!tutor || !(canBeFound(tutor) || seesEverything(callerOf(ctx), tutor.userId))) throw new DomainError('tutor.not_found');
  return tutor.userId;
}

type Row = Omit<ReviewView, 'student'> & { student: ReviewView['student'] | null };

function toReviewView({ student, ...review }: Row): ReviewView {
  return { ...review, student: student ?? { id: '', name: ANONYMOUS, profileImage: '' } };
}
