import { and, eq } from 'drizzle-orm';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import type { Ctx } from '#server/core/context.ts';
import type { Resealed } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { WEBHOOK_PURPOSE } from './webhooks.steps.ts';

/** For the command line only: what APP_SECRET_PREVIOUS still opens is sealed with APP_SECRET, so that the previous one can be removed. */
export async function resealWebhooks(ctx: Ctx): Promise<Resealed> {
  const result = { resealed: 0, unreadable: 0 };
  for (const { id, sealedSecret } of await ctx.db
    .select({ id: webhookEndpoints.id, sealedSecret: webhookEndpoints.sealedSecret })
    .from(webhookEndpoints)) {
    const opened = ctx.sealer.open(WEBHOOK_PURPOSE, sealedSecret);
    if (opened === null) result.unreadable += 1;
    else {
      const isUnchanged = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.sealedSecret, sealedSecret));
      const sealed = ctx.sealer.seal(WEBHOOK_PURPOSE, opened);
      await inUnitOfWork(ctx, ({ db }) => db.update(webhookEndpoints).set({ sealedSecret: sealed }).where(isUnchanged));
      result.resealed += 1;
    }
  }
  return result;
}
