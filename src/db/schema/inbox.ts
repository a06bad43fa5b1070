import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '#db/columns.ts';
import { users } from './people.ts';

export const inboxes = pgTable('inboxes', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  lastSeq: bigint({ mode: 'number' }).notNull(),
});

/** Numbered per account without gaps, in the order of commits; kept for seven days. */
export const inboxEvents = pgTable(
  'inbox_events',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seq: bigint({ mode: 'number' }).notNull(),
    kind: text().notNull(),
    ref: uuid(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.seq] }), index('inbox_events_created_at_idx').on(t.createdAt)],
);
