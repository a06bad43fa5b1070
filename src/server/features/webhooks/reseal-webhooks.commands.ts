import { and, eq } from 'drizzle-orm';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import type { Ctx } from '#server/core/context.ts';
import type { Resealed } from '#server/core/ports.ts';
import { reseal } from '#server/core/reseal.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { WEBHOOK_PURPOSE } from './webhooks.steps.ts';

/** For the command line only. Does not overwrite a secret that its owner renews meanwhile. */
export async function resealWebhooks(ctx: Ctx): Promise<Resealed> {
  const rows = await ctx.db.select({ id: webhookEndpoints.id, secret: webhookEndpoints.sealedSecret }).from(webhookEndpoints);
  const store = (row: { id: string; secret: string }, sealedSecret: string) => {
    const isUnchanged = and(eq(webhookEndpoints.id, row.id), eq(webhookEndpoints.sealedSecret, row.secret));
    return inUnitOfWork(ctx, ({ db }) => db.update(webhookEndpoints).set({ sealedSecret }).where(isUnchanged));
  };
  return reseal(ctx, { purpose: WEBHOOK_PURPOSE, rows, store });
}
