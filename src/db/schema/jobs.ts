import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';

/** The owner of jobs that have none, and of jobs that were planned before there were owners. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    kind: text().notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    key: text(),
    /** The account whose slots the job takes; without a foreign key, like the ids in `params`. */
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
    // For the runners of `OUTBOUND_KINDS` and `WEBHOOK_KINDS`, which look for their next job among all jobs.
    index('jobs_abroad_due_idx').on(t.dueAt).where(sql`dead_at is null and kind in ('photo.copy', 'push.send')`),
    index('jobs_webhooks_due_idx').on(t.dueAt).where(sql`dead_at is null and kind in ('webhook.send')`),
    // Written as `num_nonnulls`, because with `dead_at is null` the planner would choose an index by time and, where one owner has most jobs, read them all.
    index('jobs_webhooks_owner_idx').on(t.ownerId, t.dueAt).where(sql`num_nonnulls(dead_at) = 0 and kind in ('webhook.send')`),
    index('jobs_rest_due_idx').on(t.dueAt).where(sql`dead_at is null and kind not in ('photo.copy', 'push.send', 'webhook.send')`),
    index('jobs_dead_idx').on(t.deadAt.desc(), t.id.desc()).where(sql`dead_at is not null`),
    index('jobs_reset_email_idx').on(sql`(params ->> 'email')`).where(sql`dead_at is null and params ->> 'mail' = 'password_reset'`),
    check('jobs_tries_not_negative', sql`${t.tries} >= 0`),
  ],
);
