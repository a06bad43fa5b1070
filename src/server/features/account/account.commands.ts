import { and, eq } from 'drizzle-orm';
import { lockActiveBookings, lockLeavingAccount } from '#db/locks.ts';
import { sessions } from '#db/schema/people.ts';
import type { SignedIn } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { EndSessionInput, LeaveInput } from '#shared/contracts/account.ts';
import { toCents } from '#shared/domain/money.ts';
import { DomainError } from '#shared/errors.ts';
import { getIdentityProof, sumCancellations } from './account.queries.ts';

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

export async function leaveAccount(ctx: SignedIn, { password, maxRetained }: LeaveInput): Promise<void> {
  const provenHash = await proveIdentity(ctx, password);
  await inUnitOfWork(ctx, async (unit) => {
    const { db, actor, record } = unit;
    const account = await lockLeavingAccount(db, actor.id);
    if (!account) throw new DomainError('auth.expired');
    // The owner may have recovered the account while the password was being checked.
    if (provenHash !== (await getIdentityProof(unit)).passwordHash) throw new DomainError('auth.expired');
    if (account.isLastAdmin) throw new DomainError('account.last_admin');
    if (account.role === 'student' && maxRetained !== undefined) await requireNoMoreOwed(unit, maxRetained);
    record({ type: 'account.closed', userId: account.id, role: account.role, name: account.name, email: account.email, by: 'self' });
    if (account.role === 'admin') recordAuditEntry(unit, 'admin.removed', account);
  });
}

async function requireNoMoreOwed({ db, actor, now }: Pick<SignedIn, 'db' | 'actor' | 'now'>, maxRetained: number): Promise<void> {
  const { bookings: active } = await lockActiveBookings(db, { userId: actor.id, party: 'student' });
  const { retained } = sumCancellations(active, { party: 'student', now: now() });
  if (toCents(retained) > toCents(maxRetained)) throw new DomainError('booking.terms_changed');
}

async function proveIdentity(ctx: SignedIn, password: string | undefined): Promise<string | null> {
  const { passwordHash, isFresh } = await getIdentityProof(ctx);
  if (isFresh) return passwordHash;
  if (passwordHash === null) throw new DomainError('account.not_fresh');
  const isCorrect = password !== undefined && (await ctx.passwords.verify(passwordHash, password));
  if (!isCorrect) throw new DomainError('auth.current_password', { field: 'password' });
  return passwordHash;
}
