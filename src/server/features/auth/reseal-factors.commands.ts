import { and, eq } from 'drizzle-orm';
import { totpFactors } from '#db/schema/second-factor.ts';
import type { Ctx } from '#server/core/context.ts';
import type { Resealed } from '#server/core/ports.ts';
import { reseal } from '#server/core/reseal.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { SECRET_PURPOSE } from './factors.commands.ts';

/** For the command line only. Does not overwrite a secret that its owner changes meanwhile. */
export async function resealFactors(ctx: Ctx): Promise<Resealed> {
  const rows = await ctx.db.select({ id: totpFactors.userId, secret: totpFactors.secret }).from(totpFactors);
  const store = (row: { id: string; secret: string }, secret: string) => {
    const isUnchanged = and(eq(totpFactors.userId, row.id), eq(totpFactors.secret, row.secret));
    return inUnitOfWork(ctx, ({ db }) => db.update(totpFactors).set({ secret }).where(isUnchanged));
  };
  return reseal(ctx, { purpose: SECRET_PURPOSE, rows, store });
}
