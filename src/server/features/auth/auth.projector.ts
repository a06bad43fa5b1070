import { and, eq, inArray } from 'drizzle-orm';
import { sessions, users } from '#db/schema/people.ts';
import { challenges, passkeys, recoveryCodes, totpFactors } from '#db/schema/second-factor.ts';
import { sessionTopic } from '#server/core/deliver.ts';
import type { DomainEvent, ProjectionContext, Projector } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { pathOfImage } from '#shared/domain/image-rules.ts';
import type { AccountStatus } from '#shared/vocabulary/people.ts';

export const authProjector: Projector = async (context, events) => {
  await endSessions(context, events);
  await setAccountStatuses(context, events);
  await removeSecondFactors(context, events);
  announceChangedActors(context, events);
  await closeAccounts(context, collectUserIds(events, 'account.closed'));
  await deleteAccounts(context, collectUserIds(events, 'account.emptied'));
  for (const event of events) {
    if (event.type === 'photo.copied') await setCopiedPhoto(context, event);
    if (event.type === 'upload.removed') await clearRemovedPhoto(context, event);
  }
};

/** Look-ups of sessions are cached for some seconds, so changes are delivered (`src/server/core/session-cache.ts`). */
function announceChangedActors({ deliver }: ProjectionContext, events: readonly DomainEvent[]): void {
  for (const event of events) if (changesActor(event)) deliver({ topic: event.userId });
}

type ActorEvent = Extract<DomainEvent, { type: 'account.changed' | 'account.registered' | 'second_factor.changed' | 'access.revoked' }>;

function changesActor(event: DomainEvent): event is ActorEvent {
  if (event.type === 'account.changed') return event.changed.includes('name') || event.changed.includes('email');
  return event.type === 'account.registered' || event.type === 'second_factor.changed' || event.type === 'access.revoked';
}

async function endSessions({ db, deliver }: ProjectionContext, events: readonly DomainEvent[]): Promise<void> {
  const ids = events.flatMap((event) => (event.type === 'session.ended' ? [event.sessionId] : []));
  if (ids.length === 0) return;
  await db.delete(sessions).where(inArray(sessions.id, ids));
  for (const id of ids) deliver({ topic: sessionTopic(id) });
}

/** Second factors that were set up before anybody had proven the address may be a stranger's. */
async function removeSecondFactors({ db }: ProjectionContext, events: readonly DomainEvent[]): Promise<void> {
  for (const event of events) {
    if (event.type !== 'access.revoked') continue;
    await db.delete(challenges).where(eq(challenges.userId, event.userId));
    if (!event.hadUnprovenAddress) continue;
    for (const factors of [totpFactors, recoveryCodes, passkeys]) await db.delete(factors).where(eq(factors.userId, event.userId));
  }
}

/** Reinstating ends sessions as well: a login during the suspension may have left one. */
async function setAccountStatuses(context: ProjectionContext, events: readonly DomainEvent[]): Promise<void> {
  for (const event of events) {
    if (event.type !== 'account.suspended' && event.type !== 'account.reinstated') continue;
    const status: AccountStatus = event.type === 'account.suspended' ? 'suspended' : 'active';
    await context.db.update(users).set({ status, updatedAt: event.occurredAt }).where(eq(users.id, event.userId));
    await deleteSessionsOf(context, [event.userId]);
  }
}

async function deleteSessionsOf({ db, deliver }: ProjectionContext, ids: readonly string[]): Promise<void> {
  const ended = await db.delete(sessions).where(anyOf(sessions.userId, ids)).returning({ id: sessions.id });
  for (const { id } of ended) deliver({ topic: sessionTopic(id) });
}

async function closeAccounts(context: ProjectionContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { db, record } = context;
  // Visible to this transaction only: later projectors remove the tutor from lists and counters while the row still exists.
  await db.update(users).set({ status: 'suspended' }).where(anyOf(users.id, ids));
  await deleteSessionsOf(context, ids);
  for (const userId of ids) record({ type: 'account.emptied', userId });
}

async function deleteAccounts({ db }: ProjectionContext, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(users).where(anyOf(users.id, ids));
}

/** Does not replace a photo that the owner has chosen meanwhile. */
async function setCopiedPhoto({ db, now, record }: ProjectionContext, { userId, url }: { userId: string; url: string }): Promise<void> {
  const [account] = await db
    .update(users)
    .set({ profileImage: url, updatedAt: now() })
    .where(and(eq(users.id, userId), eq(users.profileImage, '')))
    .returning({ role: users.role });
  if (account) record({ type: 'account.changed', userId, role: account.role, changed: ['profileImage'] });
}

async function clearRemovedPhoto({ db, now, record }: ProjectionContext, { ownerId, path }: { ownerId: string; path: string }): Promise<void> {
  const [account] = await db.select({ profileImage: users.profileImage, role: users.role }).from(users).where(eq(users.id, ownerId));
  if (!account || pathOfImage(account.profileImage) !== path) return;
  await db.update(users).set({ profileImage: '', updatedAt: now() }).where(eq(users.id, ownerId));
  record({ type: 'account.changed', userId: ownerId, role: account.role, changed: ['profileImage'] });
}

type AccountEvent = 'account.closed' | 'account.emptied';

function collectUserIds(events: readonly DomainEvent[], type: AccountEvent): string[] {
  return events.flatMap((event) => (event.type === type ? [event.userId] : []));
}
