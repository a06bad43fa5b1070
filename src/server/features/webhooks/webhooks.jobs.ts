import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import type { Ctx } from '#server/core/context.ts';
import { enqueue, type JobHandlers } from '#server/core/jobs.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import { WEBHOOKS } from '#shared/vocabulary/limits.ts';
import type { DeliveryProblem } from '#shared/vocabulary/outside.ts';
import { giveUp, ofEndpoint } from './webhooks.steps.ts';
import { deliveryToSend, type ToSend } from './webhooks.queries.ts';

const DAY = 86_400_000;

type Attempt = { at: Date; milliseconds: number; status: number | null; problem: DeliveryProblem | null; isReplay: boolean };

/** Calls an endpoint once. What its server makes of it is no failure of the job: when it is tried again is planned here. */
export const sendWebhook: JobHandlers['webhook.send'] = async (ctx, { deliveryId, isReplay }) => {
  const sent = await deliveryToSend(ctx.db, deliveryId);
  if (!sent || (!isReplay && !isDue(sent, ctx.now()))) return;
  if (!sent.isCalled) return isReplay ? undefined : giveUp(ctx.db, eq(webhookDeliveries.id, deliveryId));
  const attempt = await call(ctx, sent, isReplay);
  await inUnitOfWork(ctx, (unit) => keep(unit, sent, attempt));
};

/** Whoever died between a try and the end of its job has planned the next one already. */
const isDue = ({ delivery }: ToSend, now: Date): boolean => delivery.nextTryAt !== null && delivery.nextTryAt <= now;

async function call({ outgoing, sealer, now }: Ctx, { delivery, endpoint }: ToSend, isReplay: boolean): Promise<Attempt> {
  const at = now();
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const secret = sealer.open('webhook', endpoint.sealedSecret);
  if (secret === null) return { at, milliseconds: 0, status: null, problem: 'lost_secret', isReplay };
  const signature = createHmac('sha256', secret).update(`${timestamp}.${delivery.body}`).digest('hex');
  const answer = await outgoing.post(endpoint.url, {
    body: Buffer.from(delivery.body),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Webhook-Id': delivery.id,
      'X-Webhook-Timestamp': timestamp,
      'X-Webhook-Signature': `v1=${signature}`,
    },
    timeoutMs: WEBHOOKS.timeoutMs,
  });
  return { at, milliseconds: Math.max(0, now().getTime() - at.getTime()), ...answer, isReplay };
}

/** Under the lock of the owner, as whoever changes the endpoint: what has become of it meanwhile counts. */
async function keep(unit: Unit<Ctx>, sent: ToSend, attempt: Attempt): Promise<void> {
  const { db, now } = unit;
  await withLocks(db, { users: { noKeyUpdate: [sent.endpoint.userId] } });
  const found = await deliveryToSend(db, sent.delivery.id);
  if (!found) return;
  await db.insert(webhookAttempts).values({ id: uuidV7(now().getTime()), deliveryId: found.delivery.id, ...attempt });
  const isSameAddress = found.endpoint.url === sent.endpoint.url;
  if (isTaken(attempt)) await keepSuccess(db, found, { ...attempt, isSameAddress });
  // A replay is asked for to see what happens, and when it fails nothing changes. Of a try that two runners have made one counts.
  else if (!attempt.isReplay && found.delivery.nextTryAt !== null && found.delivery.tries === sent.delivery.tries)
    await keepFailure(unit, found, { ...attempt, isSameAddress });
}

const isTaken = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

/** `isSameAddress`: what was called is still the address of the endpoint, and says something of it. */
type Outcome = Attempt & { isSameAddress: boolean };

async function keepSuccess(db: Executor, { delivery, endpoint }: ToSend, { isReplay, isSameAddress }: Outcome): Promise<void> {
  const isWaiting = delivery.nextTryAt !== null;
  // What waits goes on as planned, whatever becomes of replays.
  if (!isReplay || !isWaiting) {
    const tries = isWaiting ? delivery.tries + 1 : delivery.tries;
    await db.update(webhookDeliveries).set({ state: 'delivered', nextTryAt: null, tries }).where(eq(webhookDeliveries.id, delivery.id));
  }
  if (isSameAddress && endpoint.failingSince)
    await db.update(webhookEndpoints).set({ failingSince: null }).where(eq(webhookEndpoints.id, endpoint.id));
}

async function keepFailure(unit: Unit<Ctx>, { delivery, endpoint }: ToSend, { isSameAddress }: Outcome): Promise<void> {
  const { db, record } = unit;
  const now = unit.now();
  // From when it is kept: another call that was taken while this one was waiting is no part of it.
  const failingSince = endpoint.failingSince ?? now;
  const isHopeless = isSameAddress && now.getTime() - failingSince.getTime() >= WEBHOOKS.failingDays * DAY;
  const pause = isHopeless ? undefined : WEBHOOKS.retrySeconds[delivery.tries];
  const tries = delivery.tries + 1;
  const nextTryAt = pause === undefined ? null : new Date(now.getTime() + pause * 1000);
  const state = nextTryAt ? 'pending' : 'failed';
  await db.update(webhookDeliveries).set({ tries, nextTryAt, state }).where(eq(webhookDeliveries.id, delivery.id));
  if (nextTryAt) {
    const params = { deliveryId: delivery.id, isReplay: false };
    enqueue(unit, { kind: 'webhook.send', params, dueAt: nextTryAt, key: `webhook.send ${delivery.id} ${tries}` });
  }
  if (!isSameAddress) return;
  const off = isHopeless && { offAt: now, isOffByFailures: true };
  await db
    .update(webhookEndpoints)
    .set({ failingSince, ...off })
    .where(eq(webhookEndpoints.id, endpoint.id));
  if (!isHopeless) return;
  await giveUp(db, ofEndpoint(endpoint.id));
  record({ type: 'webhook.switched_off', userId: endpoint.userId, url: endpoint.url });
}
