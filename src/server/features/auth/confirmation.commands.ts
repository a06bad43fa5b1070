import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { lockLeaver, lockUsers } from '#db/locks.ts';
import { sessions, users } from '#db/schema/people.ts';
import { type FoundLink, findLink, openLink, voidCodes } from '#server/core/codes.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { sqlState } from '#server/core/failures.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { LinkInput, VerifyEmailInput } from '#shared/contracts/auth.ts';
import { DomainError } from '#shared/errors.ts';
import { revokeAccess } from './access.commands.ts';

const UNIQUE_VIOLATION = '23505';
const PASSWORD_BYTES = 32;

/**
 * Confirms the address of an account, or the one it is to have from now on. The link shows that the mailbox is theirs; that
 * the account is, too, is shown by a session of it or by its password: a stranger may have registered with the address.
 */
export async function verifyEmail(ctx: Ctx, { token, password }: VerifyEmailInput): Promise<void> {
  const link = await findLink(ctx, token);
  if (!link) throw new DomainError('auth.link');
  if (link.isUsed) return;
  const proof = await demandAccount(ctx, link, password);
  await inUnitOfWork(ctx, async (unit) => {
    const [account] = await lockUsers(unit.db, [link.userId]);
    if (!account || !(await isStillTheirs(unit, account, proof))) throw new DomainError('auth.link');
    const opened = await openLink(unit, token);
    if (!opened) throw new DomainError('auth.link');
    if (!opened.isFirst) return;
    const isMoved = opened.purpose === 'email_change' ? await takeNewAddress(unit, opened) : await confirmAddress(unit, opened);
    if (!isMoved) throw new DomainError('auth.link');
  }).catch((error: unknown) => {
    // Somebody has registered with it meanwhile.
    if (sqlState(error) === UNIQUE_VIOLATION) throw new DomainError('auth.email_taken');
    throw error;
  });
}

/**
 * For whoever has the mailbox and has not asked for the link: nobody signs in any more to an account that a stranger has
 * registered with the address, until its owner resets the password; a change to the address is called off.
 */
export async function disownAddress(ctx: Ctx, { token }: LinkInput): Promise<FoundLink['purpose']> {
  const nobodys = await ctx.passwords.hash(randomBytes(PASSWORD_BYTES).toString('base64url'));
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const link = await findLink(unit, token);
    if (!link || link.isUsed) throw new DomainError('auth.link');
    const { userId, email, purpose } = link;
    // As before a suspension: bookings end with it.
    const account = await lockLeaver(db, userId);
    if (!account) throw new DomainError('auth.link');
    const isSetTo = (column: typeof users.email | typeof users.pendingEmail) => eq(sql`lower(${column})`, email.toLowerCase());
    const isOpen = purpose === 'email_change' ? isSetTo(users.pendingEmail) : and(isSetTo(users.email), isNull(users.emailVerifiedAt));
    // Another password and not none: without one the account would be taken for one of Google, which has none to reset.
    const change = purpose === 'email_change' ? {} : { passwordHash: nobodys };
    const disowned = await db
      .update(users)
      .set({ pendingEmail: null, updatedAt: now(), ...change })
      .where(and(eq(users.id, userId), isOpen))
      .returning({ id: users.id });
    if (disowned.length === 0) throw new DomainError('auth.link');
    await voidCodes(unit, userId, purpose);
    if (purpose === 'email_confirmation') {
      await revokeAccess(unit, { userId, cause: 'address_disowned', hadUnprovenAddress: true });
      record({ type: 'address.disowned', userId, role: account.role });
    }
    return purpose;
  });
}

/** Mails a new link for whatever waits for one; without that, nothing. */
export async function resendVerification(ctx: SignedIn): Promise<void> {
  const { actor } = ctx;
  await inUnitOfWork(ctx, async ({ db, record }) => {
    const [account] = await db
      .select({ emailVerifiedAt: users.emailVerifiedAt, pendingEmail: users.pendingEmail })
      .from(users)
      .where(eq(users.id, actor.id));
    if (account?.pendingEmail) record({ type: 'email.change_asked', userId: actor.id });
    if (account && !account.emailVerifiedAt) record({ type: 'email.confirmation_asked', userId: actor.id });
  });
}

/** How the account was shown to be theirs. */
type AccountProof = { sessionId: string } | { passwordHash: string };

async function demandAccount(ctx: Ctx, { userId }: FoundLink, password: string | undefined): Promise<AccountProof> {
  const sessionId = sessionHere(ctx, userId);
  if (sessionId !== null) return { sessionId };
  if (password === undefined) throw new DomainError('auth.link_password_required');
  const [account] = await ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  const passwordHash = account?.passwordHash ?? null;
  if (!(await ctx.passwords.verify(passwordHash, password)) || passwordHash === null) {
    throw new DomainError('auth.current_password', { field: 'password' });
  }
  return { passwordHash };
}

/** Under the lock of the account: it may have been taken back since. */
async function isStillTheirs({ db }: Unit<Ctx>, account: typeof users.$inferSelect, proof: AccountProof): Promise<boolean> {
  if ('passwordHash' in proof) return account.passwordHash === proof.passwordHash;
  return (await db.$count(sessions, and(eq(sessions.id, proof.sessionId), eq(sessions.userId, account.id)))) > 0;
}

type Proven = { userId: string; email: string };

async function confirmAddress({ db, now }: Unit<Ctx>, { userId, email }: Proven): Promise<boolean> {
  const isTheirs = eq(sql`lower(${users.email})`, email.toLowerCase());
  const rows = await db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now().toISOString()}::timestamptz)`, updatedAt: now() })
    .where(and(eq(users.id, userId), isTheirs))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Keeps the session that opens the link, if it is one of this account: wherever else it is signed in may be somebody else. */
async function takeNewAddress(unit: Unit<Ctx>, { userId, email }: Proven): Promise<boolean> {
  const { db, now, record } = unit;
  const [before] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const [account] = await db
    .update(users)
    .set({ email, pendingEmail: null, emailVerifiedAt: now(), updatedAt: now() })
    .where(and(eq(users.id, userId), eq(users.pendingEmail, email)))
    .returning({ name: users.name, role: users.role });
  if (!before || !account) return false;
  await revokeAccess(unit, { userId, cause: 'email_changed', keptSessionId: sessionHere(unit, userId) });
  record({ type: 'email.changed', name: account.name, from: before.email, to: email });
  record({ type: 'account.changed', userId, role: account.role, changed: ['email'] });
  return true;
}

function sessionHere(ctx: Pick<Ctx, 'session'>, userId: string): string | null {
  const actor = ctx.session.state === 'actor' ? ctx.session.actor : null;
  return actor?.id === userId && actor.via.by === 'session' ? actor.via.sessionId : null;
}
