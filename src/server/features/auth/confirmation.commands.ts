import { and, eq, sql } from 'drizzle-orm';
import { users } from '#db/schema/people.ts';
import { openLink } from '#server/core/codes.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { sqlState } from '#server/core/failures.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { VerifyEmailInput } from '#shared/contracts/auth.ts';
import { DomainError } from '#shared/errors.ts';
import { revokeAccess } from './access.commands.ts';

const UNIQUE_VIOLATION = '23505';

/** Confirms the address of an account, or the one it is to have from now on, whoever is signed in. */
export async function verifyEmail(ctx: Ctx, { token }: VerifyEmailInput): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const link = await openLink(unit, token);
    if (!link) throw new DomainError('auth.link');
    if (!link.isFirst) return;
    const isMoved = link.purpose === 'email_change' ? await takeNewAddress(unit, link) : await confirmAddress(unit, link);
    if (!isMoved) throw new DomainError('auth.link');
  }).catch((error: unknown) => {
    // Somebody has registered with it meanwhile.
    if (sqlState(error) === UNIQUE_VIOLATION) throw new DomainError('auth.email_taken');
    throw error;
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
