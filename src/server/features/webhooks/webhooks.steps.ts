import { and, eq, type SQL } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';

/** The purpose for which the secret of an endpoint is sealed. */
export const WEBHOOK_PURPOSE = 'webhook';

export async function cancelDeliveries(db: Executor, where: SQL | undefined): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ state: 'failed', nextTryAt: null })
    .where(and(where, eq(webhookDeliveries.state, 'pending')));
}

export const isToEndpoint = (id: string): SQL => eq(webhookDeliveries.endpointId, id);
