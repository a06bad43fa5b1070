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
import { problemRefusal } from '#shared/domain/session-problem.ts';
import { isPublic } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import type { ReportTarget } from '#shared/vocabulary/content.ts';

type InUnit = Unit<SignedIn>;

/** Says what went wrong with an own session; the other party and admins are told, and the booking stays as it is. */
export function reportProblem(ctx: SignedIn, { bookingId, kind, text }: ReportProblemInput): Promise<ProblemView> {
  return inUnitOfWork(ctx, async ({ db, actor, now, record }) => {
    const mine = and(byId(bookings.id, bookingId), or(eq(bookings.studentId, actor.id), eq(bookings.tutorUserId, actor.id)));
    const parties = sql`select unnest(array[${bookings.studentId}, ${bookings.tutorUserId}]) from ${bookings} where ${mine}`;
    const locked = await withLocks(db, {
      users: { keyShare: sql`${users.id} = any(array(${parties}))` }, // both are named in what it sends
      bookings: { update: mine },
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

/** Once for each person and thing, and only of what this person is shown. */
export function report(ctx: SignedIn, { about, id, reason, text }: ReportInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now } = unit;
    // Whom it is about, too: one who leaves takes away what is about to be referred to.
    const locked = await withLocks(db, { users: { keyShare: sql`${users.id} = any(array[${actor.id}::uuid, (${SHOWN_BY[about](unit, id)})])` } });
    requireActive(locked.users, actor);
    const thing = await SHOWN[about](unit, id);
    if (!thing) throw new DomainError('report.not_found');
    if (thing.isOwn) throw new DomainError('report.own');
    const { isOwn: _, ...kept } = thing;
    const at = now();
    const made = await db
      .insert(reports)
      .values({ ...kept, reporterId: actor.id, about, reason, text, createdAt: at, updatedAt: at })
      .onConflictDoNothing()
      .returning({ id: reports.id });
    if (made.length === 0) throw new DomainError('report.already');
  });
}

type Shown = Pick<typeof reports.$inferInsert, 'messageId' | 'reviewId' | 'tutorId' | 'bookingId' | 'aboutUserId' | 'snapshot'> & { isOwn: boolean };

/** Who shows it to the caller, of each kind: of a conversation, the other side. */
const SHOWN_BY: Record<ReportTarget, (unit: InUnit, id: string) => SQL> = {
  message: ({ actor }, id) =>
    sql`select case when ${messageThreads.studentId} = ${actor.id} then ${messageThreads.tutorUserId} else ${messageThreads.studentId} end
      from ${messages} join ${messageThreads} on ${messageThreads.id} = ${messages.threadId} where ${byId(messages.id, id)}`,
  review: (_, id) => sql`select ${reviews.studentId} from ${reviews} where ${byId(reviews.id, id)}`,
  profile: (_, id) => sql`select ${tutorProfiles.userId} from ${tutorProfiles} where ${byId(tutorProfiles.id, id)}`,
};

/** What the caller is shown of each kind, as a report keeps it, and whether it is their own. */
const SHOWN: Record<ReportTarget, (unit: InUnit, id: string) => Promise<Shown | null>> = {
  message: shownMessage,
  review: shownReview,
  profile: shownProfile,
};

async function shownMessage({ db, actor }: InUnit, id: string): Promise<Shown | null> {
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

/** It stands on a profile that anybody finds; the tutor whom it is about, and who wrote it, see it in any case. */
async function shownReview({ db, actor }: InUnit, id: string): Promise<Shown | null> {
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
  const isPublic = verificationStatus !== null && accountStatus !== null && isPublic({ verificationStatus, accountStatus });
  const isOwn = studentId === actor.id;
  if (hiddenAt !== null && !isOwn) return null;
  return isPublic || isOwn || tutorUserId === actor.id ? { reviewId, bookingId, aboutUserId: studentId, snapshot, isOwn } : null;
}

async function shownProfile({ db, actor }: InUnit, id: string): Promise<Shown | null> {
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
