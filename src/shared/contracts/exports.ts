import { z } from 'zod';
import { REPORT_KINDS, REPORT_STATES, TUTOR_FILTERS } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { auditFilters } from './audit.ts';
import { ADMIN_BOOKING_STATUSES } from './bookings.ts';
import { id, text } from './common.ts';

export const exportInput = z.discriminatedUnion('table', [
  z.object({
    table: z.literal('tutors'),
    search: text('Search', LIMITS.searchText).default(''),
    filter: z.enum(TUTOR_FILTERS).default('all'),
  }),
  z.object({ table: z.literal('students'), search: text('Search', LIMITS.searchText).default('') }),
  z.object({ table: z.literal('categories') }),
  z.object({ table: z.literal('subjects'), search: text('Search', LIMITS.searchText).default(''), category: id.optional() }),
  z.object({ table: z.literal('topics'), subjectId: id }),
  z.object({ table: z.literal('bookings'), status: z.enum(ADMIN_BOOKING_STATUSES).default('all') }),
  z.object({ table: z.literal('reports'), kind: z.enum(REPORT_KINDS).optional(), state: z.enum(REPORT_STATES).optional() }),
  z.object({ table: z.literal('audit'), ...auditFilters.shape }),
]);
export type ExportInput = z.infer<typeof exportInput>;
export type ExportRequest = z.input<typeof exportInput>;
export type ExportTable = ExportInput['table'];

export const exportLink = z.object({ url: z.string() });

export const openExportInput = z.object({ query: z.string().max(2000), by: id, expires: z.string().max(20), signature: z.string().max(100) });
export type OpenExportInput = z.infer<typeof openExportInput>;

export const openedExport = z.object({ fileName: z.string(), pieces: z.custom<AsyncIterable<string>>(isPieces) });
export type OpenedExport = z.infer<typeof openedExport>;

function isPieces(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
