import { and, eq, sql } from 'drizzle-orm';
import { lockLeavingAccount, withLocks } from '#db/locks.ts';
import { users } from '#db/schema/people.ts';
import { challenges, passkeys, recoveryCodes, totpFactors } from '#db/schema/second-factor.ts';
import type { Ctx } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { RegisterInput } from '#shared/contracts/auth.ts';
import { DomainError } from '#shared/errors.ts';
import { requireStrongPassword } from './passwords.commands.ts';
import { endOtherSessions } from './sessions.commands.ts';

type NewAdmin = Pick<RegisterInput, 'name' | 'email' | 'password'>;

// For the command line only. Emails are in lower case, and a new admin's counts as confirmed.

export async function createAdmin(ctx: Ctx, { name, email, password }: NewAdmin): Promise<void> {
  await requireStrongPassword(ctx, { name, email, password, role: 'admin' });
  const passwordHash = await ctx.passwords.hash(password);
  await inUnitOfWork(ctx, async ({ db, now, record }) => {
    const timestamp = now();
    const [admin] = await db
      .insert(users)
      .values({ name, email, role: 'admin', passwordHash, emailVerifiedAt: timestamp, createdAt: timestamp, updatedAt: timestamp })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (!admin) throw new DomainError('auth.email_taken', { field: 'email' });
    recordAuditEntry({ actor: null, record }, 'admin.created', { id: admin.id, name });
  });
}

export async function removeAdmin(ctx: Ctx, { email }: Pick<NewAdmin, 'email'>): Promise<void> {
  await inUnitOfWork(ctx, async ({ db, record }) => {
    const [admin] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(sql`lower(${users.email})`, email), eq(users.role, 'admin')));
    const account = admin ? await lockLeavingAccount(db, admin.id) : null;
    if (!account) throw new DomainError('user.not_found', {}, 'No admin has this email address');
    if (account.isLastAdmin) throw new DomainError('account.last_admin');
    record({ type: 'account.closed', userId: account.id, role: account.role, name: account.name, email: account.email, by: 'admin' });
    recordAuditEntry({ actor: null, record }, 'admin.removed', account);
  });
}

export async function resetSecondFactor(ctx: Ctx, { email }: Pick<NewAdmin, 'email'>): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const [account] = await db
      .select({ id: users.id })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email));
    if (!account) throw new DomainError('user.not_found');
    await withLocks(db, { users: { noKeyUpdate: [account.id] } });
    await db.delete(totpFactors).where(eq(totpFactors.userId, account.id));
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, account.id));
    await db.delete(passkeys).where(eq(passkeys.userId, account.id));
    await db.delete(challenges).where(eq(challenges.userId, account.id));
    await endOtherSessions(unit, account.id, null);
    record({ type: 'second_factor.changed', userId: account.id, change: { kind: 'reset' }, device: 'The support team', occurredAt: now() });
  });
}
