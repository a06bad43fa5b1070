import { and, eq } from 'drizzle-orm';
import { lockLeavingAccount } from '#db/locks.ts';
import { sessions } from '#db/schema/people.ts';
import type { SignedIn } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { EndSessionInput, LeaveInput } from '#shared/contracts/account.ts';
import { DomainError } from '#shared/errors.ts';
import { getIdentityProof } from './account.queries.ts';

export function endSession(ctx: SignedIn, { id }: EndSessionInput): Promise<void> {
  return inUnitOfWork(ctx, async ({ db, actor, record }) => {
    const [session] = await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, actor.id)));
    if (!session) throw new DomainError('session.not_found');
    record({ type: 'session.ended', sessionId: session.id });
  });
}

export async function leaveAccount(ctx: SignedIn, { password }: LeaveInput): Promise<void> {
  const provenHash = await proveIdentity(ctx, password);
  await inUnitOfWork(ctx, async (unit) => {
    const { db, actor, record } = unit;
    const account = await lockLeavingAccount(db, actor.id);
    if (!account) throw new DomainError('auth.expired');
    // The owner may have recovered the account while the password was being checked.
    if (provenHash !== (await getIdentityProof(unit)).passwordHash) throw new DomainError('auth.expired');
    if (account.isLastAdmin) throw new DomainError('account.last_admin');
    record({ type: 'account.closed', userId: account.id, role: account.role, name: account.name, email: account.email, by: 'self' });
    if (account.role === 'admin') recordAuditEntry(unit, 'admin.removed', account);
  });
}

async function proveIdentity(ctx: SignedIn, password: string | undefined): Promise<string | null> {
  const { passwordHash, isFresh } = await getIdentityProof(ctx);
  if (isFresh) return passwordHash;
  if (passwordHash === null) throw new DomainError('account.not_fresh');
  const isCorrect = password !== undefined && (await ctx.passwords.verify(passwordHash, password));
  if (!isCorrect) throw new DomainError('auth.current_password', { field: 'password' });
  return passwordHash;
}
