import { randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { type Executor, only } from '#db/executor.ts';
import { webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import { demandConfirmation } from '#server/core/confirmation.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { SensitiveAction } from '#server/core/job-kinds.ts';
import { enqueue } from '#server/core/jobs.ts';
import { lockOwnAccount } from '#server/core/active-account.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type {
  AddWebhookInput,
  ChangeWebhookInput,
  MadeWebhook,
  RenewedSecret,
  ReplayInput,
  SwitchWebhookInput,
  WebhookIdInput,
  WebhookView,
} from '#shared/contracts/webhooks.ts';
import { DomainError } from '#shared/errors.ts';
import { LIMITS, WEBHOOKS } from '#shared/vocabulary/limits.ts';
import { giveUp, ofEndpoint } from './webhooks.steps.ts';
import { isOwn, ownWebhook, SEEN } from './webhooks.queries.ts';

const SECRET_PREFIX = 'whsec_';

/** Tells the secret this once. */
export function addWebhook(ctx: SignedIn, { url, events }: AddWebhookInput): Promise<MadeWebhook> {
  const address = addressOf(ctx, url);
  return confirmedly(ctx, async (unit) => {
    const { db, actor, now, sealer } = unit;
    if ((await db.$count(webhookEndpoints, eq(webhookEndpoints.userId, actor.id))) >= WEBHOOKS.perUser) throw new DomainError('webhook.too_many');
    await demandNew(db, { userId: actor.id, address });
    const secret = newSecret();
    const row = {
      id: uuidV7(now().getTime()),
      userId: actor.id,
      url: address,
      events,
      sealedSecret: sealer.seal('webhook', secret),
      createdAt: now(),
    };
    tellOwner(unit, { kind: 'webhook_added', url: address });
    return { ...only(await db.insert(webhookEndpoints).values(row).returning(SEEN)), secret };
  });
}

/** What waits goes to the new address; that it failed was said of the old one. */
export function changeWebhook(ctx: SignedIn, { id, url, events }: ChangeWebhookInput): Promise<WebhookView> {
  const address = addressOf(ctx, url);
  return confirmedly(ctx, async (unit) => {
    const { db, actor } = unit;
    const before = await ownWebhook({ db, actor }, id);
    await demandNew(db, { userId: actor.id, address, besides: before.id });
    if (address !== before.url) tellOwner(unit, { kind: 'webhook_moved', url: address });
    const failingSince = address === before.url ? before.failingSince : null;
    return only(await db.update(webhookEndpoints).set({ url: address, events, failingSince }).where(isOwn({ actor }, id)).returning(SEEN));
  });
}

/** What waited for one that is switched off is not sent later. */
export function switchWebhook(ctx: SignedIn, { id, isOn }: SwitchWebhookInput): Promise<WebhookView> {
  return changing(ctx, async ({ db, actor, now }) => {
    const before = await ownWebhook({ db, actor }, id);
    if ((before.offAt === null) === isOn) return before;
    if (!isOn) await giveUp(db, ofEndpoint(before.id));
    const state = isOn ? { offAt: null, failingSince: null, isOffByFailures: false } : { offAt: now() };
    return only(await db.update(webhookEndpoints).set(state).where(isOwn({ actor }, id)).returning(SEEN));
  });
}

/** With its log, and what waits for it. */
export function removeWebhook(ctx: SignedIn, { id }: WebhookIdInput): Promise<void> {
  return changing(ctx, async ({ db, actor }) => {
    const removed = await db.delete(webhookEndpoints).where(isOwn({ actor }, id)).returning({ id: webhookEndpoints.id });
    if (removed.length === 0) throw new DomainError('webhook.not_found');
  });
}

/** Tells the new secret this once; from now on everything is signed with it, what is tried again too. */
export function renewSecret(ctx: SignedIn, { id }: WebhookIdInput): Promise<RenewedSecret> {
  return confirmedly(ctx, async (unit) => {
    const { db, actor, sealer } = unit;
    const secret = newSecret();
    const renewed = await db
      .update(webhookEndpoints)
      .set({ sealedSecret: sealer.seal('webhook', secret) })
      .where(isOwn({ actor }, id))
      .returning({ url: webhookEndpoints.url });
    const [webhook] = renewed;
    if (!webhook) throw new DomainError('webhook.not_found');
    tellOwner(unit, { kind: 'webhook_secret_renewed', url: webhook.url });
    return { secret };
  });
}

/** Sends what was sent once more, now; one of a delivery at a time. */
export function replay(ctx: SignedIn, { id }: ReplayInput): Promise<void> {
  return changing(ctx, async (unit) => {
    const [own] = await unit.db
      .select({ id: webhookDeliveries.id, offAt: webhookEndpoints.offAt })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(and(byId(webhookDeliveries.id, id), eq(webhookEndpoints.userId, unit.actor.id)));
    if (!own) throw new DomainError('webhook.delivery_not_found');
    if (own.offAt !== null) throw new DomainError('webhook.off');
    enqueue(unit, { kind: 'webhook.send', params: { deliveryId: own.id, isReplay: true }, key: `webhook.replay ${own.id}` });
  });
}

/** One change at a time of what hangs on an account. */
function changing<T>(ctx: SignedIn, work: (unit: Unit<SignedIn>) => Promise<T>): Promise<T> {
  return inUnitOfWork(ctx, async (unit) => {
    await lockOwnAccount(unit);
    return work(unit);
  });
}

/** What sends news to somebody, or lets them sign it, is for whoever has just proven to be the owner. */
function confirmedly<T>(ctx: SignedIn, work: (unit: Unit<SignedIn>) => Promise<T>): Promise<T> {
  return changing(ctx, async (unit) => {
    await demandConfirmation(unit);
    return work(unit);
  });
}

function tellOwner({ actor, record, client, now }: Unit<SignedIn>, action: SensitiveAction): void {
  record({ type: 'sensitive_action.taken', userId: actor.id, action, client, at: now() });
}

const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(WEBHOOKS.secretBytes).toString('base64url')}`;

/** An address as it is called: two spellings of one are one. */
function addressOf({ outgoing }: Pick<Ctx, 'outgoing'>, text: string): string {
  const field = { field: 'url' };
  if (!URL.canParse(text)) throw new DomainError('webhook.url', field);
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && !text.includes('#');
  if (!isPlain) throw new DomainError('webhook.url', field, 'Please enter an address without a name, a password or a #');
  if (outgoing.refuses(url.href)) throw new DomainError(url.protocol === 'https:' ? 'webhook.url_private' : 'webhook.url', field);
  if (url.href.length > LIMITS.url) throw new DomainError('webhook.url', field, 'Address cannot be longer than 2000 characters');
  return url.href;
}

/** Under the lock of the account. */
async function demandNew(db: Executor, { userId, address, besides }: { userId: string; address: string; besides?: string }): Promise<void> {
  const isTaken = and(
    eq(webhookEndpoints.userId, userId),
    eq(webhookEndpoints.url, address),
    besides === undefined ? undefined : ne(webhookEndpoints.id, besides),
  );
  if ((await db.$count(webhookEndpoints, isTaken)) > 0) throw new DomainError('webhook.url_taken', { field: 'url' });
}
