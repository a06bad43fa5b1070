import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';

/** Work that waits for its time, or for the world outside the database; a row goes when its work is done. */
export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    kind: text().notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Of two jobs with one key the first is kept. */
    key: text(),
    dueAt: instant().notNull(),
    /** Until then one runner works on it; a runner that has died lets it go by this. */
    claimedUntil: instant(),
    tries: integer().notNull().default(0),
    lastError: text(),
    /** Set once it was tried as often as it may be: the row stays for `JOBS.deadDays`, for people to look at. */
    deadAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('jobs_key_key').on(t.key).where(sql`dead_at is null`),
    index('jobs_due_idx').on(t.dueAt).where(sql`dead_at is null`),
    // As `ABROAD` and `TO_WEBHOOKS` name them: their runners look for the next of them among all that is planned.
    index('jobs_abroad_due_idx').on(t.dueAt).where(sql`dead_at is null and kind in ('photo.copy', 'push.send')`),
    index('jobs_webhooks_due_idx').on(t.dueAt).where(sql`dead_at is null and kind in ('webhook.send')`),
    index('jobs_dead_idx').on(t.deadAt.desc(), t.id.desc()).where(sql`dead_at is not null`),
    index('jobs_reset_email_idx').on(sql`(params ->> 'email')`).where(sql`dead_at is null and params ->> 'mail' = 'password_reset'`),
    check('jobs_tries_not_negative', sql`${t.tries} >= 0`),
  ],
);
