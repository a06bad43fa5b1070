import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '#db/columns.ts';
import {
  MAIL_KINDS,
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_KINDS,
  NOTIFICATION_PRIORITIES,
  NOTIFICATION_TYPES,
} from '#shared/vocabulary/notifications.ts';
import { sessions, users } from './people.ts';

export const notificationKindEnum = pgEnum('notification_kind', NOTIFICATION_KINDS);
export const notificationTypeEnum = pgEnum('notification_type', NOTIFICATION_TYPES);
export const notificationCategoryEnum = pgEnum('notification_category', NOTIFICATION_CATEGORIES);
export const notificationPriorityEnum = pgEnum('notification_priority', NOTIFICATION_PRIORITIES);

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: notificationKindEnum().notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    type: notificationTypeEnum().notNull(),
    category: notificationCategoryEnum().notNull(),
    title: text().notNull(),
    message: text().notNull(),
    action: jsonb().$type<{ label: string; url: string }>(),
    priority: notificationPriorityEnum().notNull().default('medium'),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    expiresAt: instant(),
    readAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('notifications_user_newest_idx').on(t.userId, t.createdAt.desc(), t.id.desc()),
    index('notifications_newest_idx').on(t.createdAt.desc(), t.id.desc()),
    index('notifications_read_idx').on(t.createdAt).where(sql`read_at is not null`),
    index('notifications_unread_messages_idx')
      .on(t.userId, sql`(${t.params} ->> 'threadId')`)
      .where(sql`read_at is null and (params ->> 'threadId') is not null`),
    index('notifications_unread_idx').on(t.userId).where(sql`read_at is null`),
    check('notifications_title_length', sql`char_length(${t.title}) between 1 and 200`),
    check('notifications_message_length', sql`char_length(${t.message}) between 1 and 2000`),
  ],
);

export const mailKindEnum = pgEnum('mail_kind', MAIL_KINDS);

export const mailOptOuts = pgTable(
  'mail_opt_outs',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: mailKindEnum().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
);

export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Our VAPID key when the subscription was made; a push service rejects messages signed with another one. */
    serverKey: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('push_subscriptions_user_idx').on(t.userId),
    index('push_subscriptions_session_idx').on(t.sessionId),
    check('push_subscriptions_endpoint_length', sql`char_length(${t.endpoint}) between 1 and 1000`),
  ],
);

export const inboxes = pgTable('inboxes', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  lastSeq: bigint({ mode: 'number' }).notNull(),
});

/** Numbered per account without gaps, in the order of commits; kept for seven days. */
export const inboxEvents = pgTable(
  'inbox_events',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seq: bigint({ mode: 'number' }).notNull(),
    kind: text().notNull(),
    ref: uuid(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.seq] }), index('inbox_events_created_at_idx').on(t.createdAt)],
);
