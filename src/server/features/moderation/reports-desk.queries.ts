import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { downwards } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { messages, messageThreads } from '#db/schema/messages.ts';
import { reports, sessionProblems } from '#db/schema/moderation.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { As } from '#server/core/context.ts';
import { type Cursor, cursorFrom, newestFirst, pageOf } from '#server/core/cursor.ts';
import { byId } from '#server/core/ids.ts';
import type { ReportedCase, ReportedMessage, ReportedMessagesInput, ReportsDeskInput, ReportsDeskPage } from '#shared/contracts/reports-desk.ts';
import { DomainError } from '#shared/errors.ts';
import type { ReportedThing, ReportState } from '#shared/vocabulary/content.ts';
import { UNKNOWN_STUDENT, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

/** Messages before the one that was reported. */
const BEFORE = 10;

type Wanted = { state: ReportState | undefined; after: Cursor; most: number };

/** Two tables, each read by its index as far as the page may reach, make one list. */
export async function reportsDesk({ db }: As<'admin'>, { kind, state, cursor, limit }: ReportsDeskInput): Promise<ReportsDeskPage> {
  const wanted: Wanted = { state, after: cursorFrom(cursor), most: limit + 1 };
  const [problems, things] = await Promise.all([
    kind === undefined || kind === 'session' ? sessionCases(db, wanted) : [],
    kind === 'session' ? [] : thingCases(db, { ...wanted, about: kind }),
  ]);
  const { shown, nextCursor } = pageOf([...problems, ...things].sort(newestFirst), limit);
  return { reports: shown, nextCursor };
}

const reporter = alias(users, 'reporter');
const person = alias(users, 'person');
const tutor = alias(users, 'tutor');
const reporterView = { id: reporter.id, name: reporter.name, status: reporter.status };
const personView = { id: person.id, name: person.name, status: person.status };

async function sessionCases(db: Executor, { state, after, most }: Wanted): Promise<ReportedCase[]> {
  const { id, kind, text, adminNote, reportedBy, createdAt, updatedAt } = sessionProblems;
  const by = (who: 'student' | 'tutor', or: 'student' | 'tutor') =>
    sql`case ${reportedBy} when ${sql.raw(`'${who}'`)} then ${bookings.studentId} when ${sql.raw(`'${or}'`)} then ${bookings.tutorUserId} end`;
  const rows = await db
    .select({
      ...{ id, reason: kind, text, state: sessionProblems.state, adminNote, createdAt, updatedAt },
      reporter: reporterView,
      person: personView,
      session: { bookingId: bookings.id, subject: bookings.subjectName, startTime: bookings.startTime, endTime: bookings.endTime },
    })
    .from(sessionProblems)
    .innerJoin(bookings, eq(bookings.id, sessionProblems.bookingId))
    .leftJoin(reporter, eq(reporter.id, by('student', 'tutor')))
    .leftJoin(person, eq(person.id, by('tutor', 'student')))
    .where(and(state && is(sessionProblems.state, state), isAfter({ createdAt, id }, after)))
    .orderBy(downwards(createdAt), downwards(id))
    .limit(most);
  return rows.map((row) => ({ ...row, kind: 'session', snapshot: '', hasMessage: false, review: null, profileId: null }));
}

async function thingCases(db: Executor, { state, after, most, about }: Wanted & { about: ReportedThing | undefined }): Promise<ReportedCase[]> {
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
    // One that was written in the place of the reported one is the same thing.
    .leftJoin(reviews, eq(reviews.bookingId, reports.bookingId))
    .leftJoin(tutor, eq(tutor.id, reviews.tutorUserId))
    .leftJoin(tutorProfiles, eq(tutorProfiles.userId, tutor.id))
    .where(and(about && is(reports.about, about), state && is(reports.state, state), isAfter({ createdAt, id }, after)))
    .orderBy(downwards(createdAt), downwards(id))
    .limit(most);
  return rows.map(({ tutor: whose, review, ...row }) => ({
    ...row,
    review: review && { ...review, tutor: whose?.id && whose.name !== null ? { id: whose.id, name: whose.name } : null },
    session: null,
  }));
}

/** In the statement itself: a plan that does not know which it is would read through all for a state that few have. */
function is(column: AnyColumn, word: ReportedThing | ReportState): SQL {
  return sql`${column} = ${sql.raw(`'${word}'`)}`;
}

type Place = { createdAt: typeof reports.createdAt | typeof sessionProblems.createdAt; id: typeof reports.id | typeof sessionProblems.id };

function isAfter({ createdAt, id }: Place, { at, id: last }: Cursor): SQL {
  return sql`(${createdAt}, ${id}) < (${at}::timestamptz, ${last}::uuid)`;
}

/** Of a conversation admins see the message that was reported and the ten before it, nothing else. */
export async function reportedMessages({ db }: As<'admin'>, { id }: ReportedMessagesInput): Promise<ReportedMessage[]> {
  const [found] = await db
    .select({ message: messages, thread: messageThreads })
    .from(reports)
    .innerJoin(messages, eq(messages.id, reports.messageId))
    .innerJoin(messageThreads, eq(messageThreads.id, messages.threadId))
    .where(byId(reports.id, id));
  if (!found) throw new DomainError('report.unknown');
  const { message, thread } = found;
  const upTo = sql`(${messages.createdAt}, ${messages.id}) <= (${message.createdAt.toISOString()}::timestamptz, ${message.id}::uuid)`;
  const [rows, people] = await Promise.all([
    db
      .select()
      .from(messages)
      .where(and(eq(messages.threadId, thread.id), upTo))
      .orderBy(downwards(messages.createdAt), downwards(messages.id))
      .limit(BEFORE + 1),
    db.select({ id: users.id, name: users.name }).from(users).where(sql`${users.id} in (${thread.studentId}::uuid, ${thread.tutorUserId}::uuid)`),
  ]);
  const nameOf = (who: string | null) => people.find((one) => one.id === who)?.name;
  const names = { student: nameOf(thread.studentId) ?? UNKNOWN_STUDENT, tutor: nameOf(thread.tutorUserId) ?? UNKNOWN_TUTOR };
  return rows.reverse().map(({ id, text, sentBy, createdAt }) => ({ id, text, createdAt, sender: names[sentBy], isReported: id === message.id }));
}
