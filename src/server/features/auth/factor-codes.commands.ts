import { randomInt } from 'node:crypto';
import { and, eq, inArray, lt } from 'drizzle-orm';
import { passkeys, recoveryCodes, totpFactors } from '#db/schema/second-factor.ts';
import type { Ctx } from '#server/core/context.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import { deviceOf } from '#shared/domain/device-name.ts';
import { RECOVERY_ALPHABET, shownRecoveryCode, typedCode } from '#shared/domain/recovery-code.ts';
import { needsSecondFactor } from '#shared/domain/required-second-factor.ts';
import { DomainError } from '#shared/errors.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/limits.ts';
import type { Role } from '#shared/vocabulary/people.ts';

export const SEALED = 'totp secret';
const PURPOSE = 'recovery code';

type Account = { id: string; role: Role | null };

/** Accepts a code of the app or a recovery code of this account, each once. */
export async function acceptCode(ctx: Ctx, userId: string, { typed, field }: { typed: string; field: string }): Promise<void> {
  const read = typedCode(typed);
  const isRight = read && (read.kind === 'totp' ? await acceptAppCode(ctx, userId, read.code) : await spendRecoveryCode(ctx, userId, read.code));
  if (!isRight) throw new DomainError('auth.second_factor_code', { field });
}

async function acceptAppCode({ db, now, sealer, oneTimeCodes }: Ctx, userId: string, code: string): Promise<boolean> {
  const [factor] = await db.select({ secret: totpFactors.secret }).from(totpFactors).where(eq(totpFactors.userId, userId));
  const secret = factor ? sealer.open(SEALED, factor.secret) : null;
  const step = secret === null ? null : oneTimeCodes.stepOf(secret, code, now());
  if (!factor || step === null) return false;
  // Of two who send the same code at once, one is first.
  const accepted = await db
    .update(totpFactors)
    .set({ lastStep: step })
    .where(and(eq(totpFactors.userId, userId), eq(totpFactors.secret, factor.secret), lt(totpFactors.lastStep, step)))
    .returning({ userId: totpFactors.userId });
  return accepted.length > 0;
}

async function spendRecoveryCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  return inUnitOfWork(ctx, async ({ db, signer, record, client, now }) => {
    const spent = await db
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.hash, signer.macs(PURPOSE, hashed(userId, code)))))
      .returning({ userId: recoveryCodes.userId });
    if (spent.length === 0) return false;
    const left = await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
    record({
      type: 'second_factor.changed',
      userId,
      change: { kind: 'recovery_code_used', left },
      device: deviceOf(client.userAgent).name,
      at: now(),
    });
    return true;
  });
}

/** Ten new ones, as they are shown; those before are void. */
export async function newRecoveryCodesFor({ db, now, signer }: Unit<Ctx>, userId: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < SECOND_FACTOR.recoveryCodes) codes.add(randomCode());
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.insert(recoveryCodes).values([...codes].map((code) => ({ userId, hash: signer.mac(PURPOSE, hashed(userId, code)), createdAt: now() })));
  return [...codes].map(shownRecoveryCode);
}

/** With the first factor come recovery codes; null where there are some. */
export async function firstRecoveryCodesFor(unit: Unit<Ctx>, userId: string): Promise<string[] | null> {
  const known = await unit.db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
  return known > 0 ? null : newRecoveryCodesFor(unit, userId);
}

/**
 * After a factor was removed from an account that is locked: refuses if it was the last one and the account needs one.
 * Without a factor, recovery codes are worth nothing, and would be taken for those of the next one.
 */
export async function settleRemoval({ db, platform }: Pick<Unit<Ctx>, 'db' | 'platform'>, account: Account | undefined): Promise<void> {
  if (!account) throw new DomainError('auth.expired');
  const { id: userId, role } = account;
  const [app] = await db.select({ userId: totpFactors.userId }).from(totpFactors).where(eq(totpFactors.userId, userId));
  if (app || (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0) return;
  if (needsSecondFactor(role, platform)) throw new DomainError('auth.last_second_factor');
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

const randomCode = () => Array.from({ length: SECOND_FACTOR.recoveryLetters }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('');

/** With the person, so that equal codes look different. */
const hashed = (userId: string, code: string): string => `${userId}\n${code}`;
