import type { Ctx } from '#server/core/context.ts';
import { cursorFrom, pageOf } from '#server/core/cursor.ts';
import type { ExportInput } from '#shared/contracts/exports.ts';
import { CSV_START, csvLine } from '#shared/domain/csv.ts';
import { auditLines } from './audit-lines.queries.ts';
import { bookingLines } from './booking-lines.queries.ts';
import type { Line, Lines } from './lines.queries.ts';
import { studentLines, tutorLines } from './people-lines.queries.ts';

/** So many rows at a time. */
const BATCH = 500;

/** The text of a table: one batch is in memory, and the next is read when it is asked for. */
export async function* piecesOf(ctx: Ctx, input: ExportInput): AsyncGenerator<string, void, void> {
  const { columns, read } = linesOf(ctx, input);
  yield CSV_START + csvLine(columns);
  let cursor: string | null = null;
  do {
    const { shown, nextCursor }: { shown: Line[]; nextCursor: string | null } = pageOf(
      await read({ after: cursorFrom(cursor), limit: BATCH + 1 }),
      BATCH,
    );
    if (shown.length > 0) yield shown.map(({ values }) => csvLine(values)).join('');
    cursor = nextCursor;
  } while (cursor !== null);
}

function linesOf(ctx: Ctx, input: ExportInput): Lines {
  switch (input.table) {
    case 'tutors':
      return tutorLines(ctx, input);
    case 'students':
      return studentLines(ctx, input);
    case 'bookings':
      return bookingLines(ctx, input);
    case 'audit':
      return auditLines(ctx, input);
  }
}
