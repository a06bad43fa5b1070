import { randomBytes, randomInt } from 'node:crypto';
import { and, desc, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { withLocks } from '#db/locks.ts';
import { knownDevices, passwordResets } from '#db/schema/devices.ts';
import { users } from '#db/schema/people.ts';
import { CODES } from '#shared/vocabulary/account-limits.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import type { Ctx } from './context.ts';
import { getDeviceHashes, listHashes, listPossibleDeviceHashes, listPossibleHashes, listPossibleNetworkHashes } from './devices.ts';
import type { ResetAsker } from './job-kinds.ts';
import { inUnitOfWork } from './unit-of-work.ts';

type ResetContext = Pick<Ctx, 'db' | 'now' | 'signer' | 'client'>;
type SignerContext = Pick<Ctx, 'signer'>;

const BYTES = 32;
const [REQUEST, LINK, CODE] = ['reset request', 'reset link', 'reset code'] as const;
const createSecret = (): string => randomBytes(BYTES).toString('base64url');

export function createResetRequest(ctx: Pick<Ctx, 'client' | 'signer'>): { requestId: string; asker: ResetAsker } {
  const requestId = createSecret();
  return { requestId, asker: { requestHash: hashRequestId(ctx, requestId), ...getDeviceHashes(ctx), known: listPossibleHashes(ctx) } };
}

type ResetOrder = { userId: string; email: string; askedAt: Date; asker?: ResetAsker };

/** Null when the same device has asked again since, or when unknown devices have ordered too many mails; the links sent before still work. */
export function createReset(
  ctx: Ctx,
  { userId, email, askedAt, asker = createUnusableAsker(ctx) }: ResetOrder,
): Promise<{ code: string; token: string } | null> {
  const { requestHash, device, network, known = listHashes(asker) } = asker;
  return inUnitOfWork(ctx, async ({ db, now, signer }) => {
    await withLocks(db, { users: { noKeyUpdate: [userId] } });
    const isOfUser = eq(passwordResets.userId, userId);
    if (device !== null) {
      const isSameDevice = and(isOfUser, eq(passwordResets.deviceHash, device));
      if ((await db.$count(passwordResets, and(isSameDevice, gt(passwordResets.createdAt, askedAt)))) > 0) return null;
      await db.delete(passwordResets).where(isSameDevice);
    }
    await db.delete(passwordResets).where(eq(passwordResets.requestHash, requestHash));
    const isKnown = (await db.$count(knownDevices, and(eq(knownDevices.userId, userId), inArray(knownDevices.deviceHash, [...known])))) > 0;
    const isUnknownDevice = and(isOfUser, eq(passwordResets.isKnown, false), gt(passwordResets.expiresAt, now()));
    if (!isKnown && (await db.$count(passwordResets, isUnknownDevice)) >= CODES.resetsOfStrangers) return null;

    const code = String(randomInt(10 ** CODES.digits)).padStart(CODES.digits, '0');
    const token = createSecret();
    await db.insert(passwordResets).values({
      requestHash,
      userId,
      email,
      codeHash: hashCode({ signer }, requestHash, code),
      linkHash: hashLinkToken({ signer }, token),
      deviceHash: device,
      networkHash: network,
      isKnown,
      codeExpiresAt: new Date(now().getTime() + CODES.codeMinutes * MINUTE_MS),
      expiresAt: new Date(now().getTime() + CODES.resetLinkMinutes * MINUTE_MS),
      createdAt: askedAt,
    });
    return { code, token };
  });
}

export type ResetAttempt = { email: string; requestId?: string };
export type MatchedReset = { userId: string; requestHash: string };

export async function hasResetRequest(ctx: ResetContext, attempt: ResetAttempt): Promise<boolean> {
  const [match] = await ctx.db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(sql`${passwordResets.requestHash} = ${selectRequestHash(ctx, attempt)}`, isOpen(ctx)));
  return match !== undefined;
}

export async function tryResetCode(ctx: ResetContext, { code, ...attempt }: ResetAttempt & { code: string }): Promise<MatchedReset | null> {
  // One statement, so that concurrent tries are counted.
  const [match] = await ctx.db
    .update(passwordResets)
    .set({ tries: sql`${passwordResets.tries} + 1` })
    .where(and(sql`${passwordResets.requestHash} = ${selectRequestHash(ctx, attempt)}`, isOpen(ctx)))
    .returning({ userId: passwordResets.userId, requestHash: passwordResets.requestHash, codeHash: passwordResets.codeHash });
  if (!match || !ctx.signer.verifyMac(match.codeHash, CODE, toCodeText(match.requestHash, code))) return null;
  return { userId: match.userId, requestHash: match.requestHash };
}

export async function findResetByLink({ db, now, signer }: ResetContext, token: string): Promise<MatchedReset | null> {
  const [match] = await db
    .select({ userId: passwordResets.userId, requestHash: passwordResets.requestHash })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(
      and(
        inArray(passwordResets.linkHash, signer.listMacs(LINK, token)),
        gt(passwordResets.expiresAt, now()),
        eq(sql`lower(${passwordResets.email})`, sql`lower(${users.email})`),
      ),
    );
  return match ?? null;
}

export async function consumeReset({ db }: Pick<ResetContext, 'db'>, { userId, requestHash }: MatchedReset): Promise<boolean> {
  const used = await db.delete(passwordResets).where(eq(passwordResets.requestHash, requestHash)).returning({ userId: passwordResets.userId });
  if (used.length === 0) return false;
  await deleteResets({ db }, userId);
  return true;
}

export async function deleteResets({ db }: Pick<ResetContext, 'db'>, userId: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

function selectRequestHash(ctx: ResetContext, { email, requestId }: ResetAttempt): SQL {
  const isNamed = requestId === undefined ? undefined : inArray(passwordResets.requestHash, ctx.signer.listMacs(REQUEST, requestId));
  const isOfDevice = ctx.client.hasDeviceCookie ? inArray(passwordResets.deviceHash, listPossibleDeviceHashes(ctx)) : undefined;
  // A device has one request: the latest, whose id was lost with its answer, or was answered to another tab.
  const isOfCaller = or(isNamed, isOfDevice) ?? inArray(passwordResets.networkHash, listPossibleNetworkHashes(ctx));
  const newest = ctx.db
    .select({ requestHash: passwordResets.requestHash })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(sql`lower(${users.email})`, email), eq(sql`lower(${passwordResets.email})`, email), isOfCaller))
    .orderBy(...(isNamed ? [desc(isNamed)] : []), desc(passwordResets.createdAt))
    .limit(1);
  return sql`(${newest})`;
}

const isOpen = ({ now }: Pick<ResetContext, 'now'>) => and(gt(passwordResets.codeExpiresAt, now()), lt(passwordResets.tries, CODES.tries));

const createUnusableAsker = (ctx: SignerContext): ResetAsker => ({ requestHash: hashRequestId(ctx, createSecret()), device: null, network: null });

const hashRequestId = ({ signer }: SignerContext, requestId: string): string => signer.mac(REQUEST, requestId);
const hashLinkToken = ({ signer }: SignerContext, token: string): string => signer.mac(LINK, token);
/** Keyed, because six digits are quickly guessed from a plain hash. The request is hashed too, so that equal codes have different hashes. */
const hashCode = ({ signer }: SignerContext, requestHash: string, code: string): string => signer.mac(CODE, toCodeText(requestHash, code));
const toCodeText = (requestHash: string, code: string): string => `${requestHash}\n${code}`;
