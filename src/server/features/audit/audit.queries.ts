import { and, eq, type SQL, sql } from 'drizzle-orm';
import { toContainsPattern } from '#db/accounts.ts';
import { downwards } from '#db/columns.ts';
import { auditEntries } from '#db/schema/audit.ts';
import type { CtxAs } from '#server/core/context.ts';
import { isAfterCursor, parseCursor, toPage } from '#server/core/cursor.ts';
import type { AuditEntry, AuditFilters, AuditInput, AuditPage } from '#shared/contracts/audit.ts';

export async function listAuditEntries({ db }: CtxAs<'admin'>, { cursor, limit, ...filters }: AuditInput): Promise<AuditPage> {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(and(matchesFilters(filters), cursor ? isAfterCursor(auditEntries.createdAt, auditEntries.id, parseCursor(cursor)) : undefined))
    .orderBy(downwards(auditEntries.createdAt), downwards(auditEntries.id))
    .limit(limit + 1);
  const { shown: page, nextCursor } = toPage(rows, limit);
  return { entries: page.map(toEntry), nextCursor };
}

/** Exactly the expression of `audit_entries_names_idx`. */
const names = sql`lower(${auditEntries.actorName} || chr(10) || ${auditEntries.subjectName})`;

function matchesFilters({ action, search }: AuditFilters): SQL | undefined {
  return and(action && eq(auditEntries.action, action), search === '' ? undefined : sql`${names} like lower(${toContainsPattern(search)})`);
}

type Row = typeof auditEntries.$inferSelect;

const toEntry = ({ id, actorId, actorName, action, subjectId, subjectName, details, createdAt }: Row): AuditEntry => ({
  id,
  actor: { id: actorId, name: actorName },
  action,
  subject: { id: subjectId, name: subjectName },
  details,
  createdAt,
});
