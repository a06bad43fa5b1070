import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { withLocks } from '#db/locks.ts';
import { bookings } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { messages, messageThreads } from '#db/schema/messages.ts';
import { reports, sessionProblems } from '#db/schema/moderation.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import type { SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { ProblemView, ReportInput, ReportProblemInput } from '#shared/contracts/moderation.ts';
import { problemRefusal } from '#shared/domain/booking-lifecycle.ts';
import { isPublic } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import type { ReportTarget } from '#shared/vocabulary/content.ts';

type InUnit = Unit<SignedIn>;

export function reportProblem(ctx: SignedIn, { bookingId, kind, text }: ReportProblemInput): Promise<ProblemView> {
  return inUnitOfWork(ctx, async ({ db, actor, now, record }) => {
    const isOwn = and(byId(bookings.id, bookingId), or(eq(bookings.studentId, actor.id), eq(bookings.tutorUserId, actor.id)));
    const parties = sql`select unnest(array[${bookings.studentId}, ${bookings.tutorUserId}]) from ${bookings} where ${isOwn}`;
    const locked = await withLocks(db, {
      users: { keyShare: sql`${users.id} = any(array(${parties}))` },
      bookings: { update: isOwn },
    });
    const [booking] = locked.bookings;
    if (!booking) throw new DomainError('booking.not_found');
    const at = now();
    const refusal = problemRefusal(booking, at);
    if (refusal) throw new DomainError(refusal);

    const by: Party = booking.studentId === actor.id ? 'student' : 'tutor';
    const [problem] = await db
      .insert(sessionProblems)
      .values({ bookingId: booking.id, reportedBy: by, kind, text, createdAt: at, updatedAt: at })
      .onConflictDoNothing()
      .returning();
    if (!problem) throw new DomainError('problem.reported');
    const { id, studentId, tutorUserId, tutorId, subjectName, status, startTime, endTime } = booking;
    record({ type: 'problem.reported', booking: { id, studentId, tutorUserId, tutorId, subjectName, status, startTime, endTime }, by });
    const { bookingId: _, reportedBy, ...view } = problem;
    return { ...view, by: reportedBy };
  });
}

export function reportContent(ctx: SignedIn, { about, id, reason, text }: ReportInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now } = unit;
    // Also locks the reported account, which might be deleted meanwhile.
    const locked = await withLocks(db, { users: { keyShare: sql`${users.id} = any(array[${actor.id}::uuid, (${AUTHOR_OF[about](unit, id)})])` } });
    requireActive(locked.users, actor);
    const content = await FIND_CONTENT[about](unit, id);
    if (!content) throw new DomainError('report.not_found');
    if (content.isOwn) throw new DomainError('report.own');
    const { isOwn: _, ...report } = content;
    const at = now();
    const inserted = await db
      .insert(reports)
      .values({ ...report, reporterId: actor.id, about, reason, text, createdAt: at, updatedAt: at })
      .onConflictDoNothing()
      .returning({ id: reports.id });
    if (inserted.length === 0) throw new DomainError('report.already');
  });
}

type ReportableContent = Pick<typeof reports.$inferInsert, 'messageId' | 'reviewId' | 'tutorId' | 'bookingId' | 'aboutUserId' | 'snapshot'> & {
  isOwn: boolean;
};

const AUTHOR_OF: Record<ReportTarget, (unit: InUnit, id: string) => SQL> = {
  message: ({ actor }, id) =>
    sql`select case when ${messageThreads.studentId} = ${actor.id} then ${messageThreads.tutorUserId} else ${messageThreads.studentId} end
      from ${messages} join ${messageThreads} on ${messageThreads.id} = ${messages.threadId} where ${byId(messages.id, id)}`,
  review: (_, id) => sql`select ${reviews.studentId} from ${reviews} where ${byId(reviews.id, id)}`,
  profile: (_, id) => sql`select ${tutorProfiles.userId} from ${tutorProfiles} where ${byId(tutorProfiles.id, id)}`,
};

const FIND_CONTENT: Record<ReportTarget, (unit: InUnit, id: string) => Promise<ReportableContent | null>> = {
  message: findMessage,
  review: findReview,
  profile: findProfile,
};

async function findMessage({ db, actor }: InUnit, id: string): Promise<ReportableContent | null> {
  const [message] = await db
    .select({
      id: messages.id,
      text: messages.text,
      sentBy: messages.sentBy,
      studentId: messageThreads.studentId,
      tutorUserId: messageThreads.tutorUserId,
    })
    .from(messages)
    .innerJoin(messageThreads, eq(messageThreads.id, messages.threadId))
    .where(and(byId(messages.id, id), or(eq(messageThreads.studentId, actor.id), eq(messageThreads.tutorUserId, actor.id))));
  if (!message) return null;
  const side: Party = message.studentId === actor.id ? 'student' : 'tutor';
  const aboutUserId = message.sentBy === 'student' ? message.studentId : message.tutorUserId;
  return { messageId: message.id, aboutUserId, snapshot: message.text, isOwn: message.sentBy === side };
}

async function findReview({ db, actor }: InUnit, id: string): Promise<ReportableContent | null> {
  const [review] = await db
    .select({
      id: reviews.id,
      bookingId: reviews.bookingId,
      text: reviews.review,
      studentId: reviews.studentId,
      tutorUserId: reviews.tutorUserId,
      hiddenAt: reviews.hiddenAt,
      verificationStatus: tutorProfiles.verificationStatus,
      accountStatus: users.status,
    })
    .from(reviews)
    .leftJoin(users, eq(users.id, reviews.tutorUserId))
    .leftJoin(tutorProfiles, eq(tutorProfiles.userId, users.id))
    .where(byId(reviews.id, id));
  if (!review) return null;
  const { id: reviewId, bookingId, text: snapshot, studentId, tutorUserId, hiddenAt, verificationStatus, accountStatus } = review;
  const isOnPublicProfile = verificationStatus !== null && accountStatus !== null && isPublic({ verificationStatus, accountStatus });
  const isOwn = studentId === actor.id;
  if (hiddenAt !== null && !isOwn) return null;
  return isOnPublicProfile || isOwn || tutorUserId === actor.id ? { reviewId, bookingId, aboutUserId: studentId, snapshot, isOwn } : null;
}

async function findProfile({ db, actor }: InUnit, id: string): Promise<ReportableContent | null> {
  const [profile] = await db
    .select({
      id: tutorProfiles.id,
      bio: tutorProfiles.bio,
      userId: users.id,
      verificationStatus: tutorProfiles.verificationStatus,
      accountStatus: users.status,
    })
    .from(tutorProfiles)
    .innerJoin(users, eq(users.id, tutorProfiles.userId))
    .where(byId(tutorProfiles.id, id));
  if (!profile) return null;
  const isOwn = profile.userId === actor.id;
  return isOwn || isPublic(profile) ? { tutorId: profile.id, aboutUserId: profile.userId, snapshot: profile.bio, isOwn } : null;
}
