import { and, desc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { knownDevices } from '#db/schema/devices.ts';
import { sessions, users } from '#db/schema/people.ts';
import { type Ctx, requireSessionId } from '#server/core/context.ts';
import { getDeviceHashes, getNetworkHash, listHashes, listPossibleHashes } from '#server/core/devices.ts';
import { getSqlState } from '#server/core/errors.ts';
import { observeSecurity } from '#server/core/security-log.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { LoginInput } from '#shared/contracts/auth.ts';
import { deviceOf } from '#shared/domain/device-name.ts';
import { DomainError } from '#shared/errors.ts';
import { DEVICES, SESSIONS } from '#shared/vocabulary/account-limits.ts';
import type { SessionOrigin } from '#shared/vocabulary/people.ts';

const FOREIGN_KEY_VIOLATION = '23503';

const credentialsQuery = prepareOnce((db: Executor) =>
  db
    .select({ id: users.id, email: users.email, passwordHash: users.passwordHash, status: users.status })
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql.placeholder('email')))
    .prepare('credentials'),
);

/** `email` in lower case. */
export async function findCredentials(db: Executor, email: string) {
  const [account] = await credentialsQuery(db).execute({ email });
  return account;
}

export async function findUserId(ctx: Ctx, { email }: Pick<LoginInput, 'email'>): Promise<string | null> {
  return (await findCredentials(ctx.db, email))?.id ?? null;
}

/** Takes the same time whether or not the address exists. */
export async function verifyPassword(ctx: Ctx, { email, password }: Pick<LoginInput, 'email' | 'password'>) {
  const account = await findCredentials(ctx.db, email);
  const isCorrect = await ctx.passwords.verify(account?.passwordHash ?? null, password);
  if (account && account.passwordHash === null) throw new DomainError('auth.google_account');
  if (!account || !isCorrect) throw new DomainError('auth.credentials');
  if (account.status === 'suspended') throw new DomainError('auth.suspended', { params: { email: ctx.platform.supportEmail } });
  return account;
}

type Credentials = { userId: string; email: string; passwordHash: string | null };
type SessionRequest = Credentials & { isRemembered: boolean; origin?: SessionOrigin };

/**
 * Signs in a user who has proven the account, if it still has the address and password of that moment; both may have been changed
 * meanwhile.
 */
export async function startSession(ctx: Ctx, { userId, email, passwordHash, isRemembered, origin = 'password' }: SessionRequest): Promise<string> {
  const token = await createSession(ctx, { userId, isRemembered, origin });
  const refusal = await recordSignIn(ctx, { userId, token }, async (unit) => {
    // Changing these, or a suspension, ends all sessions: either it waits for this commit and ends this session too, or it is visible here.
    const locked = await withLocks(unit.db, { users: { share: [userId] } });
    const [account] = locked.users;
    if (account?.status === 'suspended') return 'auth.suspended';
    const isUnchanged = account?.passwordHash === passwordHash && account.email.toLowerCase() === email.toLowerCase();
    return isUnchanged ? null : 'auth.credentials';
  });
  if (refusal === null) {
    observeSecurity(ctx, { event: 'signed_in', userId, details: { origin } });
    return token;
  }
  throw new DomainError(refusal, refusal === 'auth.suspended' ? { params: { email: ctx.platform.supportEmail } } : {});
}

type SessionOptions = Required<Omit<SessionRequest, 'passwordHash' | 'email'>>;

async function createSession(ctx: Ctx, { userId, isRemembered, origin }: SessionOptions): Promise<string> {
  try {
    return await ctx.sessions.createSession(userId, { isRemembered, origin, userAgent: ctx.client.userAgent });
  } catch (error) {
    if (getSqlState(error) === FOREIGN_KEY_VIOLATION) throw new DomainError('auth.credentials');
    throw error;
  }
}

export async function logout(ctx: Ctx): Promise<void> {
  const actor = ctx.actor;
  if (!actor) return;
  await inUnitOfWork(ctx, async ({ record }) => record({ type: 'session.ended', sessionId: requireSessionId(actor) }));
}

