import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from '#db/columns.ts';
import { users } from './people.ts';

export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceHash: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] }), index('known_devices_last_used_at_idx').on(t.lastUsedAt)],
);

export const passwordResets = pgTable(
  'password_resets',
  {
    requestHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    codeHash: text().notNull(),
    linkHash: text().notNull(),
    deviceHash: text(),
    networkHash: text(),
    isKnown: boolean().notNull(),
    tries: smallint().notNull().default(0),
    codeExpiresAt: instant().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('password_resets_user_idx').on(t.userId),
    index('password_resets_link_hash_idx').on(t.linkHash),
    index('password_resets_expires_at_idx').on(t.expiresAt),
    check('password_resets_tries_not_negative', sql`${t.tries} >= 0`),
  ],
);
