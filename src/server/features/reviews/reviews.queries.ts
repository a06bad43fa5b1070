import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { type Executor, only, prepareOnce } from '#db/executor.ts';
import { bookings, bookingTopics } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { Ctx, CtxAs } from '#server/core/context.ts';
import { FIRST_PAGE, isAfterCursor, parseCursor, toPage } from '#server/core/cursor.ts';
import { isUuid } from '#server/core/ids.ts';
import type { RatingCounts, ReviewOfBookingInput, ReviewsInput, ReviewsPage, ReviewView } from '#shared/contracts/engagement.ts';
import { canViewPrivateFields, isPublic } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import { ANONYMOUS } from '#shared/vocabulary/people.ts';

const selectTutorAccount = prepareOnce((db) =>
  db
    .select({ userId: users.id, accountStatus: users.status, verificationStatus: tutorProfiles.verificationStatus })
    .from(tutorProfiles)
    .innerJoin(users, eq(users.id, tutorProfiles.userId))
    .where(eq(tutorProfiles.id, sql.placeholder('tutorId')))
    .prepare('tutor_account'),
);

const COLUMNS = {
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
  reply: reviews.reply,
  repliedAt: reviews.repliedAt,
  createdAt: reviews.createdAt,
  updatedAt: reviews.updatedAt,
};

const selectReviews = (db: Executor, where: SQL | undefined) =>
  db
    .select(COLUMNS)
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .leftJoin(users, eq(users.id, reviews.studentId))
    .where(where);

const selectOfTutor = prepareOnce((db) =>
  selectReviews(
    db,
    and(
      eq(reviews.tutorUserId, sql.placeholder('tutorUserId')),
      isNull(reviews.hiddenAt),
      isAfterCursor(reviews.createdAt, reviews.id, { at: sql.placeholder('at'), id: sql.placeholder('id') }),
    ),
  )
    .orderBy(downwards(reviews.createdAt), downwards(reviews.id))
    .limit(sql.placeholder('limit'))
    .prepare('reviews_of_tutor'),
);

const countRatings = prepareOnce((db) =>
  db
    .select({ rating: reviews.rating, count: count() })
    .from(reviews)
    .where(and(eq(reviews.tutorUserId, sql.placeholder('tutorUserId')), isNull(reviews.hiddenAt)))
    .groupBy(reviews.rating)
    .prepare('rating_counts'),
);

const selectById = prepareOnce((db) => selectReviews(db, eq(reviews.id, sql.placeholder('id'))).prepare('review_by_id'));

const selectOfBooking = prepareOnce((db) =>
  selectReviews(db, and(eq(reviews.bookingId, sql.placeholder('bookingId')), eq(reviews.studentId, sql.placeholder('studentId')))).prepare(
    'review_of_booking',
  ),
);

export async function listReviewsOfTutor(ctx: Ctx, { tutorId, cursor, limit }: ReviewsInput): Promise<ReviewsPage> {
  const after = parseCursor(cursor);
  const tutorUserId = await findPublicTutorUser(ctx, tutorId);
  const rows = await selectOfTutor(ctx.db).execute({ tutorUserId, ...after, limit: limit + 1 });
  const { shown, nextCursor } = toPage(rows, limit);
  return { reviews: shown.map(toReviewView), nextCursor };
}

export async function countRatingsOfTutor(ctx: Ctx, { tutorId }: Pick<ReviewsInput, 'tutorId'>): Promise<RatingCounts> {
  const tutorUserId = await findPublicTutorUser(ctx, tutorId);
  const rows = await countRatings(ctx.db).execute({ tutorUserId });
  const countOf = (stars: number) => rows.find(({ rating }) => rating === stars)?.count ?? 0;
  return { counts: [countOf(1), countOf(2), countOf(3), countOf(4), countOf(5)] };
}

export async function listAllReviewsOfTutor(ctx: Ctx, { tutorId }: Pick<ReviewsInput, 'tutorId'>): Promise<ReviewView[]> {
  const tutorUserId = await findPublicTutorUser(ctx, tutorId);
  const rows = await selectOfTutor(ctx.db).execute({ tutorUserId, ...FIRST_PAGE, limit: null });
  return rows.map(toReviewView);
}

export async function getReviewOfBooking({ db, actor }: CtxAs<'student'>, { bookingId }: ReviewOfBookingInput): Promise<ReviewView> {
  const [review] = isUuid(bookingId) ? await selectOfBooking(db).execute({ bookingId, studentId: actor.id }) : [];
  if (!review) throw new DomainError('review.none');
  return toReviewView(review);
}

export async function getReviewView(db: Executor, id: string): Promise<ReviewView> {
  return toReviewView(only(await selectById(db).execute({ id })));
}

async function findPublicTutorUser(ctx: Ctx, tutorId: string): Promise<string> {
  const [tutor] = isUuid(tutorId) ? await selectTutorAccount(ctx.db).execute({ tutorId }) : [];
  if (!tutor || !(isPublic(tutor) || canViewPrivateFields(ctx.actor, tutor.userId))) throw new DomainError('tutor.not_found');
  return tutor.userId;
}

type Row = Omit<ReviewView, 'student' | 'reply'> & { student: ReviewView['student'] | null; reply: string | null; repliedAt: Date | null };

function toReviewView({ student, reply, repliedAt, ...review }: Row): ReviewView {
  return {
    ...review,
    reply: reply !== null && repliedAt ? { text: reply, createdAt: repliedAt } : null,
    student: student ?? { id: '', name: ANONYMOUS, profileImage: '' },
  };
}
