import { and, eq, type SQL } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';

/** What still waits among these deliveries is not sent any more. */
export async function giveUp(db: Executor, which: SQL | undefined): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ state: 'failed', nextTryAt: null })
    .where(and(which, eq(webhookDeliveries.state, 'pending')));
}

export const ofEndpoint = (id: string): SQL => eq(webhookDeliveries.endpointId, id);
