import { randomInt } from 'node:crypto';
import { and, eq, inArray, lt } from 'drizzle-orm';
import { passkeys, recoveryCodes, totpFactors } from '#db/schema/second-factor.ts';
import { lockOwnAccount } from '#server/core/active-account.ts';
import { requireConfirmation } from '#server/core/confirmation.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import type { SecondFactorChange } from '#server/core/job-kinds.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { AppEnrolment, EnableAppInput, NewRecoveryCodes } from '#shared/contracts/factors.ts';
import { deviceOf } from '#shared/domain/device-name.ts';
import { needsSecondFactor, RECOVERY_ALPHABET, shownRecoveryCode, typedCode } from '#shared/domain/second-factor.ts';
import { DomainError } from '#shared/errors.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/account-limits.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { listSecondSteps } from './auth.queries.ts';

const ENROLMENT_PURPOSE = 'totp enrolment';
export const SECRET_PURPOSE = 'totp secret';
const RECOVERY_CODE_PURPOSE = 'recovery code';

/** Stores nothing: the browser keeps the sealed secret until the authenticator app has shown its first code. */
export async function beginAppEnrolment({ actor, now, sealer, oneTimeCodes, db }: SignedIn): Promise<AppEnrolment> {
  const [app] = await db.select({ userId: totpFactors.userId }).from(totpFactors).where(eq(totpFactors.userId, actor.id));
  if (app) throw new DomainError('auth.totp_on');
  const secret = oneTimeCodes.newSecret();
  const expires = now().getTime() + SECOND_FACTOR.challengeMinutes * MINUTE_MS;
  return { secret, uri: oneTimeCodes.uri(secret, actor.email), enrolment: sealer.seal(ENROLMENT_PURPOSE, `${actor.id} ${expires} ${secret}`) };
}

export async function enableApp(ctx: SignedIn, { enrolment, code }: EnableAppInput): Promise<NewRecoveryCodes> {
  const { actor, sealer, oneTimeCodes } = ctx;
  const [ownerId, expires, secret] = sealer.open(ENROLMENT_PURPOSE, enrolment)?.split(' ') ?? [];
  if (ownerId !== actor.id || !secret || Number(expires) <= ctx.now().getTime()) throw new DomainError('auth.enrolment');
  const step = oneTimeCodes.findStep(secret, code, ctx.now());
  if (step === null) throw new DomainError('auth.second_factor_code', { field: 'code' });
  return inUnitOfWork(ctx, async (unit) => {
    await lockOwnAccount(unit);
    await requireConfirmation(unit);
    // `lastStep` is set, so that the code which confirms the set-up cannot be used again to sign in.
    const inserted = await unit.db
      .insert(totpFactors)
      .values({ userId: actor.id, secret: sealer.seal(SECRET_PURPOSE, secret), lastStep: step, createdAt: unit.now() })
      .onConflictDoNothing()
      .returning({ userId: totpFactors.userId });
    if (inserted.length === 0) throw new DomainError('auth.totp_on');
    recordFactorChange(unit, actor.id, { kind: 'app_added' });
    return { recoveryCodes: await createFirstRecoveryCodes(unit, actor.id) };
  });
}

export async function disableApp(ctx: SignedIn): Promise<void> {
  await inUnitOfWork(ctx, async (unit) => {
    const account = await lockOwnAccount(unit);
    const deleted = await unit.db.delete(totpFactors).where(eq(totpFactors.userId, account.id)).returning({ userId: totpFactors.userId });
    if (deleted.length === 0) throw new DomainError('auth.second_factor_off');
    await finishFactorRemoval(unit, account);
    recordFactorChange(unit, account.id, { kind: 'app_removed' });
  });
}

