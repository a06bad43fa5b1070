import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '#db/columns.ts';
import { AUDIT_ACTIONS } from '#shared/vocabulary/content.ts';

export const auditActionEnum = pgEnum('audit_action', AUDIT_ACTIONS);

/** What admins did, to whom or what, and when: a trigger (`drizzle/0017`) lets rows come only. Names are those of the day, and nothing refers to anybody, who may leave. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    /** Null for the command line. */
    actorId: uuid(),
    actorName: text().notNull(),
    action: auditActionEnum().notNull(),
    subjectId: uuid(),
    subjectName: text().notNull().default(''),
    /** A reason or note, what it was before and after: whatever makes the entry understood. */
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
