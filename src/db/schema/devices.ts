import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from '#db/columns.ts';
import { users } from './people.ts';

/** Browsers and programs that an account has signed in from; of their identifiers only keyed hashes are stored. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceHash: text().notNull(),
    createdAt: createdAt(),
    /** The last sign-in. */
    lastUsedAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] }), index('known_devices_last_used_at_idx').on(t.lastUsedAt)],
);

/** Requests to reset a password whose mail was sent. Each belongs to the browser that asked, so several of an account stand side by side. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** Of the id that the browser got. */
    requestHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address that the mail went to. */
    email: text().notNull(),
    codeHash: text().notNull(),
    linkHash: text().notNull(),
    /** Of the cookie that the browser brought, or was given with the answer. */
    deviceHash: text(),
    /** Of the network and the user agent; null where the browser brought its cookie. */
    networkHash: text(),
    /** Whether the account has signed in from this device before. */
    isKnown: boolean().notNull(),
    tries: smallint().notNull().default(0),
    codeExpiresAt: instant().notNull(),
    /** The link outlives the code. */
    expiresAt: instant().notNull(),
    /** When it was asked for. */
    createdAt: createdAt(),
  },
  (t) => [
    index('password_resets_user_idx').on(t.userId),
    index('password_resets_link_hash_idx').on(t.linkHash),
    index('password_resets_expires_at_idx').on(t.expiresAt),
    check('password_resets_tries_not_negative', sql`${t.tries} >= 0`),
  ],
);
