import { and, asc, eq, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import type { SignedIn } from '#server/core/context.ts';
import { isAfterCursor, parseCursor, toPage } from '#server/core/cursor.ts';
import { anyOf, byId } from '#server/core/ids.ts';
import type { AttemptView, DeliveriesInput, DeliveriesPage, WebhookView } from '#shared/contracts/webhooks.ts';
import { DomainError } from '#shared/errors.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';

type Caller = Pick<SignedIn, 'db' | 'actor'>;

export const WEBHOOK_COLUMNS = {
  id: webhookEndpoints.id,
  url: webhookEndpoints.url,
  events: webhookEndpoints.events,
  failingSince: webhookEndpoints.failingSince,
  offAt: webhookEndpoints.offAt,
  isOffByFailures: webhookEndpoints.isOffByFailures,
  createdAt: webhookEndpoints.createdAt,
};

export const isOwnWebhook = ({ actor }: Pick<Caller, 'actor'>, id: string) =>
  and(byId(webhookEndpoints.id, id), eq(webhookEndpoints.userId, actor.id));

export function listWebhooks({ db, actor }: Caller): Promise<WebhookView[]> {
  return db
    .select(WEBHOOK_COLUMNS)
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, actor.id))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
}

export async function getOwnWebhook({ db, actor }: Caller, id: string): Promise<WebhookView> {
  const [webhook] = await db.select(WEBHOOK_COLUMNS).from(webhookEndpoints).where(isOwnWebhook({ actor }, id));
  if (!webhook) throw new DomainError('webhook.not_found');
  return webhook;
}

export async function listDeliveries({ db, actor }: Caller, { id, cursor }: DeliveriesInput): Promise<DeliveriesPage> {
  const { id: endpointId } = await getOwnWebhook({ db, actor }, id);
  const after = parseCursor(cursor);
  const { event, state, body, createdAt, nextTryAt } = webhookDeliveries;
  const rows = await db
    .select({ id: webhookDeliveries.id, event, state, body, createdAt, nextTryAt })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.endpointId, endpointId), isAfterCursor(createdAt, webhookDeliveries.id, after)))
    .orderBy(downwards(createdAt), downwards(webhookDeliveries.id))
    .limit(WEBHOOKS.logPage + 1);
  const { shown: page, nextCursor } = toPage(rows, WEBHOOKS.logPage);
  const attempts = await listAttempts(db, page);
  return { deliveries: page.map((delivery) => ({ ...delivery, attempts: attempts.get(delivery.id) ?? [] })), nextCursor };
}

async function listAttempts(db: Executor, deliveries: readonly { id: string }[]): Promise<Map<string, AttemptView[]>> {
  const deliveryIds = deliveries.map(({ id }) => id);
  const attemptsById = new Map<string, AttemptView[]>(deliveryIds.map((id) => [id, []]));
  if (deliveryIds.length === 0) return attemptsById;
  const rows = await db
    .select()
    .from(webhookAttempts)
    .where(anyOf(webhookAttempts.deliveryId, deliveryIds))
    .orderBy(asc(webhookAttempts.deliveryId), asc(webhookAttempts.at), asc(webhookAttempts.id));
  for (const { deliveryId, ...attempt } of rows) attemptsById.get(deliveryId)?.push(attempt);
  return attemptsById;
}

export async function findDelivery(db: Executor, id: string) {
  const { endpointId, body, state, tries, nextTryAt } = webhookDeliveries;
  const { userId, url, sealedSecret, failingSince } = webhookEndpoints;
  const [row] = await db
    .select({
      delivery: { id: webhookDeliveries.id, body, state, tries, nextTryAt },
      endpoint: { id: endpointId, userId, url, sealedSecret, failingSince },
      isCalled: sql<boolean>`${webhookEndpoints.offAt} is null and ${users.status} = 'active'`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
    .innerJoin(users, eq(users.id, userId))
    .where(byId(webhookDeliveries.id, id));
  return row ?? null;
}
export type DeliveryTarget = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;
