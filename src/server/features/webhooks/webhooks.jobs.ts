import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import type { Ctx } from '#server/core/context.ts';
import { enqueue, type JobHandlers } from '#server/core/jobs.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import { DAY_MS } from '#shared/vocabulary/durations.ts';
import type { DeliveryProblem } from '#shared/vocabulary/integrations.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { type DeliveryTarget, findDelivery } from './webhooks.queries.ts';
import { cancelDeliveries, isToEndpoint, WEBHOOK_PURPOSE } from './webhooks.steps.ts';

type Attempt = { at: Date; milliseconds: number; status: number | null; problem: DeliveryProblem | null; isReplay: boolean };

/** Calls an endpoint once. If its server fails, this job still succeeds and plans another job for the retry. */
export const sendWebhook: JobHandlers['webhook.send'] = async (ctx, { deliveryId, isReplay }) => {
  const target = await findDelivery(ctx.db, deliveryId);
  if (!target || (!isReplay && !isDue(target, ctx.now()))) return;
  if (!target.isCalled) return isReplay ? undefined : cancelDeliveries(ctx.db, eq(webhookDeliveries.id, deliveryId));
  const attempt = await callEndpoint(ctx, target, isReplay);
  await inUnitOfWork(ctx, (unit) => recordAttempt(unit, target, attempt));
};

/** False when a process died between recording the try and finishing the job; then the next try is planned already. */
const isDue = ({ delivery }: DeliveryTarget, now: Date): boolean => delivery.nextTryAt !== null && delivery.nextTryAt <= now;

async function callEndpoint({ outbound, sealer, now }: Ctx, { delivery, endpoint }: DeliveryTarget, isReplay: boolean): Promise<Attempt> {
  const at = now();
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const secret = sealer.open(WEBHOOK_PURPOSE, endpoint.sealedSecret);
  if (secret === null) return { at, milliseconds: 0, status: null, problem: 'lost_secret', isReplay };
  const signature = createHmac('sha256', secret).update(`${timestamp}.${delivery.body}`).digest('hex');
  const response = await outbound.post(endpoint.url, {
    body: Buffer.from(delivery.body),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Webhook-Id': delivery.id,
      'X-Webhook-Timestamp': timestamp,
      'X-Webhook-Signature': `v1=${signature}`,
    },
    timeoutMs: WEBHOOKS.timeoutMs,
  });
  return { at, milliseconds: Math.max(0, now().getTime() - at.getTime()), ...response, isReplay };
}

/** Under the owner's lock, like every change of the endpoint, because it may have changed during the call. */
async function recordAttempt(unit: Unit<Ctx>, target: DeliveryTarget, attempt: Attempt): Promise<void> {
  const { db, now } = unit;
  await withLocks(db, { users: { noKeyUpdate: [target.endpoint.userId] } });
  const current = await findDelivery(db, target.delivery.id);
  if (!current) return;
  await db.insert(webhookAttempts).values({ id: uuidV7(now().getTime()), deliveryId: current.delivery.id, ...attempt });
  const isSameAddress = current.endpoint.url === target.endpoint.url;
  if (isAccepted(attempt)) await recordSuccess(db, current, { ...attempt, isSameAddress });
  // A failed replay changes nothing, and a try that two runners have made counts once.
  else if (!attempt.isReplay && current.delivery.nextTryAt !== null && current.delivery.tries === target.delivery.tries)
    await recordFailure(unit, current, { ...attempt, isSameAddress });
}

const isAccepted = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

type Outcome = Attempt & { isSameAddress: boolean };

async function recordSuccess(db: Executor, { delivery, endpoint }: DeliveryTarget, { isReplay, isSameAddress }: Outcome): Promise<void> {
  const isWaiting = delivery.nextTryAt !== null;
  // A replay does not change a pending delivery, which has planned tries of its own.
  if (!isReplay || !isWaiting) {
    const tries = isWaiting ? delivery.tries + 1 : delivery.tries;
    await db.update(webhookDeliveries).set({ state: 'delivered', nextTryAt: null, tries }).where(eq(webhookDeliveries.id, delivery.id));
  }
  if (isSameAddress && endpoint.failingSince)
    await db.update(webhookEndpoints).set({ failingSince: null }).where(eq(webhookEndpoints.id, endpoint.id));
}

async function recordFailure(unit: Unit<Ctx>, { delivery, endpoint }: DeliveryTarget, { isSameAddress }: Outcome): Promise<void> {
  const { db, record } = unit;
  const now = unit.now();
  // Not the time of the call, because another call may have succeeded while this one waited for the lock.
  const failingSince = endpoint.failingSince ?? now;
  const isGivenUp = isSameAddress && now.getTime() - failingSince.getTime() >= WEBHOOKS.failingDays * DAY_MS;
  const retryAfter = isGivenUp ? undefined : WEBHOOKS.retrySeconds[delivery.tries];
  const tries = delivery.tries + 1;
  const nextTryAt = retryAfter === undefined ? null : new Date(now.getTime() + retryAfter * 1000);
  const state = nextTryAt ? 'pending' : 'failed';
  await db.update(webhookDeliveries).set({ tries, nextTryAt, state }).where(eq(webhookDeliveries.id, delivery.id));
  if (nextTryAt) {
    const params = { deliveryId: delivery.id, isReplay: false };
    enqueue(unit, { kind: 'webhook.send', params, ownerId: endpoint.userId, dueAt: nextTryAt, key: `webhook.send ${delivery.id} ${tries}` });
  }
  if (!isSameAddress) return;
  const switchOff = isGivenUp && { offAt: now, isOffByFailures: true };
  await db
    .update(webhookEndpoints)
    .set({ failingSince, ...switchOff })
    .where(eq(webhookEndpoints.id, endpoint.id));
  if (!isGivenUp) return;
  await cancelDeliveries(db, isToEndpoint(endpoint.id));
  record({ type: 'webhook.switched_off', userId: endpoint.userId, url: endpoint.url });
}
