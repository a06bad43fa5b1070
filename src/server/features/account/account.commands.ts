import { and, eq } from 'drizzle-orm';
import { lockLeaver } from '#db/locks.ts';
import { sessions } from '#db/schema/people.ts';
import type { SignedIn } from '#server/core/context.ts';
import { recordDeed } from '#server/core/deeds.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { EndSessionInput, LeaveInput } from '#shared/contracts/account.ts';
import { DomainError } from '#shared/errors.ts';
import { proofOf } from './account.queries.ts';

/** Signs out somewhere; ending the session that asks is a logout. */
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

/** Deletes the own account, with all that follows for those it had to do with. */
export async function leave(ctx: SignedIn, { password }: LeaveInput): Promise<void> {
  const proof = await prove(ctx, password);
  await inUnitOfWork(ctx, async (unit) => {
    const { db, actor, record } = unit;
    const leaver = await lockLeaver(db, actor.id);
    if (!leaver) throw new DomainError('auth.expired');
    // It may have become somebody else's while the password was being checked.
    if (proof !== (await proofOf(unit)).passwordHash) throw new DomainError('auth.expired');
    if (leaver.isLastAdmin) throw new DomainError('account.last_admin');
    record({ type: 'account.closed', userId: leaver.id, role: leaver.role, name: leaver.name, email: leaver.email, by: 'self' });
    if (leaver.role === 'admin') recordDeed(unit, 'admin.removed', leaver);
  });
}

/** Answers the hash that the account had then. */
async function prove(ctx: SignedIn, password: string | undefined): Promise<string | null> {
  const { passwordHash, isFresh } = await proofOf(ctx);
  if (isFresh) return passwordHash;
  if (passwordHash === null) throw new DomainError('account.not_fresh');
  const isRight = password !== undefined && (await ctx.passwords.verify(passwordHash, password));
  if (!isRight) throw new DomainError('auth.current_password', { field: 'password' });
  return passwordHash;
}
