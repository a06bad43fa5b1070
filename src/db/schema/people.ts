import { sql } from 'drizzle-orm';
import { check, index, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '#db/columns.ts';
import { ACCOUNT_STATUSES, OAUTH_PROVIDERS, ROLES } from '#shared/vocabulary/people.ts';

export const roleEnum = pgEnum('role', ROLES);
export const accountStatusEnum = pgEnum('account_status', ACCOUNT_STATUSES);
export const oauthProviderEnum = pgEnum('oauth_provider', OAUTH_PROVIDERS);

export const users = pgTable(
  'users',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    /** Null only between a Google sign-in and the choice of a role. */
    role: roleEnum(),
    status: accountStatusEnum().notNull().default('active'),
    phone: text().notNull().default(''),
    profileImage: text().notNull().default(''),
    /** Null for an account that signs in with Google only. */
    passwordHash: text(),
    emailVerifiedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    check('users_name_given', sql`char_length(${t.name}) > 0`),
    check('users_email_given', sql`char_length(${t.email}) > 0`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the bearer token, in hex. */
    id: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    /** How long one use in the second half of its life lengthens it. */
    lifetimeHours: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('sessions_user_id_idx').on(t.userId), check('sessions_lifetime_positive', sql`${t.lifetimeHours} > 0`)],
);

export const oauthAccounts = pgTable(
  'oauth_accounts',
  {
    provider: oauthProviderEnum().notNull(),
    providerUserId: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.providerUserId] }), uniqueIndex('oauth_accounts_user_provider_key').on(t.userId, t.provider)],
);
