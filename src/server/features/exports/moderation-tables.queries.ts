import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { toContainsPattern } from '#db/accounts.ts';
import { downwards } from '#db/columns.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { bookings } from '#db/schema/bookings.ts';
import { reviews } from '#db/schema/engagement.ts';
import { reports, sessionProblems } from '#db/schema/moderation.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx } from '#server/core/context.ts';
import { toTimeText } from '#server/core/csv.ts';
import { compareNewestFirst } from '#server/core/cursor.ts';
import type { AuditFilters } from '#shared/contracts/audit.ts';
import { auditSentence } from '#shared/domain/audit-text.ts';
import type { ReportKind, ReportState } from '#shared/vocabulary/content.ts';
import { type Batch, type CsvTable, type InputFor, isAfter, toReadable, toSortKey } from './csv-table.queries.ts';

type Filters = Pick<InputFor<'reports'>, 'kind' | 'state'>;

const DELETED_ACCOUNT = 'a deleted account';

const reporter = alias(users, 'reporter');
const person = alias(users, 'person');
const tutor = alias(users, 'tutor');
const people = {
  reporter: { name: reporter.name, email: reporter.email },
  person: { name: person.name, email: person.email },
};
const session = { id: bookings.id, subject: bookings.subjectName, startTime: bookings.startTime };

/** One list from two tables, as on the page of reports; each is asked for a full batch. */
export function createReportTable(ctx: Ctx, filters: Filters): CsvTable {
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
    read: async (batch) => {
      const { kind } = filters;
      const [problems, reported] = await Promise.all([
        kind === undefined || kind === 'session' ? listProblems(ctx, filters, batch) : [],
        kind === 'session' ? [] : listReports(ctx, filters, batch),
      ]);
      const rows = [...problems, ...reported].sort(compareNewestFirst).slice(0, batch.limit);
      return rows.map((row) => ({
        sortKey: toSortKey(row),
        values: [
          row.id,
          toTimeText(row.createdAt, zone),
          row.kind,
          toReadable(row.state),
          toReadable(row.reason),
          row.reporter?.name ?? DELETED_ACCOUNT,
          row.reporter?.email ?? '',
          row.person?.name ?? DELETED_ACCOUNT,
          row.person?.email ?? '',
          row.snapshot,
          row.tutor,
          row.kind === 'review' ? toReviewState(row.isHidden) : '',
          row.session?.subject ?? '',
          toTimeText(row.session?.startTime ?? null, zone),
          row.session?.id ?? '',
          row.text,
          row.adminNote,
          toTimeText(row.updatedAt, zone),
        ],
      }));
    },
  };
}

function toReviewState(isHidden: boolean | null): string {
  if (isHidden === null) return 'removed';
  return isHidden ? 'hidden' : 'shown';
}

async function listProblems({ db }: Ctx, { state }: Filters, batch: Batch) {
  const { id, text, adminNote, reportedBy, createdAt, updatedAt } = sessionProblems;
  const { studentId, tutorUserId } = bookings;
  const isReportedBy = (party: 'student' | 'tutor') => sql`${reportedBy} = ${sql.raw(`'${party}'`)}`;
  const rows = await db
    .select({ ...people, session, id, reason: sessionProblems.kind, text, state: sessionProblems.state, adminNote, createdAt, updatedAt })
    .from(sessionProblems)
    .innerJoin(bookings, eq(bookings.id, sessionProblems.bookingId))
    .leftJoin(
      reporter,
      eq(reporter.id, sql`case when ${isReportedBy('student')} then ${studentId} when ${isReportedBy('tutor')} then ${tutorUserId} end`),
    )
    .leftJoin(
      person,
      eq(person.id, sql`case when ${isReportedBy('student')} then ${tutorUserId} when ${isReportedBy('tutor')} then ${studentId} end`),
    )
    .where(and(state && equalsLiteral(sessionProblems.state, state), isAfter(batch, createdAt, id)))
    .orderBy(downwards(createdAt), downwards(id))
    .limit(batch.limit);
  return rows.map((row) => ({ ...row, kind: 'session', snapshot: '', tutor: '', isHidden: null }));
}

function listReports({ db }: Ctx, { kind, state }: Filters, batch: Batch) {
  const { id, reason, text, adminNote, snapshot, createdAt, updatedAt } = reports;
  const isHidden = sql<boolean | null>`case when ${reviews.id} is not null then ${reviews.hiddenAt} is not null end`;
  const reportColumns = { id, kind: reports.about, reason, text, state: reports.state, adminNote, snapshot, createdAt, updatedAt };
  return (
    db
      .select({ ...people, ...reportColumns, session, tutor: tutor.name, isHidden })
      .from(reports)
      .leftJoin(reporter, eq(reporter.id, reports.reporterId))
      .leftJoin(person, eq(person.id, reports.aboutUserId))
      .leftJoin(bookings, eq(bookings.id, reports.bookingId))
      .leftJoin(tutor, eq(tutor.id, bookings.tutorUserId))
      // A review that was rewritten for the same booking counts as the reported one.
      .leftJoin(reviews, eq(reviews.bookingId, reports.bookingId))
      .where(and(kind && equalsLiteral(reports.about, kind), state && equalsLiteral(reports.state, state), isAfter(batch, createdAt, id)))
      .orderBy(downwards(createdAt), downwards(id))
      .limit(batch.limit)
  );
}

/** Inlined into the statement, because a generic plan would read all rows for a rare state. */
function equalsLiteral(column: AnyColumn, value: ReportKind | ReportState): SQL {
  return sql`${column} = ${sql.raw(`'${value}'`)}`;
}

export function createAuditTable({ db, platform: { zone } }: Ctx, { action, search }: AuditFilters): CsvTable {
  const { id, createdAt, actorName, subjectName } = auditEntries;
  const matchesName = search === '' ? undefined : sql`lower(${actorName} || chr(10) || ${subjectName}) like lower(${toContainsPattern(search)})`;
  return {
    columns: [`Time (${zone})`, 'Who', 'What', 'Action', 'Whom or what', 'Reason or note', 'Details'],
    read: async (batch) => {
      const rows = await db
        .select()
        .from(auditEntries)
        .where(and(action && eq(auditEntries.action, action), matchesName, isAfter(batch, createdAt, id)))
        .orderBy(downwards(createdAt), downwards(id))
        .limit(batch.limit);
      return rows.map((row) => {
        const { reason, note, ...otherDetails } = row.details;
        const sentence = auditSentence({ actor: { name: row.actorName }, action: row.action, subject: { name: row.subjectName } });
        const details = Object.keys(otherDetails).length > 0 ? JSON.stringify(otherDetails) : '';
        const reasonAndNote = [reason, note].filter((text) => typeof text === 'string').join(' ');
        const values = [toTimeText(row.createdAt, zone), row.actorName, sentence, row.action, row.subjectName, reasonAndNote, details];
        return { sortKey: toSortKey(row), values };
      });
    },
  };
}
