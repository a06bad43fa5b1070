import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from '#db/columns.ts';
import { users } from './people.ts';

/** How often something was done in the window that ends at `resetsAt`; whose it is stands in `key` as a hash. */
export const limits = pgTable(
  'limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: instant().notNull(),
  },
  (t) => [index('limits_resets_at_idx').on(t.resetsAt), check('limits_count_not_negative', sql`${t.count} >= 0`)],
);

/** What a request was answered that came with a key of its sender: the same again is answered the same, and does nothing. */
export const requestKeys = pgTable(
  'request_keys',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** SHA-256 of what was asked. */
    bodyHash: text().notNull(),
    /** Null while it is being answered. */
    answer: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index('request_keys_created_at_idx').on(t.createdAt),
    check('request_keys_key_length', sql`char_length(${t.key}) between 1 and 255`),
  ],
);
