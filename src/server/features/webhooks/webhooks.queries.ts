import { and, asc, eq, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import type { SignedIn } from '#server/core/context.ts';
import { cursorFrom, pageOf } from '#server/core/cursor.ts';
import { anyOf, byId } from '#server/core/ids.ts';
import type { AttemptView, DeliveriesInput, DeliveriesPage, WebhookView } from '#shared/contracts/webhooks.ts';
import { DomainError } from '#shared/errors.ts';
import { WEBHOOKS } from '#shared/vocabulary/limits.ts';

type Caller = Pick<SignedIn, 'db' | 'actor'>;

/** What the owner sees of one; never the secret. */
export const SEEN = {
  id: webhookEndpoints.id,
  url: webhookEndpoints.url,
  events: webhookEndpoints.events,
  failingSince: webhookEndpoints.failingSince,
  offAt: webhookEndpoints.offAt,
  isOffByFailures: webhookEndpoints.isOffByFailures,
  createdAt: webhookEndpoints.createdAt,
};

export const isOwn = ({ actor }: Pick<Caller, 'actor'>, id: string) => and(byId(webhookEndpoints.id, id), eq(webhookEndpoints.userId, actor.id));

export function webhooksOf({ db, actor }: Caller): Promise<WebhookView[]> {
  return db
    .select(SEEN)
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, actor.id))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
}

export async function ownWebhook({ db, actor }: Caller, id: string): Promise<WebhookView> {
  const [own] = await db.select(SEEN).from(webhookEndpoints).where(isOwn({ actor }, id));
  if (!own) throw new DomainError('webhook.not_found');
  return own;
}

/** The log of one endpoint, a page at a time. */
export async function deliveriesOf({ db, actor }: Caller, { id, cursor }: DeliveriesInput): Promise<DeliveriesPage> {
  const { id: endpointId } = await ownWebhook({ db, actor }, id);
  const after = cursorFrom(cursor);
  const { event, state, body, createdAt, nextTryAt } = webhookDeliveries;
  const rows = await db
    .select({ id: webhookDeliveries.id, event, state, body, createdAt, nextTryAt })
    .from(webhookDeliveries)
    .where(
      and(eq(webhookDeliveries.endpointId, endpointId), sql`(${createdAt}, ${webhookDeliveries.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`),
    )
    .orderBy(downwards(createdAt), downwards(webhookDeliveries.id))
    .limit(WEBHOOKS.logPage + 1);
  const { shown, nextCursor } = pageOf(rows, WEBHOOKS.logPage);
  const attempts = await attemptsOf(
    db,
    shown.map(({ id }) => id),
  );
  return { deliveries: shown.map((delivery) => ({ ...delivery, attempts: attempts.get(delivery.id) ?? [] })), nextCursor };
}

async function attemptsOf(db: Executor, deliveryIds: readonly string[]): Promise<Map<string, AttemptView[]>> {
  const of = new Map<string, AttemptView[]>(deliveryIds.map((id) => [id, []]));
  if (deliveryIds.length === 0) return of;
  const rows = await db
    .select()
    .from(webhookAttempts)
    .where(anyOf(webhookAttempts.deliveryId, deliveryIds))
    .orderBy(asc(webhookAttempts.deliveryId), asc(webhookAttempts.at), asc(webhookAttempts.id));
  for (const { deliveryId, ...attempt } of rows) of.get(deliveryId)?.push(attempt);
  return of;
}

/** A delivery with where it goes; null once it, its endpoint or the owner is gone. Nobody is called who has switched it off, or is suspended. */
export async function deliveryToSend(db: Executor, id: string) {
  const { endpointId, body, state, tries, nextTryAt } = webhookDeliveries;
  const { userId, url, sealedSecret, failingSince } = webhookEndpoints;
  const [found] = await db
    .select({
      delivery: { id: webhookDeliveries.id, body, state, tries, nextTryAt },
      endpoint: { id: endpointId, userId, url, sealedSecret, failingSince },
      isCalled: sql<boolean>`${webhookEndpoints.offAt} is null and ${users.status} = 'active'`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
    .innerJoin(users, eq(users.id, userId))
    .where(byId(webhookDeliveries.id, id));
  return found ?? null;
}
export type ToSend = NonNullable<Awaited<ReturnType<typeof deliveryToSend>>>;
