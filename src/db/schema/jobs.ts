import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';

/** Of jobs without an owner, and of those that a release without owners planned. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    kind: text().notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    key: text(),
    /** Whose slots the job takes; without a foreign key, like the ids in `params`. */
    ownerId: uuid().notNull().default(NOBODY),
    dueAt: instant().notNull(),
    claimedUntil: instant(),
    tries: integer().notNull().default(0),
    lastError: text(),
    deadAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('jobs_key_key').on(t.key).where(sql`dead_at is null`),
    index('jobs_due_idx').on(t.dueAt).where(sql`dead_at is null`),
    // The kinds of `OUTBOUND_KINDS` and `WEBHOOK_KINDS`, whose runners look for their next job among all.
    index('jobs_abroad_due_idx').on(t.dueAt).where(sql`dead_at is null and kind in ('photo.copy', 'push.send')`),
    index('jobs_webhooks_due_idx').on(t.dueAt).where(sql`dead_at is null and kind in ('webhook.send')`),
    // Not `dead_at is null`: where one owner has nearly all jobs, the planner would take an index by time, and read them all.
    index('jobs_webhooks_owner_idx').on(t.ownerId, t.dueAt).where(sql`num_nonnulls(dead_at) = 0 and kind in ('webhook.send')`),
    index('jobs_rest_due_idx').on(t.dueAt).where(sql`dead_at is null and kind not in ('photo.copy', 'push.send', 'webhook.send')`),
    index('jobs_dead_idx').on(t.deadAt.desc(), t.id.desc()).where(sql`dead_at is not null`),
    index('jobs_reset_email_idx').on(sql`(params ->> 'email')`).where(sql`dead_at is null and params ->> 'mail' = 'password_reset'`),
    check('jobs_tries_not_negative', sql`${t.tries} >= 0`),
  ],
);