export async function renewRecoveryCodes(ctx: SignedIn): Promise<NewRecoveryCodes> {
  const { actor } = ctx;
  return inUnitOfWork(ctx, async (unit) => {
    await lockOwnAccount(unit);
    await requireConfirmation(unit);
    if ((await listSecondSteps(unit.db, actor.id)).length === 0) throw new DomainError('auth.second_factor_off');
    const recoveryCodes = await replaceRecoveryCodes(unit, actor.id);
    recordFactorChange(unit, actor.id, { kind: 'recovery_codes_renewed' });
    return { recoveryCodes };
  });
}

export function recordFactorChange({ record, client, now }: Unit<Ctx>, userId: string, change: SecondFactorChange): void {
  record({ type: 'second_factor.changed', userId, change, device: deviceOf(client.userAgent).name, occurredAt: now() });
}

export async function acceptCode(ctx: Ctx, userId: string, { code, field }: { code: string; field: string }): Promise<void> {
  const parsed = typedCode(code);
  const isCorrect =
    parsed && (parsed.kind === 'totp' ? await acceptAppCode(ctx, userId, parsed.code) : await consumeRecoveryCode(ctx, userId, parsed.code));
  if (!isCorrect) throw new DomainError('auth.second_factor_code', { field });
}

async function acceptAppCode({ db, now, sealer, oneTimeCodes }: Ctx, userId: string, code: string): Promise<boolean> {
  const [factor] = await db.select({ secret: totpFactors.secret }).from(totpFactors).where(eq(totpFactors.userId, userId));
  const secret = factor ? sealer.open(SECRET_PURPOSE, factor.secret) : null;
  const step = secret === null ? null : oneTimeCodes.findStep(secret, code, now());
  if (!factor || step === null) return false;
  // Of two requests with the same code, only one updates the row.
  const accepted = await db
    .update(totpFactors)
    .set({ lastStep: step })
    .where(and(eq(totpFactors.userId, userId), eq(totpFactors.secret, factor.secret), lt(totpFactors.lastStep, step)))
    .returning({ userId: totpFactors.userId });
  return accepted.length > 0;
}

async function consumeRecoveryCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, signer } = unit;
    const deleted = await db
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.hash, signer.listMacs(RECOVERY_CODE_PURPOSE, toHashInput(userId, code)))))
      .returning({ userId: recoveryCodes.userId });
    if (deleted.length === 0) return false;
    const left = await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
    recordFactorChange(unit, userId, { kind: 'recovery_code_used', left });
    return true;
  });
}

async function replaceRecoveryCodes({ db, now, signer }: Unit<Ctx>, userId: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < SECOND_FACTOR.recoveryCodes) codes.add(createRecoveryCode());
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db
    .insert(recoveryCodes)
    .values([...codes].map((code) => ({ userId, hash: signer.mac(RECOVERY_CODE_PURPOSE, toHashInput(userId, code)), createdAt: now() })));
  return [...codes].map(shownRecoveryCode);
}

export async function createFirstRecoveryCodes(unit: Unit<Ctx>, userId: string): Promise<string[] | null> {
  const existing = await unit.db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
  return existing > 0 ? null : replaceRecoveryCodes(unit, userId);
}

/**
 * Refuses to remove the last factor of an account that needs one; the account is locked.
 * Recovery codes go with the last factor, or they would count as those of the next one.
 */
export async function finishFactorRemoval(
  { db, platform }: Pick<Unit<Ctx>, 'db' | 'platform'>,
  { id: userId, role }: { id: string; role: Role | null },
): Promise<void> {
  const [app] = await db.select({ userId: totpFactors.userId }).from(totpFactors).where(eq(totpFactors.userId, userId));
  if (app || (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0) return;
  if (needsSecondFactor(role, platform)) throw new DomainError('auth.last_second_factor');
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

const createRecoveryCode = () =>
  Array.from({ length: SECOND_FACTOR.recoveryLetters }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('');

/** With the account's id, so that equal codes have different hashes. */
const toHashInput = (userId: string, code: string): string => `${userId}\n${code}`;
