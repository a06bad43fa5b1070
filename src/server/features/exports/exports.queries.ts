import type { Ctx } from '#server/core/context.ts';
import { CSV_BOM, csvLine } from '#server/core/csv.ts';
import type { ExportInput } from '#shared/contracts/exports.ts';
import { createBookingTable } from './booking-table.queries.ts';
import { createCategoryTable, createSubjectTable, createTopicTable } from './catalogue-tables.queries.ts';
import type { CsvRow, CsvTable, SortKey } from './csv-table.queries.ts';
import { createAuditTable, createReportTable } from './moderation-tables.queries.ts';
import { createStudentTable, createTutorTable } from './people-tables.queries.ts';

const BATCH_ROWS = 500;

export async function* streamCsv(ctx: Ctx, input: ExportInput): AsyncGenerator<string, void, void> {
  const { columns, read } = createTable(ctx, input);
  yield CSV_BOM + csvLine(columns);
  let after: SortKey | null = null;
  do {
    const rows: CsvRow[] = await read({ after, limit: BATCH_ROWS });
    if (rows.length > 0) yield rows.map(({ values }) => csvLine(values)).join('');
    after = rows.length < BATCH_ROWS ? null : (rows.at(-1)?.sortKey ?? null);
  } while (after !== null);
}

function createTable(ctx: Ctx, input: ExportInput): CsvTable {
  switch (input.table) {
    case 'tutors':
      return createTutorTable(ctx, input);
    case 'students':
      return createStudentTable(ctx, input);
    case 'bookings':
      return createBookingTable(ctx, input);
    case 'categories':
      return createCategoryTable(ctx);
    case 'subjects':
      return createSubjectTable(ctx, input);
    case 'topics':
      return createTopicTable(ctx, input);
    case 'reports':
      return createReportTable(ctx, input);
    case 'audit':
      return createAuditTable(ctx, input);
  }
}
