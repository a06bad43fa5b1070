import { asc, eq } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { passkeys, recoveryCodes, totpFactors } from '#db/schema/second-factor.ts';
import type { SignedIn } from '#server/core/context.ts';
import type { SecondFactors } from '#shared/contracts/factors.ts';
import { needsSecondFactor } from '#shared/domain/required-second-factor.ts';
import type { SecondStep } from '#shared/vocabulary/people.ts';

/** By what the second step of this account can be completed, best first; none where it has no second factor. */
export async function secondStepsOf(db: Executor, userId: string): Promise<SecondStep[]> {
  const [app] = await db.select({ userId: totpFactors.userId }).from(totpFactors).where(eq(totpFactors.userId, userId));
  const [passkey] = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)).limit(1);
  if (!app && !passkey) return [];
  return [...(app ? (['totp'] as const) : []), ...(passkey ? (['passkey'] as const) : []), 'recovery_code'];
}

/** The caller's own, for the account page. */
export async function ownFactors({ db, actor, platform }: SignedIn): Promise<SecondFactors> {
  const [app] = await db.select({ userId: totpFactors.userId }).from(totpFactors).where(eq(totpFactors.userId, actor.id));
  const keys = await db
    .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, actor.id))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
  return {
    hasApp: app !== undefined,
    recoveryCodes: await db.$count(recoveryCodes, eq(recoveryCodes.userId, actor.id)),
    passkeys: keys,
    isRequired: actor.isSecondFactorDue === true || needsSecondFactor(actor.role, platform),
  };
}
