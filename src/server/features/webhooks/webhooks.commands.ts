import { randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { type Executor, only } from '#db/executor.ts';
import { webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import { lockOwnAccount } from '#server/core/active-account.ts';
import { requireConfirmation } from '#server/core/confirmation.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { SensitiveAction } from '#server/core/job-kinds.ts';
import { enqueue } from '#server/core/jobs.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type {
  AddWebhookInput,
  ChangeWebhookInput,
  CreatedWebhook,
  RenewedSecret,
  ReplayInput,
  SwitchWebhookInput,
  WebhookIdInput,
  WebhookView,
} from '#shared/contracts/webhooks.ts';
import { DomainError } from '#shared/errors.ts';
import { WEBHOOKS } from '#shared/vocabulary/job-limits.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { getOwnWebhook, isOwnWebhook, WEBHOOK_COLUMNS } from './webhooks.queries.ts';
import { cancelDeliveries, isToEndpoint, WEBHOOK_PURPOSE } from './webhooks.steps.ts';

const SECRET_PREFIX = 'whsec_';

export function addWebhook(ctx: SignedIn, { events, ...input }: AddWebhookInput): Promise<CreatedWebhook> {
  const url = normaliseUrl(ctx, input.url);
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, sealer } = unit;
    await lockOwnAccount(unit);
    await requireConfirmation(unit);
    if ((await db.$count(webhookEndpoints, eq(webhookEndpoints.userId, actor.id))) >= WEBHOOKS.perUser) throw new DomainError('webhook.too_many');
    await requireUnusedUrl(db, { userId: actor.id, url });
    const secret = createSecret();
    const row = {
      id: uuidV7(now().getTime()),
      userId: actor.id,
      url,
      events,
      sealedSecret: sealer.seal(WEBHOOK_PURPOSE, secret),
      createdAt: now(),
    };
    recordSensitiveAction(unit, { kind: 'webhook_added', url });
    return { ...only(await db.insert(webhookEndpoints).values(row).returning(WEBHOOK_COLUMNS)), secret };
  });
}

export function changeWebhook(ctx: SignedIn, { id, events, ...input }: ChangeWebhookInput): Promise<WebhookView> {
  const url = normaliseUrl(ctx, input.url);
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor } = unit;
    await lockOwnAccount(unit);
    await requireConfirmation(unit);
    const previous = await getOwnWebhook({ db, actor }, id);
    await requireUnusedUrl(db, { userId: actor.id, url, exceptId: previous.id });
    if (url !== previous.url) recordSensitiveAction(unit, { kind: 'webhook_moved', url });
    const failingSince = url === previous.url ? previous.failingSince : null;
    return only(await db.update(webhookEndpoints).set({ url, events, failingSince }).where(isOwnWebhook({ actor }, id)).returning(WEBHOOK_COLUMNS));
  });
}

export function switchWebhook(ctx: SignedIn, { id, isOn }: SwitchWebhookInput): Promise<WebhookView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now } = unit;
    await lockOwnAccount(unit);
    const previous = await getOwnWebhook({ db, actor }, id);
    if ((previous.offAt === null) === isOn) return previous;
    if (!isOn) await cancelDeliveries(db, isToEndpoint(previous.id));
    const state = isOn ? { offAt: null, failingSince: null, isOffByFailures: false } : { offAt: now() };
    return only(await db.update(webhookEndpoints).set(state).where(isOwnWebhook({ actor }, id)).returning(WEBHOOK_COLUMNS));
  });
}

export function removeWebhook(ctx: SignedIn, { id }: WebhookIdInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor } = unit;
    await lockOwnAccount(unit);
    const removed = await db.delete(webhookEndpoints).where(isOwnWebhook({ actor }, id)).returning({ id: webhookEndpoints.id });
    if (removed.length === 0) throw new DomainError('webhook.not_found');
  });
}

export function renewSecret(ctx: SignedIn, { id }: WebhookIdInput): Promise<RenewedSecret> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, sealer } = unit;
    await lockOwnAccount(unit);
    await requireConfirmation(unit);
    const secret = createSecret();
    const [webhook] = await db
      .update(webhookEndpoints)
      .set({ sealedSecret: sealer.seal(WEBHOOK_PURPOSE, secret) })
      .where(isOwnWebhook({ actor }, id))
      .returning({ url: webhookEndpoints.url });
    if (!webhook) throw new DomainError('webhook.not_found');
    recordSensitiveAction(unit, { kind: 'webhook_secret_renewed', url: webhook.url });
    return { secret };
  });
}

export function replayDelivery(ctx: SignedIn, { id }: ReplayInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    await lockOwnAccount(unit);
    const [delivery] = await unit.db
      .select({ id: webhookDeliveries.id, offAt: webhookEndpoints.offAt })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(and(byId(webhookDeliveries.id, id), eq(webhookEndpoints.userId, unit.actor.id)));
    if (!delivery) throw new DomainError('webhook.delivery_not_found');
    if (delivery.offAt !== null) throw new DomainError('webhook.off');
    const params = { deliveryId: delivery.id, isReplay: true };
    enqueue(unit, { kind: 'webhook.send', params, ownerId: unit.actor.id, key: `webhook.replay ${delivery.id}` });
  });
}

function recordSensitiveAction({ actor, record, client, now }: Unit<SignedIn>, action: SensitiveAction): void {
  record({ type: 'sensitive_action.taken', userId: actor.id, action, client, occurredAt: now() });
}

const createSecret = (): string => `${SECRET_PREFIX}${randomBytes(WEBHOOKS.secretBytes).toString('base64url')}`;

function normaliseUrl({ outbound }: Pick<Ctx, 'outbound'>, text: string): string {
  const field = { field: 'url' };
  if (!URL.canParse(text)) throw new DomainError('webhook.url', field);
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && !text.includes('#');
  if (!isPlain) throw new DomainError('webhook.url', field, 'Please enter an address without a name, a password or a #');
  if (outbound.isRefused(url.href)) throw new DomainError(url.protocol === 'https:' ? 'webhook.url_private' : 'webhook.url', field);
  if (url.href.length > LIMITS.url) throw new DomainError('webhook.url', field, 'Address cannot be longer than 2000 characters');
  return url.href;
}

async function requireUnusedUrl(db: Executor, { userId, url, exceptId }: { userId: string; url: string; exceptId?: string }): Promise<void> {
  const isSameUrl = and(
    eq(webhookEndpoints.userId, userId),
    eq(webhookEndpoints.url, url),
    exceptId === undefined ? undefined : ne(webhookEndpoints.id, exceptId),
  );
  if ((await db.$count(webhookEndpoints, isSameUrl)) > 0) throw new DomainError('webhook.url_taken', { field: 'url' });
}
