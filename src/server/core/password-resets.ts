import { randomBytes, randomInt } from 'node:crypto';
import { and, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { withLocks } from '#db/locks.ts';
import { knownDevices, passwordResets } from '#db/schema/devices.ts';
import { users } from '#db/schema/people.ts';
import { CODES } from '#shared/vocabulary/limits.ts';
import type { Ctx } from './context.ts';
import { getDeviceHashes, listHashes, listPossibleDeviceHashes, listPossibleHashes, listPossibleNetworkHashes } from './devices.ts';
import type { ResetAsker } from './job-kinds.ts';
import { inUnitOfWork } from './unit-of-work.ts';

type With = Pick<Ctx, 'db' | 'now' | 'signer' | 'client'>;
type Signing = Pick<Ctx, 'signer'>;

const MINUTE = 60_000;
const BYTES = 32;
const [REQUEST, LINK, CODE] = ['reset request', 'reset link', 'reset code'] as const;
const secret = (): string => randomBytes(BYTES).toString('base64url');

/** The id by which the browser that asks is recognised when it tries the code. */
export function newResetRequest(ctx: Pick<Ctx, 'client' | 'signer'>): { requestId: string; asker: ResetAsker } {
  const requestId = secret();
  return { requestId, asker: { requestHash: hashOfRequest(ctx, requestId), ...getDeviceHashes(ctx), known: listPossibleHashes(ctx) } };
}

type Asked = { userId: string; email: string; askedAt: Date; asker?: ResetAsker };

/**
 * Makes the code and the link of a request, and answers them, once. Null when the same device has asked again since, or
 * when strangers have ordered so many mails that the mailbox needs no more: the links in those still work.
 */
export function issueReset(ctx: Ctx, { userId, email, askedAt, asker = nobodys(ctx) }: Asked): Promise<{ code: string; token: string } | null> {
  const { requestHash, device, network, known = listHashes(asker) } = asker;
  return inUnitOfWork(ctx, async ({ db, now, signer }) => {
    await withLocks(db, { users: { noKeyUpdate: [userId] } });
    const isTheirs = eq(passwordResets.userId, userId);
    if (device !== null) {
      const isSame = and(isTheirs, eq(passwordResets.deviceHash, device));
      if ((await db.$count(passwordResets, and(isSame, gt(passwordResets.createdAt, askedAt)))) > 0) return null;
      await db.delete(passwordResets).where(isSame);
    }
    await db.delete(passwordResets).where(eq(passwordResets.requestHash, requestHash));
    const isKnown = (await db.$count(knownDevices, and(eq(knownDevices.userId, userId), inArray(knownDevices.deviceHash, [...known])))) > 0;
    const ofStrangers = and(isTheirs, eq(passwordResets.isKnown, false), gt(passwordResets.expiresAt, now()));
    if (!isKnown && (await db.$count(passwordResets, ofStrangers)) >= CODES.resetsOfStrangers) return null;

    const code = String(randomInt(10 ** CODES.digits)).padStart(CODES.digits, '0');
    const token = secret();
    await db.insert(passwordResets).values({
      requestHash,
      userId,
      email,
      codeHash: hashOfCode({ signer }, requestHash, code),
      linkHash: hashOfLink({ signer }, token),
      deviceHash: device,
      networkHash: network,
      isKnown,
      codeExpiresAt: new Date(now().getTime() + CODES.codeMinutes * MINUTE),
      expiresAt: new Date(now().getTime() + CODES.resetLinkMinutes * MINUTE),
      createdAt: askedAt,
    });
    return { code, token };
  });
}

export type ResetTry = { email: string; requestId?: string };
export type TriedReset = { userId: string; requestHash: string };

/** Whether the caller has a request of its own to try a code of; without one, no code is right. */
export async function hasResetRequest(ctx: With, tried: ResetTry): Promise<boolean> {
  const [found] = await ctx.db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(sql`${passwordResets.requestHash} = ${requestOf(ctx, tried)}`, canBeTried(ctx)));
  return found !== undefined;
}

/** Counts a try at the caller's own request, and answers whose account it is; null when the code is wrong, or none is left to try. */
export async function tryResetCode(ctx: With, { code, ...tried }: ResetTry & { code: string }): Promise<TriedReset | null> {
  // One statement: tries made at once are counted one after the other, and stay counted whatever follows.
  const [found] = await ctx.db
    .update(passwordResets)
    .set({ tries: sql`${passwordResets.tries} + 1` })
    .where(and(sql`${passwordResets.requestHash} = ${requestOf(ctx, tried)}`, canBeTried(ctx)))
    .returning({ userId: passwordResets.userId, requestHash: passwordResets.requestHash, codeHash: passwordResets.codeHash });
  if (!found || !ctx.signer.isMac(found.codeHash, CODE, ofCode(found.requestHash, code))) return null;
  return { userId: found.userId, requestHash: found.requestHash };
}

/** Whose account a mailed link is for; null for one that is unknown, used or expired. */
export async function openResetLink({ db, now, signer }: With, token: string): Promise<TriedReset | null> {
  const [found] = await db
    .select({ userId: passwordResets.userId, requestHash: passwordResets.requestHash })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(
      and(
        inArray(passwordResets.linkHash, signer.macs(LINK, token)),
        gt(passwordResets.expiresAt, now()),
        eq(sql`lower(${passwordResets.email})`, sql`lower(${users.email})`),
      ),
    );
  return found ?? null;
}

/** Uses up a request, and with it all others of the account; false when somebody else has, or a newer one has taken its place. */
export async function consumeReset({ db }: Pick<With, 'db'>, { userId, requestHash }: TriedReset): Promise<boolean> {
  const used = await db.delete(passwordResets).where(eq(passwordResets.requestHash, requestHash)).returning({ userId: passwordResets.userId });
  if (used.length === 0) return false;
  await voidResets({ db }, userId);
  return true;
}

export async function voidResets({ db }: Pick<With, 'db'>, userId: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

/** By the id that the browser kept; without it by the device cookie, and for programs that store none by network and user agent. */
function requestOf(ctx: With, { email, requestId }: ResetTry): SQL {
  const isCallers =
    requestId !== undefined
      ? inArray(passwordResets.requestHash, ctx.signer.macs(REQUEST, requestId))
      : ctx.client.hasDeviceCookie
        ? inArray(passwordResets.deviceHash, listPossibleDeviceHashes(ctx))
        : inArray(passwordResets.networkHash, listPossibleNetworkHashes(ctx));
  const newest = ctx.db
    .select({ requestHash: passwordResets.requestHash })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(sql`lower(${users.email})`, email), eq(sql`lower(${passwordResets.email})`, email), isCallers))
    .orderBy(desc(passwordResets.createdAt))
    .limit(1);
  return sql`(${newest})`;
}

const canBeTried = ({ now }: Pick<With, 'now'>) => and(gt(passwordResets.codeExpiresAt, now()), lt(passwordResets.tries, CODES.tries));

/** A request that no browser can try a code of: only the mailed link works. */
const nobodys = (ctx: Signing): ResetAsker => ({ requestHash: hashOfRequest(ctx, secret()), device: null, network: null });

const hashOfRequest = ({ signer }: Signing, requestId: string): string => signer.mac(REQUEST, requestId);
const hashOfLink = ({ signer }: Signing, token: string): string => signer.mac(LINK, token);
/** Keyed, because six digits are soon tried through; with the request, so that equal codes look different. */
const hashOfCode = ({ signer }: Signing, requestHash: string, code: string): string => signer.mac(CODE, ofCode(requestHash, code));
const ofCode = (requestHash: string, code: string): string => `${requestHash}\n${code}`;
