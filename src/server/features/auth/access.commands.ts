import { and, eq } from 'drizzle-orm';
import { sessions } from '#db/schema/people.ts';
import { type Ctx, requireSessionId, type SignedIn } from '#server/core/context.ts';
import type { RevocationCause } from '#server/core/events.ts';
import { revokeMailedLinks } from '#server/core/mailed-links.ts';
import { deleteResets } from '#server/core/password-resets.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { ConfirmIdentityInput } from '#shared/contracts/auth.ts';
import { DomainError } from '#shared/errors.ts';
import { CONFIRMATION } from '#shared/vocabulary/account-limits.ts';
import { requirePasskey } from './passkeys.commands.ts';
import { endOtherSessions, findCredentials, forgetDevices, rememberDevice } from './sessions.commands.ts';

type Revocation = { userId: string; cause: RevocationCause; hadUnprovenAddress?: boolean; exceptSessionId?: string | null };

const GOOGLE_PROOF_PURPOSE = 'google confirmation';

/** The caller has locked the account's row. */
export async function revokeAccess(
  unit: Unit<Ctx>,
  { userId, cause, hadUnprovenAddress = false, exceptSessionId = null }: Revocation,
): Promise<void> {
  await endSessionsAndEmailChange(unit, userId, exceptSessionId);
  // After a change of password the links stay valid: the address still has to be confirmed, and a link is useless without the account.
  if (cause !== 'password_changed') await revokeMailedLinks(unit, userId, 'email_confirmation');
  await deleteResets(unit, userId);
  // A known device may be an intruder's. Once it is forgotten, the owner is notified when it signs in again.
  await forgetDevices(unit, userId);
  if (exceptSessionId !== null) await rememberDevice(unit, userId);
  unit.record({ type: 'access.revoked', userId, cause, hadUnprovenAddress, currentSessionId: exceptSessionId });
}

export async function endSessionsAndEmailChange(unit: Unit<Ctx>, userId: string, exceptSessionId: string | null): Promise<void> {
  await revokeMailedLinks(unit, userId, 'email_change');
  await endOtherSessions(unit, userId, exceptSessionId);
}

export async function confirmIdentity(ctx: SignedIn, { password, proof, passkey }: ConfirmIdentityInput): Promise<void> {
  if (passkey) await requirePasskey(ctx, passkey);
  else if (proof !== undefined) requireGoogleProof(ctx, proof);
  else await requirePassword(ctx, password ?? '');
  await markSessionConfirmed(ctx);
}

async function markSessionConfirmed(ctx: SignedIn): Promise<void> {
  await inUnitOfWork(ctx, async ({ db, actor, now }) => {
    const updated = await db
      .update(sessions)
      .set({ confirmedAt: now() })
      .where(and(eq(sessions.id, requireSessionId(actor)), eq(sessions.userId, actor.id)))
      .returning({ id: sessions.id });
    if (updated.length === 0) throw new DomainError('auth.expired');
  });
}

export function createGoogleProof({ signer, now }: Pick<Ctx, 'signer' | 'now'>, userId: string): string {
  const text = `${userId}.${now().getTime() + CONFIRMATION.proofSeconds * 1000}`;
  return `${text}.${signer.mac(GOOGLE_PROOF_PURPOSE, text)}`;
}

async function requirePassword(ctx: SignedIn, password: string): Promise<void> {
  const account = await findCredentials(ctx.db, ctx.actor.email.toLowerCase());
  if (account?.passwordHash === null) throw new DomainError('auth.google_account');
  const isCorrect = await ctx.passwords.verify(account?.passwordHash ?? null, password);
  if (!isCorrect || account?.id !== ctx.actor.id) throw new DomainError('auth.current_password', { field: 'password' });
}

function requireGoogleProof({ signer, now, actor }: SignedIn, proof: string): void {
  const [userId = '', expires = '', mac = ''] = proof.split('.');
  if (!signer.verifyMac(mac, GOOGLE_PROOF_PURPOSE, `${userId}.${expires}`) || Number(expires) <= now().getTime())
    throw new DomainError('auth.google_failed');
  if (userId !== actor.id) throw new DomainError('auth.google_mismatch');
}
