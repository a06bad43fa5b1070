import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgEnum, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '#db/columns.ts';
import { LOCALES } from '#shared/vocabulary/locales.ts';
import { ACCOUNT_STATUSES, CODE_PURPOSES, OAUTH_PROVIDERS, ROLES, SESSION_ORIGINS } from '#shared/vocabulary/people.ts';

export const roleEnum = pgEnum('role', ROLES);
export const localeEnum = pgEnum('locale', LOCALES);
export const accountStatusEnum = pgEnum('account_status', ACCOUNT_STATUSES);
export const sessionOriginEnum = pgEnum('session_origin', SESSION_ORIGINS);
export const codePurposeEnum = pgEnum('code_purpose', CODE_PURPOSES);
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
    passwordHash: text(),
    emailVerifiedAt: instant(),
    pendingEmail: text(),
    childName: text().notNull().default(''),
    /** The language of mails. Null, for accounts from before there were languages, means English. */
    locale: localeEnum(),
    /** Null for accounts from before the version was recorded, or made by a program that named none. */
    termsVersion: date({ mode: 'string' }),
    termsAcceptedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    index('users_admins_idx').on(t.id).where(sql`role = 'admin'`),
    index('users_role_newest_idx').on(t.role, t.createdAt.desc(), t.id.desc()),
    index('users_role_name_idx').on(t.role, sql`lower(${t.name}) collate "C"`, t.id),
    index('users_search_idx').using('gin', sql`lower(${t.name} || chr(10) || ${t.email}) gin_trgm_ops`),
    check('users_name_given', sql`char_length(${t.name}) > 0`),
    check('users_email_given', sql`char_length(${t.email}) > 0`),
    check('users_terms_dated', sql`num_nulls(${t.termsVersion}, ${t.termsAcceptedAt}) in (0, 2)`),
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
    /** How long a session lasts; one in the second half of its lifetime is extended to this length again. */
    lifetimeHours: integer().notNull(),
    origin: sessionOriginEnum().notNull().default('password'),
    userAgent: text().notNull().default(''),
    lastUsedAt: instant().notNull().defaultNow(),
    confirmedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index('sessions_user_id_idx').on(t.userId),
    index('sessions_expires_at_idx').on(t.expiresAt),
    check('sessions_lifetime_positive', sql`${t.lifetimeHours} > 0`),
  ],
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

export const codes = pgTable(
  'codes',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: codePurposeEnum().notNull(),
    hash: text().notNull(),
    email: text().notNull(),
    tries: smallint().notNull().default(0),
    expiresAt: instant().notNull(),
    /** Kept after use, so that opening a link again succeeds. */
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.purpose] }),
    index('codes_hash_idx').on(t.hash),
    index('codes_expires_at_idx').on(t.expiresAt),
    check('codes_tries_not_negative', sql`${t.tries} >= 0`),
  ],
);
