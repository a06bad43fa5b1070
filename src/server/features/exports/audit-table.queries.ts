import { and, eq, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { containing } from '#db/like.ts';
import { auditEntries } from '#db/schema/audit.ts';
import type { Ctx } from '#server/core/context.ts';
import type { AuditFilters } from '#shared/contracts/audit.ts';
import { auditSentence } from '#shared/domain/audit-text.ts';
import { type CsvTable, isAfter, toSortKey, toTimeText } from './csv-table.queries.ts';

export function createAuditTable({ db, platform: { zone } }: Ctx, { action, search }: AuditFilters): CsvTable {
  const { id, createdAt, actorName, subjectName } = auditEntries;
  const matchesName = search === '' ? undefined : sql`lower(${actorName} || chr(10) || ${subjectName}) like lower(${containing(search)})`;
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
