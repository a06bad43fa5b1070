import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgEnum, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { CHALLENGE_PURPOSES } from '#shared/vocabulary/people.ts';
import { sessionOriginEnum, users } from './people.ts';

export const totpFactors = pgTable('totp_factors', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed with APP_SECRET, because codes are computed from it. */
  secret: text().notNull(),
  lastStep: integer().notNull(),
  createdAt: createdAt(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    credentialId: text().notNull(),
    publicKey: text().notNull(),
    /** Many authenticators always send 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('passkeys_credential_id_key').on(t.credentialId),
    index('passkeys_user_id_idx').on(t.userId),
    check('passkeys_name_length', sql`char_length(${t.name}) between 1 and 60`),
  ],
);

export const challengePurposeEnum = pgEnum('challenge_purpose', CHALLENGE_PURPOSES);

export const challenges = pgTable(
  'challenges',
  {
    hash: text().primaryKey(),
    purpose: challengePurposeEnum().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** A keyed hash of the password hash at the first step, so that a change of password invalidates the second step. */
    passwordMark: text(),
    isRemembered: boolean().notNull().default(true),
    origin: sessionOriginEnum().notNull().default('password'),
    webauthnChallenge: text(),
    tries: smallint().notNull().default(0),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('challenges_expires_at_idx').on(t.expiresAt),
    index('challenges_user_id_idx').on(t.userId),
    check('challenges_tries_not_negative', sql`${t.tries} >= 0`),
  ],
);
