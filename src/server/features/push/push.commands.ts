import { and, desc, eq, ne, notInArray } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { pushSubscriptions } from '#db/schema/notifications.ts';
import { sessions } from '#db/schema/people.ts';
import { lockOwnAccount } from '#server/core/active-account.ts';
import { requireSessionId, type SignedIn } from '#server/core/context.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { SubscribeInput, UnsubscribePushInput } from '#shared/contracts/notifications.ts';
import { DomainError } from '#shared/errors.ts';
import { PUSH } from '#shared/vocabulary/account-limits.ts';

/** An endpoint stands for one browser, and moves to the account that signed in there last. */
export async function subscribe(ctx: SignedIn, { endpoint, keys }: SubscribeInput): Promise<void> {
  const { webPush } = ctx;
  if (!webPush) throw new DomainError('push.not_set_up');
  if (!webPush.isValidDevice({ endpoint, ...keys })) throw new DomainError('push.refused');
  await inUnitOfWork(ctx, async ({ db, actor, now }) => {
    await lockOwnAccount({ db, actor });
    if ((await db.$count(sessions, eq(sessions.id, requireSessionId(actor)))) === 0) throw new DomainError('auth.expired');
    // A session belongs to one browser, so its previous endpoint is no longer used.
    await db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.sessionId, requireSessionId(actor)), ne(pushSubscriptions.endpoint, endpoint)));
    // A new id, so that jobs planned for the account that had the endpoint before do not find it.
    const row = {
      id: uuidV7(now().getTime()),
      userId: actor.id,
      sessionId: requireSessionId(actor),
      endpoint,
      ...keys,
      serverKey: webPush.publicKey,
      createdAt: now(),
    };
    await db.insert(pushSubscriptions).values(row).onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
    const latestIds = db
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, actor.id))
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .limit(PUSH.devices);
    await db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.userId, actor.id), notInArray(pushSubscriptions.id, latestIds)));
  });
}

export async function unsubscribe({ db, actor }: SignedIn, { endpoint }: UnsubscribePushInput): Promise<void> {
  await db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.userId, actor.id), eq(pushSubscriptions.endpoint, endpoint)));
}
