import { and, eq, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { containing } from '#db/like.ts';
import { auditEntries } from '#db/schema/audit.ts';
import type { Ctx } from '#server/core/context.ts';
import type { AuditFilters } from '#shared/contracts/audit.ts';
import { auditSentence } from '#shared/domain/audit-words.ts';
import { following, type Lines, placeOf, timeText } from './csv-table.queries.ts';

export function auditLines({ db, platform: { zone } }: Ctx, { action, search }: AuditFilters): Lines {
  const { id, createdAt, actorName, subjectName } = auditEntries;
  const isNamed = search === '' ? undefined : sql`lower(${actorName} || chr(10) || ${subjectName}) like lower(${containing(search)})`;
  return {
    columns: [`Time (${zone})`, 'Who', 'What', 'Action', 'Whom or what', 'Reason or note', 'Details'],
    read: async (wanted) => {
      const rows = await db
        .select()
        .from(auditEntries)
        .where(and(action && eq(auditEntries.action, action), isNamed, following(wanted, createdAt, id)))
        .orderBy(downwards(createdAt), downwards(id))
        .limit(wanted.limit);
      return rows.map((row) => {
        const { reason, note, ...more } = row.details;
        const sentence = auditSentence({ actor: { name: row.actorName }, action: row.action, subject: { name: row.subjectName } });
        const details = Object.keys(more).length > 0 ? JSON.stringify(more) : '';
        const said = [reason, note].filter((one) => typeof one === 'string').join(' ');
        const values = [timeText(row.createdAt, zone), row.actorName, sentence, row.action, row.subjectName, said, details];
        return { place: placeOf(row), values };
      });
    },
  };
}
