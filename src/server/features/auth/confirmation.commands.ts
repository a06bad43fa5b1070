import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { lockLeavingAccount, withLocks } from '#db/locks.ts';
import { sessions, users } from '#db/schema/people.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { getSqlState } from '#server/core/errors.ts';
import { findMailedLink, type MailedLink, openMailedLink, revokeMailedLinks } from '#server/core/mailed-links.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { LinkInput, VerifyEmailInput } from '#shared/contracts/auth.ts';
import { DomainError } from '#shared/errors.ts';
import { revokeAccess } from './access.commands.ts';

const UNIQUE_VIOLATION = '23505';
const PASSWORD_BYTES = 32;

/**
 * Confirms the address of an account, or its new one. The link proves only access to the mailbox. A session or the password has
 * to prove the account, because a stranger may have registered with the address.
 */
export async function verifyEmail(ctx: Ctx, { token, password }: VerifyEmailInput): Promise<void> {
  const link = await findMailedLink(ctx, token);
  if (!link) throw new DomainError('auth.link');
  if (link.isUsed) return;
  const proof = await proveAccountOwnership(ctx, link, password);
  await inUnitOfWork(ctx, async (unit) => {
    const locked = await withLocks(unit.db, { users: { noKeyUpdate: [link.userId] } });
    const [account] = locked.users;
    if (!account || !(await isProofValid(unit, account, proof))) throw new DomainError('auth.link');
    const opened = await openMailedLink(unit, token);
    if (!opened) throw new DomainError('auth.link');
    if (!opened.isFirst) return;
    const isApplied = opened.purpose === 'email_change' ? await applyEmailChange(unit, opened) : await confirmAddress(unit, opened);
    if (!isApplied) throw new DomainError('auth.link');
  }).catch((error: unknown) => {
    if (getSqlState(error) === UNIQUE_VIOLATION) throw new DomainError('auth.email_taken');
    throw error;
  });
}

/**
 * For the owner of a mailbox who did not ask for the link. An account that a stranger has registered with the address is locked
 * until its password is reset; a pending change to the address is cancelled.
 */
export async function disownAddress(ctx: Ctx, { token }: LinkInput): Promise<MailedLink['purpose']> {
  // Anybody may ask, and a hash keeps a core busy for tens of milliseconds.
  await requireOpenLink(ctx, token);
  const unusablePasswordHash = await ctx.passwords.hash(randomBytes(PASSWORD_BYTES).toString('base64url'));
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const { userId, email, purpose } = await requireOpenLink(unit, token);
    const account = await lockLeavingAccount(db, userId);
    if (!account) throw new DomainError('auth.link');
    const isSetTo = (column: typeof users.email | typeof users.pendingEmail) => eq(sql`lower(${column})`, email.toLowerCase());
    const isOpen = purpose === 'email_change' ? isSetTo(users.pendingEmail) : and(isSetTo(users.email), isNull(users.emailVerifiedAt));
    // Not null, because an account without a password counts as a Google account, which has no password to reset.
    const change = purpose === 'email_change' ? {} : { passwordHash: unusablePasswordHash };
    const disowned = await db
      .update(users)
      .set({ pendingEmail: null, updatedAt: now(), ...change })
      .where(and(eq(users.id, userId), isOpen))
      .returning({ id: users.id });
    if (disowned.length === 0) throw new DomainError('auth.link');
    await revokeMailedLinks(unit, userId, purpose);
    if (purpose === 'email_confirmation') {
      await revokeAccess(unit, { userId, cause: 'address_disowned', hadUnprovenAddress: true });
      record({ type: 'address.disowned', userId, role: account.role });
    }
    return purpose;
  });
}

async function requireOpenLink(ctx: Pick<Ctx, 'db' | 'now' | 'signer'>, token: string): Promise<MailedLink> {
  const link = await findMailedLink(ctx, token);
  if (!link || link.isUsed) throw new DomainError('auth.link');
  return link;
}

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

type OwnershipProof = { sessionId: string } | { passwordHash: string };

async function proveAccountOwnership(ctx: Ctx, { userId }: MailedLink, password: string | undefined): Promise<OwnershipProof> {
  const sessionId = findOwnSessionId(ctx, userId);
  if (sessionId !== null) return { sessionId };
  if (password === undefined) throw new DomainError('auth.link_password_required');
  const [account] = await ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  const passwordHash = account?.passwordHash ?? null;
  if (!(await ctx.passwords.verify(passwordHash, password)) || passwordHash === null) {
    throw new DomainError('auth.current_password', { field: 'password' });
  }
  return { passwordHash };
}

/** Checked under the lock of the account, because its owner may have recovered it since. */
async function isProofValid({ db }: Unit<Ctx>, account: typeof users.$inferSelect, proof: OwnershipProof): Promise<boolean> {
  if ('passwordHash' in proof) return account.passwordHash === proof.passwordHash;
  return (await db.$count(sessions, and(eq(sessions.id, proof.sessionId), eq(sessions.userId, account.id)))) > 0;
}

type ConfirmedAddress = { userId: string; email: string };

async function confirmAddress({ db, now }: Unit<Ctx>, { userId, email }: ConfirmedAddress): Promise<boolean> {
  const isCurrentAddress = eq(sql`lower(${users.email})`, email.toLowerCase());
  const rows = await db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now().toISOString()}::timestamptz)`, updatedAt: now() })
    .where(and(eq(users.id, userId), isCurrentAddress))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Ends all sessions but the one that opens the link: the others may be an intruder's. */
async function applyEmailChange(unit: Unit<Ctx>, { userId, email }: ConfirmedAddress): Promise<boolean> {
  const { db, now, record } = unit;
  const [previous] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const [account] = await db
    .update(users)
    .set({ email, pendingEmail: null, emailVerifiedAt: now(), updatedAt: now() })
    .where(and(eq(users.id, userId), eq(users.pendingEmail, email)))
    .returning({ name: users.name, role: users.role });
  if (!previous || !account) return false;
  await revokeAccess(unit, { userId, cause: 'email_changed', exceptSessionId: findOwnSessionId(unit, userId) });
  record({ type: 'email.changed', name: account.name, from: previous.email, to: email });
  record({ type: 'account.changed', userId, role: account.role, changed: ['email'] });
  return true;
}

function findOwnSessionId(ctx: Pick<Ctx, 'session'>, userId: string): string | null {
  const actor = ctx.session.state === 'actor' ? ctx.session.actor : null;
  return actor?.id === userId && actor.via.by === 'session' ? actor.via.sessionId : null;
}
