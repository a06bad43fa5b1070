import { and, eq, ne, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { shareCredentials } from '#db/locks.ts';
import { sessions, users } from '#db/schema/people.ts';
import { type Ctx, callerOf, sessionIdOf } from '#server/core/context.ts';
import { sqlState } from '#server/core/failures.ts';
import { prepared } from '#server/core/prepared.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { LoginInput } from '#shared/contracts/auth.ts';
import { DomainError } from '#shared/errors.ts';
import type { SessionOrigin } from '#shared/vocabulary/people.ts';
import { recordSignIn } from './sign-ins.commands.ts';

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
