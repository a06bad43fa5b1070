import { and, eq, sql } from 'drizzle-orm';
import { withLocks } from '#db/locks.ts';
import { bookings } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { reports, sessionProblems } from '#db/schema/moderation.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { lockActiveAdmin, requireActive } from '#server/core/active-account.ts';
import type { CtxAs } from '#server/core/context.ts';
import { getSqlState } from '#server/core/errors.ts';
import { type BookingEventData, recordAuditEntry } from '#server/core/events.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { ChangeReportInput, HideReviewInput } from '#shared/contracts/admin-reports.ts';
import { DomainError } from '#shared/errors.ts';
import { ANONYMOUS } from '#shared/vocabulary/people.ts';

type InUnit = Unit<CtxAs<'admin'>>;
const UNIQUE_VIOLATION = '23505';

export async function changeReport(ctx: CtxAs<'admin'>, input: ChangeReportInput): Promise<void> {
  await inUnitOfWork(ctx, (unit) => (input.kind === 'session' ? changeProblem(unit, input) : changeContentReport(unit, input)));
}

async function changeProblem(unit: InUnit, { id, from, seenNote, state, note }: ChangeReportInput): Promise<void> {
  const { db, actor, now, record } = unit;
  const [problem] = await db.select({ bookingId: sessionProblems.bookingId }).from(sessionProblems).where(byId(sessionProblems.id, id));
  if (!problem) throw new DomainError('report.unknown');
  const isBooking = eq(bookings.id, problem.bookingId);
  const parties = sql`select unnest(array[${bookings.studentId}, ${bookings.tutorUserId}]) from ${bookings} where ${isBooking}`;
  const locked = await withLocks(db, { users: { keyShare: sql`${users.id} = any(${actor.id}::uuid || array(${parties}))` } });
  requireActive(locked.users, actor);
  const changed = await db
    .update(sessionProblems)
    .set({ state, adminNote: note, updatedAt: now() })
    .where(and(byId(sessionProblems.id, id), eq(sessionProblems.state, from), eq(sessionProblems.adminNote, seenNote)))
    .returning({ id: sessionProblems.id })
    .catch((error: unknown) => {
      // The party has reported another problem of this session since.
      throw getSqlState(error) === UNIQUE_VIOLATION ? new DomainError('report.another_open') : error;
    });
  if (changed.length === 0) throw new DomainError('report.moved_on');
  const [booking] = await db.select(EVENT_COLUMNS).from(bookings).where(isBooking);
  if (booking && state !== from) record({ type: 'problem.decided', booking, state });
  auditChange(unit, { kind: 'session', id, from, state, note }, booking?.subjectName ?? '');
}

const EVENT_COLUMNS = {
  ...{ id: bookings.id, studentId: bookings.studentId, tutorUserId: bookings.tutorUserId, tutorId: bookings.tutorId },
  ...{ subjectName: bookings.subjectName, status: bookings.status, startTime: bookings.startTime, endTime: bookings.endTime },
} satisfies Record<keyof BookingEventData, unknown>;

async function changeContentReport(unit: InUnit, { kind, id, from, seenNote, state, note }: ChangeReportInput): Promise<void> {
  const { db, now } = unit;
  await lockActiveAdmin(unit);
  const isReport = and(byId(reports.id, id), sql`${reports.about}::text = ${kind}`);
  const [changed] = await db
    .update(reports)
    .set({ state, adminNote: note, updatedAt: now() })
    .where(and(isReport, eq(reports.state, from), eq(reports.adminNote, seenNote)))
    .returning({ aboutUserId: reports.aboutUserId });
  if (!changed) throw new DomainError((await db.$count(reports, isReport)) > 0 ? 'report.moved_on' : 'report.unknown');
  auditChange(unit, { kind, id, from, state, note }, await getName(unit, changed.aboutUserId));
}

function auditChange(unit: InUnit, { kind, id, from, state, note }: Omit<ChangeReportInput, 'seenNote'>, name: string): void {
  const details = { kind, before: from, after: state, ...(note && { note }) };
  recordAuditEntry(unit, 'report.changed', { id, name }, details);
}

async function getName({ db }: InUnit, userId: string | null): Promise<string> {
  const [account] = userId === null ? [] : await db.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return account?.name ?? ANONYMOUS;
}

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
