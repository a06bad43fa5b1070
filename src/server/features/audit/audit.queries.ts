import { and, eq, type SQL, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { containing } from '#db/like.ts';
import { auditEntries } from '#db/schema/audit.ts';
import type { As } from '#server/core/context.ts';
import { cursorFrom, pageOf } from '#server/core/cursor.ts';
import type { AuditEntry, AuditFilters, AuditInput, AuditPage } from '#shared/contracts/audit.ts';

/** What was done, the newest first. */
export async function auditPageOf({ db }: As<'admin'>, { cursor, limit, ...filters }: AuditInput): Promise<AuditPage> {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(and(wantedBy(filters), afterCursor(cursor)))
    .orderBy(downwards(auditEntries.createdAt), downwards(auditEntries.id))
    .limit(limit + 1);
  const { shown, nextCursor } = pageOf(rows, limit);
  return { entries: shown.map(toEntry), nextCursor };
}

/** Word for word what `audit_entries_names_idx` holds. */
const names = sql`lower(${auditEntries.actorName} || chr(10) || ${auditEntries.subjectName})`;

function wantedBy({ action, search }: AuditFilters): SQL | undefined {
  return and(action && eq(auditEntries.action, action), search === '' ? undefined : sql`${names} like lower(${containing(search)})`);
}

function afterCursor(cursor: string | null | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const { at, id } = cursorFrom(cursor);
  return sql`(${auditEntries.createdAt}, ${auditEntries.id}) < (${at}::timestamptz, ${id}::uuid)`;
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
