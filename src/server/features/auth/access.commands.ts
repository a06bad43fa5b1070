import { and, eq } from 'drizzle-orm';
import { sessions } from '#db/schema/people.ts';
import { voidCodes } from '#server/core/codes.ts';
import { type Ctx, type SignedIn, sessionIdOf } from '#server/core/context.ts';
import type { RevocationCause } from '#server/core/events.ts';
import { voidResets } from '#server/core/password-resets.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { ConfirmIdentityInput } from '#shared/contracts/auth.ts';
import { DomainError } from '#shared/errors.ts';
import { CONFIRMATION } from '#shared/vocabulary/limits.ts';
import { demandPasskey } from './passkeys.commands.ts';
import { credentialsOf, endOtherSessions, forgetDevices, rememberDevice } from './sessions.commands.ts';

type Revocation = { userId: string; cause: RevocationCause; hadUnprovenAddress?: boolean; keptSessionId?: string | null };

const PROOF = 'google confirmation';

/** Ends all sessions but the one that is kept, and whatever else lets somebody in; the row of the account is locked already. */
export async function revokeAccess(unit: Unit<Ctx>, { userId, cause, hadUnprovenAddress = false, keptSessionId = null }: Revocation): Promise<void> {
  await endSessionsAndEmailChange(unit, userId, keptSessionId);
  // After a change of password the address still waits for it, and the link does nothing without the account.
  if (cause !== 'password_changed') await voidCodes(unit, userId, 'email_confirmation');
  await voidResets(unit, userId);
  // A device of the intruder is a new one again, of which the owner is told.
  await forgetDevices(unit, userId);
  if (keptSessionId !== null) await rememberDevice(unit, userId);
  unit.record({ type: 'access.revoked', userId, cause, hadUnprovenAddress, keptSessionId });
}

/** The account moves to no address that somebody else may have asked for. */
export async function endSessionsAndEmailChange(unit: Unit<Ctx>, userId: string, keptSessionId: string | null): Promise<void> {
  await voidCodes(unit, userId, 'email_change');
  await endOtherSessions(unit, userId, keptSessionId);
}

/** By a passkey, by what Google has just said of whoever sits there, or by the password. */
export async function confirmIdentity(ctx: SignedIn, { password, proof, passkey }: ConfirmIdentityInput): Promise<void> {
  if (passkey) await demandPasskey(ctx, passkey);
  else if (proof !== undefined) demandProof(ctx, proof);
  else await demandPassword(ctx, password ?? '');
  await markConfirmed(ctx);
}

/** After any proof of who is there; for a session that is still there. */
export async function markConfirmed(ctx: SignedIn): Promise<void> {
  await inUnitOfWork(ctx, async ({ db, actor, now }) => {
    const marked = await db
      .update(sessions)
      .set({ confirmedAt: now() })
      .where(and(eq(sessions.id, sessionIdOf(actor)), eq(sessions.userId, actor.id)))
      .returning({ id: sessions.id });
    if (marked.length === 0) throw new DomainError('auth.expired');
  });
}

/** Handed in by the page that Google's answer leads to: whoever has it has proven to be this person a moment ago. */
export function googleProofFor({ signer, now }: Pick<Ctx, 'signer' | 'now'>, userId: string): string {
  const text = `${userId}.${now().getTime() + CONFIRMATION.proofSeconds * 1000}`;
  return `${text}.${signer.mac(PROOF, text)}`;
}

async function demandPassword(ctx: SignedIn, password: string): Promise<void> {
  const account = await credentialsOf(ctx.db, ctx.actor.email.toLowerCase());
  if (account?.passwordHash === null) throw new DomainError('auth.google_account');
  const isRight = await ctx.passwords.verify(account?.passwordHash ?? null, password);
  if (!isRight || account?.id !== ctx.actor.id) throw new DomainError('auth.current_password', { field: 'password' });
}

function demandProof({ signer, now, actor }: SignedIn, proof: string): void {
  const [userId = '', expires = '', mac = ''] = proof.split('.');
  if (!signer.isMac(mac, PROOF, `${userId}.${expires}`) || Number(expires) <= now().getTime()) throw new DomainError('auth.google_failed');
  if (userId !== actor.id) throw new DomainError('auth.google_mismatch');
}
