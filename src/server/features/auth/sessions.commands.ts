import { and, desc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { shareCredentials } from '#db/locks.ts';
import { knownDevices } from '#db/schema/devices.ts';
import { sessions, users } from '#db/schema/people.ts';
import { type Ctx, callerOf, sessionIdOf } from '#server/core/context.ts';
import { deviceHashes, hashesOf, networkHash, possibleHashes } from '#server/core/devices.ts';
import { sqlState } from '#server/core/failures.ts';
import { prepared } from '#server/core/prepared.ts';
import { hashOfToken } from '#server/core/token-hash.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { LoginInput } from '#shared/contracts/auth.ts';
import { deviceOf } from '#shared/domain/device-name.ts';
import { DomainError } from '#shared/errors.ts';
import { DEVICES, SESSIONS } from '#shared/vocabulary/limits.ts';
import type { SessionOrigin } from '#shared/vocabulary/people.ts';

const FOREIGN_KEY_VIOLATION = '23503';

const credentials = prepared((db: Executor) =>
  db
    .select({ id: users.id, email: users.email, passwordHash: users.passwordHash, status: users.status })
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql.placeholder('email')))
    .prepare('credentials'),
);

/** What a login is checked against; `email` in lower case. */
export async function credentialsOf(db: Executor, email: string) {
  const [account] = await credentials(db).execute({ email });
  return account;
}

/** Whose wrong codes are counted; null for an address that nobody has. */
export async function ownerOf(ctx: Ctx, { email }: Pick<LoginInput, 'email'>): Promise<string | null> {
  return (await credentialsOf(ctx.db, email))?.id ?? null;
}

/** Whose password this is; costs the same whether or not the address exists. */
export async function provenByPassword(ctx: Ctx, { email, password }: Pick<LoginInput, 'email' | 'password'>) {
  const account = await credentialsOf(ctx.db, email);
  const isRight = await ctx.passwords.verify(account?.passwordHash ?? null, password);
  if (account && account.passwordHash === null) throw new DomainError('auth.google_account');
  if (!account || !isRight) throw new DomainError('auth.credentials');
  if (account.status === 'suspended') throw new DomainError('auth.suspended', { params: { email: ctx.platform.supportEmail } });
  return account;
}

type Proven = { userId: string; email: string; passwordHash: string | null };
type Signing = Proven & { isRemembered: boolean; origin?: SessionOrigin };

/**
 * Signs in whoever has proven who they are while the account had this address and this password: one that was changed,
 * voided or taken back meanwhile signs nobody in.
 */
export async function startSession(ctx: Ctx, { userId, email, passwordHash, isRemembered, origin = 'password' }: Signing): Promise<string> {
  const token = await newSession(ctx, { userId, isRemembered, origin });
  const refusal = await recordSignIn(ctx, { userId, token }, async (unit) => {
    // Whoever changes these, or suspends, ends the sessions they find: they wait for this commit, or this one sees what they did.
    const [account] = await shareCredentials(unit.db, userId);
    if (account?.status === 'suspended') return 'auth.suspended';
    const isSame = account?.passwordHash === passwordHash && account.email.toLowerCase() === email.toLowerCase();
    return isSame ? null : 'auth.credentials';
  });
  if (refusal === null) return token;
  throw new DomainError(refusal, refusal === 'auth.suspended' ? { params: { email: ctx.platform.supportEmail } } : {});
}

type NewSession = Required<Omit<Signing, 'passwordHash' | 'email'>>;

async function newSession(ctx: Ctx, { userId, isRemembered, origin }: NewSession): Promise<string> {
  try {
    return await ctx.sessions.start(userId, { isRemembered, origin, userAgent: ctx.client.userAgent });
  } catch (error) {
    if (sqlState(error) === FOREIGN_KEY_VIOLATION) throw new DomainError('auth.credentials');
    throw error;
  }
}

/** Ends this session, and with the commit its sockets; without one there is nothing to end. */
export async function logout(ctx: Ctx): Promise<void> {
  const actor = callerOf(ctx);
  if (!actor) return;
  await inUnitOfWork(ctx, async ({ record }) => record({ type: 'session.ended', sessionId: sessionIdOf(actor) }));
}

/** Ends the sessions of an account, but for one, and with the commit their sockets. */
export async function endOtherSessions({ db, record }: Unit<Ctx>, userId: string, keptId: string | null): Promise<void> {
  const theirs = and(eq(sessions.userId, userId), keptId === null ? undefined : ne(sessions.id, keptId));
  for (const { id } of await db.select({ id: sessions.id }).from(sessions).where(theirs)) record({ type: 'session.ended', sessionId: id });
}

const FK_VIOLATION = '23503';

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
    if (sqlState(error) !== FK_VIOLATION) throw error;
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
