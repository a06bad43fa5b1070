import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '#db/columns.ts';
import { AUDIT_ACTIONS } from '#shared/vocabulary/audit.ts';

export const auditActionEnum = pgEnum('audit_action', AUDIT_ACTIONS);

/** Append-only, by a trigger (`drizzle/0017`). Without foreign keys, so that entries outlive accounts. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    actorId: uuid(),
    actorName: text().notNull(),
    action: auditActionEnum().notNull(),
    subjectId: uuid(),
    subjectName: text().notNull().default(''),
    details: jsonb().$type<AuditDetails>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_entries_newest_idx').on(t.createdAt.desc(), t.id.desc()),
    index('audit_entries_action_newest_idx').on(t.action, t.createdAt.desc(), t.id.desc()),
    index('audit_entries_actor_newest_idx').on(t.actorId, t.createdAt.desc(), t.id.desc()),
    index('audit_entries_subject_newest_idx').on(t.subjectId, t.createdAt.desc(), t.id.desc()),
    index('audit_entries_names_idx').using('gin', sql`lower(${t.actorName} || chr(10) || ${t.subjectName}) gin_trgm_ops`),
    check('audit_entries_actor_named', sql`char_length(${t.actorName}) > 0`),
  ],
);

export type AuditDetails = {
  reason?: string;
  note?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  [more: string]: unknown;
};
