import { eq } from 'drizzle-orm';
import { pushSubscriptions } from '#db/schema/notifications.ts';
import { requireSessionId, type SignedIn } from '#server/core/context.ts';
import type { PushConfig } from '#shared/contracts/notifications.ts';

export async function getPushConfig({ db, actor, webPush }: SignedIn): Promise<PushConfig> {
  const [device] = await db
    .select({ endpoint: pushSubscriptions.endpoint, serverKey: pushSubscriptions.serverKey })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, requireSessionId(actor)));
  const publicKey = webPush?.publicKey ?? null;
  return { publicKey, endpoint: device?.serverKey === publicKey ? device.endpoint : null };
}
