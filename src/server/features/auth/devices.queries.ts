import { and, eq, inArray, sql } from 'drizzle-orm';
import { knownDevices } from '#db/schema/devices.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx } from '#server/core/context.ts';
import { possibleHashes } from '#server/core/devices.ts';

/** Whether the account of this address has signed in from the caller's device before; `email` in lower case. */
export async function isKnownDevice(ctx: Ctx, email: string): Promise<boolean> {
  const [known] = await ctx.db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(sql`lower(${users.email})`, email), inArray(knownDevices.deviceHash, possibleHashes(ctx))))
    .limit(1);
  return known !== undefined;
}
