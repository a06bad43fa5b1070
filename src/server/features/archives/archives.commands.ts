import { and, eq } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { sessions, users } from '#db/schema/people.ts';
import { dataArchives } from '#db/schema/privacy.ts';
import { lockOwnAccount } from '#server/core/active-account.ts';
import { requireRecentConfirmation } from '#server/core/confirmation.ts';
import { type Ctx, requireSessionId, type SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { enqueue, isPlanned } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { ArchiveInput, ArchiveView, OpenArchiveInput, OpenedArchive } from '#shared/contracts/archives.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { ARCHIVES } from '#shared/vocabulary/privacy.ts';
import { findOwnArchive, findReadyArchive, toArchivePath, toMakingKey } from './archives.queries.ts';
import { removeArchive } from './archives.steps.ts';

const PURPOSE = 'archive';

export function requestArchive(ctx: SignedIn): Promise<ArchiveView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now } = unit;
    await lockOwnAccount(unit);
    await requireRecentConfirmation(unit);
    const previous = await findOwnArchive(db, actor.id);
    if (previous?.readyAt === null && (await isPlanned(db, toMakingKey(previous.id)))) throw new DomainError('archive.in_progress');
    if (previous) await removeArchive(unit, previous.id);
    const id = uuidV7(now().getTime());
    await db.insert(dataArchives).values({ id, userId: actor.id, createdAt: now() });
    enqueue(unit, { kind: 'archive.make', params: { archiveId: id }, key: toMakingKey(id) });
    return { id, state: 'making', requestedAt: now(), expiresAt: null, bytes: null };
  });
}

/** The browser opens the link without a bearer token, so it is signed for a session of the owner, and valid for a minute. */
export async function createArchiveLink({ db, actor, now, signer }: SignedIn, { id }: ArchiveInput): Promise<{ url: string }> {
  const archive = await findReadyArchive(db, { id, userId: actor.id, now: now() });
  if (!archive) throw new DomainError('archive.not_found');
  const link = { id: archive.id, by: actor.id, expires: String(now().getTime() + ARCHIVES.linkSeconds * 1000) };
  const signature = signer.mac(PURPOSE, toSignedText(link, requireSessionId(actor)));
  return { url: `/archive?${new URLSearchParams({ ...link, signature })}` };
}

export async function openArchive(ctx: Ctx, link: OpenArchiveInput): Promise<OpenedArchive> {
  const now = ctx.now();
  if (!(await isSignedForSession(ctx, link)) || Number(link.expires) <= now.getTime()) throw new DomainError('auth.link');
  const archive = await findReadyArchive(ctx.db, { id: link.id, userId: link.by, now });
  const file = archive && (await ctx.files.open(toArchivePath(archive.id)));
  if (!file) throw new DomainError('archive.not_found');
  const { date } = wallClock(archive.createdAt, ctx.platform.zone);
  return { fileName: `${ctx.platform.appName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-data-${date}.zip`, ...file };
}

async function isSignedForSession({ db, signer }: Ctx, link: OpenArchiveInput): Promise<boolean> {
  const ownSessions = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(byId(sessions.userId, link.by), eq(users.status, 'active')));
  return ownSessions.some(({ id }) => signer.verifyMac(link.signature, PURPOSE, toSignedText(link, id)));
}

const toSignedText = ({ id, by, expires }: Omit<OpenArchiveInput, 'signature'>, sessionId: string): string =>
  JSON.stringify([id, by, expires, sessionId]);
