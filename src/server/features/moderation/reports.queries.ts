import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { downwards } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { inline } from '#db/planner-hints.ts';
import { bookings } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { messages, messageThreads } from '#db/schema/messages.ts';
import { reports, sessionProblems } from '#db/schema/moderation.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { CtxAs, SignedIn } from '#server/core/context.ts';
import { type Cursor, compareNewestFirst, isAfterCursor, parseCursor, toPage } from '#server/core/cursor.ts';
import { anyOf, byId } from '#server/core/ids.ts';
import type { AdminReportsInput, AdminReportsPage, ReportedCase, ReportedMessage, ReportedMessagesInput } from '#shared/contracts/admin-reports.ts';
import type { OwnReportsInput, OwnReportsPage, ReportedInput } from '#shared/contracts/moderation.ts';
import { DomainError } from '#shared/errors.ts';
import type { ReportState, ReportTarget } from '#shared/vocabulary/content.ts';
import { UNKNOWN_STUDENT, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

const MESSAGES_BEFORE = 10;

type PageInput = { state: ReportState | undefined; after: Cursor; most: number };

export async function listReports({ db }: CtxAs<'admin'>, { kind, state, cursor, limit }: AdminReportsInput): Promise<AdminReportsPage> {
  const pageInput: PageInput = { state, after: parseCursor(cursor), most: limit + 1 };
  const [problems, contentReports] = await Promise.all([
    kind === undefined || kind === 'session' ? listSessionProblems(db, pageInput) : [],
    kind === 'session' ? [] : listContentReports(db, { ...pageInput, about: kind }),
  ]);
  const { shown, nextCursor } = toPage([...problems, ...contentReports].sort(compareNewestFirst), limit);
  return { reports: shown, nextCursor };
}

const reporter = alias(users, 'reporter');
const person = alias(users, 'person');
const tutor = alias(users, 'tutor');
const reporterView = { id: reporter.id, name: reporter.name, status: reporter.status };
const personView = { id: person.id, name: person.name, status: person.status };

async function listSessionProblems(db: Executor, { state, after, most }: PageInput): Promise<ReportedCase[]> {
  const { id, kind, text, adminNote, reportedBy, createdAt, updatedAt } = sessionProblems;
  const accountOf = (role: 'student' | 'tutor', otherRole: 'student' | 'tutor') =>
    sql`case ${reportedBy} when ${inline(`'${role}'`)} then ${bookings.studentId} when ${inline(`'${otherRole}'`)} then ${bookings.tutorUserId} end`;
  const rows = await db
    .select({
      ...{ id, reason: kind, text, state: sessionProblems.state, adminNote, createdAt, updatedAt },
      reporter: reporterView,
      person: personView,
      session: { bookingId: bookings.id, subject: bookings.subjectName, startTime: bookings.startTime, endTime: bookings.endTime },
    })
    .from(sessionProblems)
    .innerJoin(bookings, eq(bookings.id, sessionProblems.bookingId))
    .leftJoin(reporter, eq(reporter.id, accountOf('student', 'tutor')))
    .leftJoin(person, eq(person.id, accountOf('tutor', 'student')))
    .where(and(state && isLiterally(sessionProblems.state, state), isAfterCursor(createdAt, id, after)))
    .orderBy(downwards(createdAt), downwards(id))
    .limit(most);
  return rows.map((row) => ({ ...row, kind: 'session', snapshot: '', hasMessage: false, review: null, profileId: null }));
}

async function listContentReports(
  db: Executor,
  { state, after, most, about }: PageInput & { about: ReportTarget | undefined },
): Promise<ReportedCase[]> {
  const { id, reason, text, adminNote, snapshot, createdAt, updatedAt } = reports;
  const rows = await db
    .select({
      ...{ id, kind: reports.about, reason, text, state: reports.state, adminNote, snapshot, createdAt, updatedAt },
      reporter: reporterView,
      person: personView,
      hasMessage: sql<boolean>`${reports.messageId} is not null`,
      profileId: reports.tutorId,
      review: { id: reviews.id, rating: reviews.rating, text: reviews.review, isHidden: sql<boolean>`${reviews.hiddenAt} is not null` },
      tutor: { id: tutorProfiles.id, name: tutor.name },
    })
    .from(reports)
    .leftJoin(reporter, eq(reporter.id, reports.reporterId))
    .leftJoin(person, eq(person.id, reports.aboutUserId))
    // Matched by booking, so that a review written in place of the reported one is found.
    .leftJoin(reviews, eq(reviews.bookingId, reports.bookingId))
    .leftJoin(tutor, eq(tutor.id, reviews.tutorUserId))
    .leftJoin(tutorProfiles, eq(tutorProfiles.userId, tutor.id))
    .where(and(about && isLiterally(reports.about, about), state && isLiterally(reports.state, state), isAfterCursor(createdAt, id, after)))
    .orderBy(downwards(createdAt), downwards(id))
    .limit(most);
  return rows.map(({ tutor, review, ...row }) => ({
    ...row,
    review: review && { ...review, tutor: tutor?.id && tutor.name !== null ? { id: tutor.id, name: tutor.name } : null },
    session: null,
  }));
}

function isLiterally(column: AnyColumn, literal: ReportTarget | ReportState): SQL {
  return sql`${column} = ${inline(`'${literal}'`)}`;
}

export async function getReportedMessages({ db }: CtxAs<'admin'>, { id }: ReportedMessagesInput): Promise<ReportedMessage[]> {
  const [report] = await db
    .select({ message: messages, thread: messageThreads })
    .from(reports)
    .innerJoin(messages, eq(messages.id, reports.messageId))
    .innerJoin(messageThreads, eq(messageThreads.id, messages.threadId))
    .where(byId(reports.id, id));
  if (!report) throw new DomainError('report.unknown');
  const { message, thread } = report;
  const upTo = sql`(${messages.createdAt}, ${messages.id}) <= (${message.createdAt.toISOString()}::timestamptz, ${message.id}::uuid)`;
  const [rows, people] = await Promise.all([
    db
      .select()
      .from(messages)
      .where(and(eq(messages.threadId, thread.id), upTo))
      .orderBy(downwards(messages.createdAt), downwards(messages.id))
      .limit(MESSAGES_BEFORE + 1),
    db.select({ id: users.id, name: users.name }).from(users).where(sql`${users.id} in (${thread.studentId}::uuid, ${thread.tutorUserId}::uuid)`),
  ]);
  const findName = (userId: string | null) => people.find((account) => account.id === userId)?.name;
  const names = { student: findName(thread.studentId) ?? UNKNOWN_STUDENT, tutor: findName(thread.tutorUserId) ?? UNKNOWN_TUTOR };
  return rows.reverse().map(({ id, text, sentBy, createdAt }) => ({ id, text, createdAt, sender: names[sentBy], isReported: id === message.id }));
}

type FindReported = (ctx: SignedIn, ids: readonly string[]) => Promise<{ id: string | null }[]>;

const FIND_REPORTED: Record<ReportTarget, FindReported> = {
  message: ({ db, actor }, ids) =>
    db
      .select({ id: reports.messageId })
      .from(reports)
      .where(and(eq(reports.reporterId, actor.id), anyOf(reports.messageId, ids))),
  review: ({ db, actor }, ids) =>
    db
      .select({ id: reviews.id })
      .from(reviews)
      .innerJoin(reports, eq(reports.bookingId, reviews.bookingId))
      .where(and(eq(reports.reporterId, actor.id), anyOf(reviews.id, ids))),
  profile: ({ db, actor }, ids) =>
    db
      .select({ id: tutorProfiles.id })
      .from(tutorProfiles)
      .innerJoin(reports, and(eq(reports.aboutUserId, tutorProfiles.userId), eq(reports.about, 'profile')))
      .where(and(eq(reports.reporterId, actor.id), anyOf(tutorProfiles.id, ids))),
};

export async function listReportedAmong(ctx: SignedIn, { about, ids }: ReportedInput): Promise<string[]> {
  const rows = await FIND_REPORTED[about](ctx, ids);
  return rows.flatMap(({ id }) => id ?? []);
}

export async function listOwnReports({ db, actor }: SignedIn, { cursor, limit }: OwnReportsInput): Promise<OwnReportsPage> {
  const { about, reason, text, state, adminNote, createdAt } = reports;
  const rows = await db
    .select({ id: reports.id, about, reason, text, state, adminNote, createdAt })
    .from(reports)
    .where(and(eq(reports.reporterId, actor.id), isAfterCursor(createdAt, reports.id, parseCursor(cursor))))
    .orderBy(downwards(createdAt), downwards(reports.id))
    .limit(limit + 1);
  const { shown, nextCursor } = toPage(rows, limit);
  return { reports: shown, nextCursor };
}
