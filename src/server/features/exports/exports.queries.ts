import type { Ctx } from '#server/core/context.ts';
import type { ExportInput } from '#shared/contracts/exports.ts';
import { CSV_START, csvLine } from '#shared/domain/csv.ts';
import { auditLines } from './audit-table.queries.ts';
import { bookingLines } from './booking-table.queries.ts';
import { categoryLines, subjectLines, topicLines } from './catalogue-tables.queries.ts';
import type { Line, Lines, Place } from './csv-table.queries.ts';
import { studentLines, tutorLines } from './people-tables.queries.ts';
import { reportLines } from './report-table.queries.ts';

/** So many rows at a time. */
const BATCH = 500;

/** The text of a table: one batch is in memory, and the next is read when it is asked for. */
export async function* piecesOf(ctx: Ctx, input: ExportInput): AsyncGenerator<string, void, void> {
  const { columns, read } = linesOf(ctx, input);
  yield CSV_START + csvLine(columns);
  let after: Place | null = null;
  do {
    const lines: Line[] = await read({ after, limit: BATCH });
    if (lines.length > 0) yield lines.map(({ values }) => csvLine(values)).join('');
    after = lines.length < BATCH ? null : (lines.at(-1)?.place ?? null);
  } while (after !== null);
}

function linesOf(ctx: Ctx, input: ExportInput): Lines {
  switch (input.table) {
    case 'tutors':
      return tutorLines(ctx, input);
    case 'students':
      return studentLines(ctx, input);
    case 'bookings':
      return bookingLines(ctx, input);
    case 'categories':
      return categoryLines(ctx);
    case 'subjects':
      return subjectLines(ctx, input);
    case 'topics':
      return topicLines(ctx, input);
    case 'reports':
      return reportLines(ctx, input);
    case 'audit':
      return auditLines(ctx, input);
  }
}
