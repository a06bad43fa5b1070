import { z } from 'zod';
import { AUDIT_ACTIONS } from '#shared/vocabulary/audit.ts';
import { AUDIT, LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import { text } from './common.ts';

export const auditFilters = z.object({ action: z.enum(AUDIT_ACTIONS).optional(), search: text('Search', LIMITS.searchText).default('') });
export type AuditFilters = z.infer<typeof auditFilters>;

export const auditInput = auditFilters
  .extend({ cursor: z.string().max(200).nullish(), limit: z.int().min(1).max(SEARCH.mostPerPage).default(AUDIT.pageSize) })
  .prefault({});
export type AuditInput = z.infer<typeof auditInput>;

/** Names as they were then; an actor without an id is the command line. */
export const auditEntry = z.object({
  id: z.string(),
  actor: z.object({ id: z.string().nullable(), name: z.string() }),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.object({ id: z.string().nullable(), name: z.string() }),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.date(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditPage = z.object({ entries: z.array(auditEntry), nextCursor: z.string().nullable() });
export type AuditPage = z.infer<typeof auditPage>;
