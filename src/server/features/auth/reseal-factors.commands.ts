import { and, eq } from 'drizzle-orm';
import { totpFactors } from '#db/schema/second-factor.ts';
import type { Ctx } from '#server/core/context.ts';
import type { Resealed } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { SECRET_PURPOSE } from './factors.commands.ts';

/** For the command line only: what APP_SECRET_PREVIOUS still opens is sealed with APP_SECRET, so that the previous one can be removed. */
export async function resealFactors(ctx: Ctx): Promise<Resealed> {
  const result = { resealed: 0, unreadable: 0 };
  for (const { userId, secret } of await ctx.db.select({ userId: totpFactors.userId, secret: totpFactors.secret }).from(totpFactors)) {
    const opened = ctx.sealer.open(SECRET_PURPOSE, secret);
    if (opened === null) result.unreadable += 1;
    else {
      const isUnchanged = and(eq(totpFactors.userId, userId), eq(totpFactors.secret, secret));
      const sealed = ctx.sealer.seal(SECRET_PURPOSE, opened);
      await inUnitOfWork(ctx, ({ db }) => db.update(totpFactors).set({ secret: sealed }).where(isUnchanged));
      result.resealed += 1;
    }
  }
  return result;
}
