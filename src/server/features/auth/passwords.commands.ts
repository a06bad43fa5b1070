import { and, eq, sql } from 'drizzle-orm';
import { withLocks } from '#db/locks.ts';
import { users } from '#db/schema/people.ts';
import { type Ctx, requireSessionId, type SignedIn } from '#server/core/context.ts';
import { consumeReset, createResetRequest, findResetByLink, type MatchedReset, tryResetCode } from '#server/core/password-resets.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { ChangePasswordInput, ForgotPasswordInput, ResetPasswordInput, ResetPasswordWithLinkInput } from '#shared/contracts/auth.ts';
import { newPasswordProblem, type PasswordOwner } from '#shared/domain/new-password.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import { endSessionsAndEmailChange, revokeAccess } from './access.commands.ts';
import { findCredentials, rememberDevice } from './sessions.commands.ts';

/**
 * Does the same work for every address, because its duration would otherwise reveal who has an account; the job looks for the account.
 * Returns the id of the request, which has to be sent with the code.
 */
export async function forgotPassword(ctx: Ctx, { email }: ForgotPasswordInput): Promise<string> {
  const account = await findCredentials(ctx.db, email);
  const { requestId, asker } = createResetRequest(ctx);
  await inUnitOfWork(ctx, async ({ record }) => record({ type: 'password.reset_asked', email, asker }));
  if (account && account.passwordHash === null) throw new DomainError('auth.google_account');
  return requestId;
}

export async function resetPassword(ctx: Ctx, { email, code, requestId, password }: ResetPasswordInput): Promise<void> {
  const account = await findCredentials(ctx.db, email);
  if (account && account.passwordHash === null) throw new DomainError('auth.google_account');
  // Checks that depend on the account come after the code; otherwise a stranger would learn the name, or that the account exists.
  await requireStrongPassword(ctx, { name: '', email, password });
  const reset = await tryResetCode(ctx, { email, code, requestId });
  if (!reset) throw new DomainError('auth.code');
  await setNewPassword(ctx, reset, { password, usedError: 'auth.code' });
}

export async function resetPasswordWithLink(ctx: Ctx, { token, password }: ResetPasswordWithLinkInput): Promise<void> {
  await requireStrongPassword(ctx, { name: '', email: '', password });
  const reset = await findResetByLink(ctx, token);
  if (!reset) throw new DomainError('auth.link');
  await setNewPassword(ctx, reset, { password, usedError: 'auth.link' });
}

async function setNewPassword(ctx: Ctx, reset: MatchedReset, { password, usedError }: { password: string; usedError: ErrorCode }): Promise<void> {
  const { userId } = reset;
  const [owner] = await ctx.db.select({ name: users.name, email: users.email, role: users.role }).from(users).where(eq(users.id, userId));
  if (owner) await requireStrongPassword(ctx, { ...owner, password });

  const passwordHash = await ctx.passwords.hash(password);
  await inUnitOfWork(ctx, async (unit) => {
    const locked = await withLocks(unit.db, { users: { noKeyUpdate: [userId] } });
    const [account] = locked.users;
    // The reset is used up even if Google has claimed the account since the mail was sent.
    if (!(await consumeReset(unit, reset))) throw new DomainError(usedError);
    const timestamp = unit.now();
    await unit.db
      .update(users)
      .set({
        passwordHash,
        pendingEmail: null,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${timestamp.toISOString()}::timestamptz)`,
        updatedAt: timestamp,
      })
      .where(eq(users.id, userId));
    await revokeAccess(unit, { userId, cause: 'password_reset', hadUnprovenAddress: account?.emailVerifiedAt === null });
    await rememberDevice(unit, userId);
    unit.record({ type: 'password.changed', userId, isAccessRevoked: true });
  });
}

export async function changePassword(
  ctx: SignedIn,
  { currentPassword, newPassword, revokeAccess: isAccessRevoked }: ChangePasswordInput,
): Promise<void> {
  const { actor } = ctx;
  const account = await findCredentials(ctx.db, actor.email.toLowerCase());
  if (account?.passwordHash === null) throw new DomainError('auth.google_account');
  const isCorrect = await ctx.passwords.verify(account?.passwordHash ?? null, currentPassword);
  if (!account?.passwordHash || !isCorrect) throw new DomainError('auth.current_password', { field: 'currentPassword' });

  // An admin without the required second factor has no role yet.
  const role = actor.isSecondFactorDue ? 'admin' : actor.role;
  await requireStrongPassword(ctx, { ...actor, role, password: newPassword, field: 'newPassword' });

  const previousHash = account.passwordHash;
  const passwordHash = await ctx.passwords.hash(newPassword);
  await inUnitOfWork(ctx, async (unit) => {
    const updated = await unit.db
      .update(users)
      .set({ passwordHash, pendingEmail: null, updatedAt: unit.now() })
      .where(and(eq(users.id, actor.id), eq(users.passwordHash, previousHash)))
      .returning({ id: users.id });
    if (updated.length === 0) throw new DomainError('auth.current_password', { field: 'currentPassword' });
    const exceptSessionId = requireSessionId(actor);
    if (isAccessRevoked) await revokeAccess(unit, { userId: actor.id, cause: 'password_changed', exceptSessionId });
    else await endSessionsAndEmailChange(unit, actor.id, exceptSessionId);
    unit.record({ type: 'password.changed', userId: actor.id, isAccessRevoked });
  });
}

type NewPassword = PasswordOwner & { password: string; field?: string };

export async function requireStrongPassword(
  { passwords }: Pick<Ctx, 'passwords'>,
  { password, field = 'password', ...owner }: NewPassword,
): Promise<void> {
  const common = await passwords.loadCommon();
  const problem = newPasswordProblem(password, owner, (lowerCase) => common.has(lowerCase));
  if (problem) throw new DomainError(problem, { field });
}
