import { and, eq, sql } from 'drizzle-orm';
import { lockUsers } from '#db/locks.ts';
import { users } from '#db/schema/people.ts';
import { type Ctx, type SignedIn, sessionIdOf } from '#server/core/context.ts';
import { demandNewPassword } from '#server/core/new-password.ts';
import { consumeReset, newResetRequest, openResetLink, type TriedReset, tryResetCode } from '#server/core/password-resets.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { ChangePasswordInput, ForgotPasswordInput, ResetPasswordInput, ResetPasswordWithLinkInput } from '#shared/contracts/auth.ts';
import { DomainError, type ErrorCode } from '#shared/errors.ts';
import { endSessionsAndEmailChange, revokeAccess } from './access.commands.ts';
import { credentialsOf, rememberDevice } from './sessions.commands.ts';

/** The same work for every address: the job that mails the code finds out whether there is anybody to mail it to. Answers the id by which the code is tried. */
export async function forgotPassword(ctx: Ctx, { email }: ForgotPasswordInput): Promise<string> {
  const account = await credentialsOf(ctx.db, email);
  const { requestId, asker } = newResetRequest(ctx);
  await inUnitOfWork(ctx, async ({ record }) => record({ type: 'password.reset_asked', email, asker }));
  if (account && account.passwordHash === null) throw new DomainError('auth.google_account');
  return requestId;
}

export async function resetPassword(ctx: Ctx, { email, code, requestId, password }: ResetPasswordInput): Promise<void> {
  const account = await credentialsOf(ctx.db, email);
  if (account && account.passwordHash === null) throw new DomainError('auth.google_account');
  // Whatever depends on the account waits for the code: it would tell a stranger the name, or that there is an account.
  demandNewPassword(ctx, { name: '', email, password });
  const tried = await tryResetCode(ctx, { email, code, requestId });
  if (!tried) throw new DomainError('auth.code');
  await setNewPassword(ctx, tried, { password, isUsed: 'auth.code' });
}

/** The link says whose account it is, and needs no code. */
export async function resetPasswordWithLink(ctx: Ctx, { token, password }: ResetPasswordWithLinkInput): Promise<void> {
  demandNewPassword(ctx, { name: '', email: '', password });
  const opened = await openResetLink(ctx, token);
  if (!opened) throw new DomainError('auth.link');
  await setNewPassword(ctx, opened, { password, isUsed: 'auth.link' });
}

/** Whoever has the code or link has the mailbox: the address is proven, and whoever else had got in is out. */
async function setNewPassword(ctx: Ctx, reset: TriedReset, { password, isUsed }: { password: string; isUsed: ErrorCode }): Promise<void> {
  const { userId } = reset;
  const owner = await ctx.db.select({ name: users.name, email: users.email, role: users.role }).from(users).where(eq(users.id, userId));
  for (const { name, email, role } of owner) demandNewPassword(ctx, { name, role, email, password });

  const passwordHash = await ctx.passwords.hash(password);
  await inUnitOfWork(ctx, async (unit) => {
    const [before] = await lockUsers(unit.db, [userId]);
    // None is left either once Google has claimed the account since the mail went out.
    if (!(await consumeReset(unit, reset))) throw new DomainError(isUsed);
    const at = unit.now();
    await unit.db
      .update(users)
      .set({
        passwordHash,
        pendingEmail: null,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${at.toISOString()}::timestamptz)`,
        updatedAt: at,
      })
      .where(eq(users.id, userId));
    await revokeAccess(unit, { userId, cause: 'password_reset', hadUnprovenAddress: before?.emailVerifiedAt === null });
    await rememberDevice(unit, userId);
    unit.record({ type: 'password.changed', userId, isAccessRevoked: true });
  });
}

/** Ends every other session of the account, and whatever address it was to move to; the rest of what lets somebody in when that was asked for. */
export async function changePassword(
  ctx: SignedIn,
  { currentPassword, newPassword, revokeAccess: isAccessRevoked }: ChangePasswordInput,
): Promise<void> {
  const { actor } = ctx;
  const account = await credentialsOf(ctx.db, actor.email.toLowerCase());
  if (account?.passwordHash === null) throw new DomainError('auth.google_account');
  const isRight = await ctx.passwords.verify(account?.passwordHash ?? null, currentPassword);
  if (!account?.passwordHash || !isRight) throw new DomainError('auth.current_password', { field: 'currentPassword' });

  // An admin who has yet to set up a second factor has no role until then.
  const role = actor.isSecondFactorDue ? 'admin' : actor.role;
  demandNewPassword(ctx, { ...actor, role, password: newPassword, field: 'newPassword' });

  const before = account.passwordHash;
  const passwordHash = await ctx.passwords.hash(newPassword);
  await inUnitOfWork(ctx, async (unit) => {
    const changed = await unit.db
      .update(users)
      .set({ passwordHash, pendingEmail: null, updatedAt: unit.now() })
      .where(and(eq(users.id, actor.id), eq(users.passwordHash, before)))
      .returning({ id: users.id });
    if (changed.length === 0) throw new DomainError('auth.current_password', { field: 'currentPassword' });
    const keptSessionId = sessionIdOf(actor);
    if (isAccessRevoked) await revokeAccess(unit, { userId: actor.id, cause: 'password_changed', keptSessionId });
    else await endSessionsAndEmailChange(unit, actor.id, keptSessionId);
    unit.record({ type: 'password.changed', userId: actor.id, isAccessRevoked });
  });
}