export async function endOtherSessions({ db, record }: Unit<Ctx>, userId: string, exceptId: string | null): Promise<void> {
  const isOfAccount = and(eq(sessions.userId, userId), exceptId === null ? undefined : ne(sessions.id, exceptId));
  for (const { id } of await db.select({ id: sessions.id }).from(sessions).where(isOfAccount)) record({ type: 'session.ended', sessionId: id });
}

type SignIn = { userId: string; token: string };
type SessionCheck<C> = (unit: Unit<Ctx>) => Promise<C | null>;

/** A reason that `refuse` returns also ends the new session, and is returned. */
async function recordSignIn<C>(ctx: Ctx, { userId, token }: SignIn, refuse: SessionCheck<C>): Promise<C | null> {
  return await inUnitOfWork(ctx, async (unit) => {
    const refusal = await refuse(unit);
    if (refusal !== null) {
      unit.record({ type: 'session.ended', sessionId: hashToken(token) });
      return refusal;
    }
    const isFirst = !(await hasSignedInBefore(unit, userId, hashToken(token)));
    const isNew = await rememberDevice(unit, userId);
    if (isNew && !isFirst) unit.record({ type: 'device.added', userId, device: deviceOf(unit.client.userAgent).name, occurredAt: unit.now() });
    await endSurplusSessions(unit, userId);
    return null;
  }).catch((error: unknown) => {
    if (getSqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    return null;
  });
}

export async function rememberDevice({ db, now, client, signer }: Unit<Ctx>, userId: string): Promise<boolean> {
  const hashes = listHashes(getDeviceHashes({ client, signer }));
  const isOfAccount = eq(knownDevices.userId, userId);
  const updated = await db
    .update(knownDevices)
    .set({ lastUsedAt: now() })
    .where(and(isOfAccount, inArray(knownDevices.deviceHash, listPossibleHashes({ client, signer }))))
    .returning({ hash: knownDevices.deviceHash });
  if (client.hasDeviceCookie) {
    // The network was stored at the first sign-in, when the browser had not sent a cookie yet.
    // Now it is removed, so that other browsers in the same network do not count as known.
    await db.delete(knownDevices).where(and(isOfAccount, eq(knownDevices.deviceHash, getNetworkHash({ client, signer }))));
  }
  const newHashes = hashes.filter((hash) => !updated.some((device) => device.hash === hash));
  if (newHashes.length > 0) {
    await db
      .insert(knownDevices)
      .values(newHashes.map((deviceHash) => ({ userId, deviceHash, createdAt: now(), lastUsedAt: now() })))
      .onConflictDoNothing();
    const latestHashes = db
      .select({ hash: knownDevices.deviceHash })
      .from(knownDevices)
      .where(isOfAccount)
      .orderBy(desc(knownDevices.lastUsedAt), knownDevices.deviceHash)
      .limit(DEVICES.perUser);
    await db.delete(knownDevices).where(and(isOfAccount, notInArray(knownDevices.deviceHash, latestHashes)));
  }
  return updated.length === 0;
}

export async function forgetDevices({ db }: Pick<Unit<Ctx>, 'db'>, userId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

async function hasSignedInBefore({ db }: Unit<Ctx>, userId: string, sessionId: string): Promise<boolean> {
  const [device] = await db.select({ hash: knownDevices.deviceHash }).from(knownDevices).where(eq(knownDevices.userId, userId)).limit(1);
  if (device) return true;
  const isOtherSession = and(eq(sessions.userId, userId), ne(sessions.id, sessionId));
  const [session] = await db.select({ id: sessions.id }).from(sessions).where(isOtherSession).limit(1);
  return session !== undefined;
}

async function endSurplusSessions({ db, record }: Unit<Ctx>, userId: string): Promise<void> {
  const surplus = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt), sessions.id)
    .offset(SESSIONS.perUser);
  for (const { id } of surplus) record({ type: 'session.ended', sessionId: id });
}
