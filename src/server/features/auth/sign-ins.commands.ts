import { and, desc, eq, inArray, ne, notInArray } from 'drizzle-orm';
import { knownDevices } from '#db/schema/devices.ts';
import { sessions } from '#db/schema/people.ts';
import type { Ctx } from '#server/core/context.ts';
import { deviceHashes, hashesOf, networkHash, possibleHashes } from '#server/core/devices.ts';
import { sqlState } from '#server/core/failures.ts';
import { hashOfToken } from '#server/core/token-hash.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import { deviceOf } from '#shared/domain/device-name.ts';
import { DEVICES, SESSIONS } from '#shared/vocabulary/limits.ts';

const FOREIGN_KEY_VIOLATION = '23503';

type SignIn = { userId: string; token: string };
type Refusing<C> = (unit: Unit<Ctx>) => Promise<C | null>;

/**
 * After a session has begun: remembers the device, tells the owner of one that is new, and ends the sessions beyond the most
 * that an account may have. With `refuses` the session may also be refused, and ends then; answers why.
 */
export async function recordSignIn<C>(ctx: Ctx, { userId, token }: SignIn, refuses: Refusing<C> = async () => null): Promise<C | null> {
  return await inUnitOfWork(ctx, async (unit) => {
    const refusal = await refuses(unit);
    if (refusal !== null) {
      unit.record({ type: 'session.ended', sessionId: hashOfToken(token) });
      return refusal;
    }
    const isFirst = !(await hasSignedInBefore(unit, userId, hashOfToken(token)));
    const isNew = await rememberDevice(unit, userId);
    if (isNew && !isFirst) unit.record({ type: 'device.added', userId, device: deviceOf(unit.client.userAgent).name, at: unit.now() });
    await endSurplusSessions(unit, userId);
    return null;
  }).catch((error: unknown) => {
    // The account has been deleted meanwhile: its new session went with it.
    if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    return null;
  });
}

/** Answers whether the account did not know the caller's device. */
export async function rememberDevice({ db, now, client, signer }: Unit<Ctx>, userId: string): Promise<boolean> {
  const hashes = hashesOf(deviceHashes({ client, signer }));
  const isTheirs = eq(knownDevices.userId, userId);
  const known = await db
    .update(knownDevices)
    .set({ lastUsedAt: now() })
    .where(and(isTheirs, inArray(knownDevices.deviceHash, possibleHashes({ client, signer }))))
    .returning({ hash: knownDevices.deviceHash });
  if (client.hasDeviceCookie) {
    // At its first sign-in nobody could tell whether this browser stores cookies. It does: others of its network are not taken for it any more.
    await db.delete(knownDevices).where(and(isTheirs, eq(knownDevices.deviceHash, networkHash({ client, signer }))));
  }
  const rows = hashes.filter((hash) => !known.some((one) => one.hash === hash));
  if (rows.length > 0) {
    const at = { createdAt: now(), lastUsedAt: now() };
    await db
      .insert(knownDevices)
      .values(rows.map((deviceHash) => ({ userId, deviceHash, ...at })))
      .onConflictDoNothing();
    const latest = db
      .select({ hash: knownDevices.deviceHash })
      .from(knownDevices)
      .where(isTheirs)
      .orderBy(desc(knownDevices.lastUsedAt), knownDevices.deviceHash)
      .limit(DEVICES.perUser);
    await db.delete(knownDevices).where(and(isTheirs, notInArray(knownDevices.deviceHash, latest)));
  }
  return known.length === 0;
}

/** Whoever took the account over may have signed in from them. */
export async function forgetDevices({ db }: Pick<Unit<Ctx>, 'db'>, userId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

/** An account of before devices were remembered has older sessions instead. */
async function hasSignedInBefore({ db }: Unit<Ctx>, userId: string, sessionId: string): Promise<boolean> {
  const [device] = await db.select({ hash: knownDevices.deviceHash }).from(knownDevices).where(eq(knownDevices.userId, userId)).limit(1);
  if (device) return true;
  const isOlder = and(eq(sessions.userId, userId), ne(sessions.id, sessionId));
  const [older] = await db.select({ id: sessions.id }).from(sessions).where(isOlder).limit(1);
  return older !== undefined;
}

/** Those that were used longest ago; with the commit their sockets close. */
async function endSurplusSessions({ db, record }: Unit<Ctx>, userId: string): Promise<void> {
  const surplus = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt), sessions.id)
    .offset(SESSIONS.perUser);
  for (const { id } of surplus) record({ type: 'session.ended', sessionId: id });
}
