import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { downwards } from '#db/columns.ts';
import { bookings } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { reports, sessionProblems } from '#db/schema/moderation.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx } from '#server/core/context.ts';
import { newestFirst } from '#server/core/cursor.ts';
import type { ExportInput } from '#shared/contracts/exports.ts';
import type { ReportKind, ReportState } from '#shared/vocabulary/content.ts';
import { following, type Lines, placeOf, timeText, type Wanted, words } from './csv-table.queries.ts';

type Filters = Pick<Extract<ExportInput, { table: 'reports' }>, 'kind' | 'state'>;

const GONE = 'somebody who has left';

const reporter = alias(users, 'reporter');
const person = alias(users, 'person');
const tutor = alias(users, 'tutor');
const people = {
  reporter: { name: reporter.name, email: reporter.email },
  person: { name: person.name, email: person.email },
};
const session = { id: bookings.id, subject: bookings.subjectName, startTime: bookings.startTime };

/** Two tables make one list, as on the desk: each gives as many as the batch may need. */
export function reportLines(ctx: Ctx, filters: Filters): Lines {
  const { zone } = ctx.platform;
  return {
    columns: [
      'Report id',
      `Reported (${zone})`,
      'Kind',
      'State',
      'Reason',
      'Reported by',
      'Reporter email',
      'About',
      'About email',
      'What was reported',
      'Review of',
      'Review now',
      'Session',
      `Session start (${zone})`,
      'Booking id',
      'What the reporter says',
      'Note',
      `Last updated (${zone})`,
    ],
    read: async (wanted) => {
      const { kind } = filters;
      const [problems, things] = await Promise.all([
        kind === undefined || kind === 'session' ? problemsOf(ctx, filters, wanted) : [],
        kind === 'session' ? [] : thingsOf(ctx, filters, wanted),
      ]);
      const cases = [...problems, ...things].sort(newestFirst).slice(0, wanted.limit);
      return cases.map((one) => ({
        place: placeOf(one),
        values: [
          one.id,
          timeText(one.createdAt, zone),
          one.kind,
          words(one.state),
          words(one.reason),
          one.reporter?.name ?? GONE,
          one.reporter?.email ?? '',
          one.person?.name ?? GONE,
          one.person?.email ?? '',
          one.snapshot,
          one.tutor,
          one.kind === 'review' ? reviewNow(one.isHidden) : '',
          one.session?.subject ?? '',
          timeText(one.session?.startTime ?? null, zone),
          one.session?.id ?? '',
          one.text,
          one.adminNote,
          timeText(one.updatedAt, zone),
        ],
      }));
    },
  };
}

/** Null: its author has removed it. */
function reviewNow(isHidden: boolean | null): string {
  if (isHidden === null) return 'removed';
  return isHidden ? 'hidden' : 'shown';
}

async function problemsOf({ db }: Ctx, { state }: Filters, wanted: Wanted) {
  const { id, text, adminNote, reportedBy, createdAt, updatedAt } = sessionProblems;
  const { studentId, tutorUserId } = bookings;
  const isBy = (who: 'student' | 'tutor') => sql`${reportedBy} = ${sql.raw(`'${who}'`)}`;
  const rows = await db
    .select({ ...people, session, id, reason: sessionProblems.kind, text, state: sessionProblems.state, adminNote, createdAt, updatedAt })
    .from(sessionProblems)
    .innerJoin(bookings, eq(bookings.id, sessionProblems.bookingId))
    .leftJoin(reporter, eq(reporter.id, sql`case when ${isBy('student')} then ${studentId} when ${isBy('tutor')} then ${tutorUserId} end`))
    .leftJoin(person, eq(person.id, sql`case when ${isBy('student')} then ${tutorUserId} when ${isBy('tutor')} then ${studentId} end`))
    .where(and(state && is(sessionProblems.state, state), following(wanted, createdAt, id)))
    .orderBy(downwards(createdAt), downwards(id))
    .limit(wanted.limit);
  return rows.map((row) => ({ ...row, kind: 'session', snapshot: '', tutor: '', isHidden: null }));
}

function thingsOf({ db }: Ctx, { kind, state }: Filters, wanted: Wanted) {
  const { id, reason, text, adminNote, snapshot, createdAt, updatedAt } = reports;
  const isHidden = sql<boolean | null>`case when ${reviews.id} is not null then ${reviews.hiddenAt} is not null end`;
  const own = { id, kind: reports.about, reason, text, state: reports.state, adminNote, snapshot, createdAt, updatedAt };
  return (
    db
      .select({ ...people, ...own, session, tutor: tutor.name, isHidden })
      .from(reports)
      .leftJoin(reporter, eq(reporter.id, reports.reporterId))
      .leftJoin(person, eq(person.id, reports.aboutUserId))
      .leftJoin(bookings, eq(bookings.id, reports.bookingId))
      .leftJoin(tutor, eq(tutor.id, bookings.tutorUserId))
      // One that was written in the place of the reported one is the same thing.
      .leftJoin(reviews, eq(reviews.bookingId, reports.bookingId))
      .where(and(kind && is(reports.about, kind), state && is(reports.state, state), following(wanted, createdAt, id)))
      .orderBy(downwards(createdAt), downwards(id))
      .limit(wanted.limit)
  );
}

/** In the statement itself: a plan that does not know which it is would read through all for a state that few have. */
function is(column: AnyColumn, word: ReportKind | ReportState): SQL {
  return sql`${column} = ${sql.raw(`'${word}'`)}`;
}
