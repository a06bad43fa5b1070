import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgEnum, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { API_KEY_SCOPES } from '#shared/vocabulary/integrations.ts';
import { users } from './people.ts';

export const limits = pgTable(
  'limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: instant().notNull(),
  },
  (t) => [index('limits_resets_at_idx').on(t.resetsAt), check('limits_count_not_negative', sql`${t.count} >= 0`)],
);

export const requestKeys = pgTable(
  'request_keys',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    bodyHash: text().notNull(),
    answer: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index('request_keys_created_at_idx').on(t.createdAt),
    check('request_keys_key_length', sql`char_length(${t.key}) between 1 and 255`),
  ],
);

export const apiKeyScope = pgEnum('api_key_scope', API_KEY_SCOPES);

export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scope: apiKeyScope().notNull(),
    tokenHash: text().notNull(),
    hint: text().notNull(),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('api_keys_token_hash_key').on(t.tokenHash),
    index('api_keys_user_idx').on(t.userId),
    check('api_keys_name_length', sql`char_length(${t.name}) between 1 and 100`),
  ],
);

export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('calendar_feeds_token_hash_key').on(t.tokenHash)],
);
