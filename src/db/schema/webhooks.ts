import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgEnum, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { DELIVERY_PROBLEMS, DELIVERY_STATES, WEBHOOK_EVENTS } from '#shared/vocabulary/integrations.ts';
import { users } from './people.ts';

export const webhookEvent = pgEnum('webhook_event', WEBHOOK_EVENTS);
export const deliveryState = pgEnum('delivery_state', DELIVERY_STATES);
export const deliveryProblem = pgEnum('delivery_problem', DELIVERY_PROBLEMS);

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    events: webhookEvent().array().notNull(),
    sealedSecret: text().notNull(),
    failingSince: instant(),
    offAt: instant(),
    isOffByFailures: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    unique('webhook_endpoints_user_url_key').on(t.userId, t.url),
    check('webhook_endpoints_url_length', sql`char_length(${t.url}) between 1 and 2000`),
    check('webhook_endpoints_some_events', sql`cardinality(${t.events}) > 0`),
    check('webhook_endpoints_off_by_failures', sql`not ${t.isOffByFailures} or ${t.offAt} is not null`),
  ],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    endpointId: uuid()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    event: webhookEvent().notNull(),
    body: text().notNull(),
    state: deliveryState().notNull().default('pending'),
    tries: integer().notNull().default(0),
    nextTryAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index('webhook_deliveries_endpoint_idx').on(t.endpointId, t.createdAt.desc(), t.id.desc()),
    index('webhook_deliveries_created_at_idx').on(t.createdAt),
    check('webhook_deliveries_tries_not_negative', sql`${t.tries} >= 0`),
    check('webhook_deliveries_waits_or_is_over', sql`(${t.state} = 'pending') = (${t.nextTryAt} is not null)`),
  ],
);

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: id(),
    deliveryId: uuid()
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    milliseconds: integer().notNull(),
    status: integer(),
    problem: deliveryProblem(),
    isReplay: boolean().notNull().default(false),
  },
  (t) => [
    index('webhook_attempts_delivery_idx').on(t.deliveryId, t.at, t.id),
    check('webhook_attempts_answered_or_not', sql`num_nonnulls(${t.status}, ${t.problem}) = 1`),
  ],
);
