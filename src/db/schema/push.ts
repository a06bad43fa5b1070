import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '#db/columns.ts';
import { sessions, users } from './people.ts';

/** Browsers that asked to be told while no page of ours is open. Each goes with the session that asked. */
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
    /** Where the browser's push service takes messages; it stands for the browser. */
    endpoint: text().notNull().unique(),
    /** The browser's public key and shared secret, in base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Of ours, that the browser subscribed with: under another one its push service takes nothing. */
    serverKey: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('push_subscriptions_user_idx').on(t.userId),
    index('push_subscriptions_session_idx').on(t.sessionId),
    check('push_subscriptions_endpoint_length', sql`char_length(${t.endpoint}) between 1 and 1000`),
  ],
);
