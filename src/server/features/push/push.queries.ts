import { eq } from 'drizzle-orm';
import { pushSubscriptions } from '#db/schema/push.ts';
import type { SignedIn } from '#server/core/context.ts';
import type { PushConfig } from '#shared/contracts/push.ts';

export async function pushConfigFor({ db, actor, webPush }: SignedIn): Promise<PushConfig> {
  const [device] = await db
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, actor.sessionId));
  return { publicKey: webPush?.publicKey ?? null, endpoint: device?.endpoint ?? null };
}
