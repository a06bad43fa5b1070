import { randomInt } from 'node:crypto';
import { and, eq, inArray, lt } from 'drizzle-orm';
import { lockUsers } from '#db/locks.ts';
import { passkeys, recoveryCodes, totpFactors } from '#db/schema/second-factor.ts';
import { demandConfirmation } from '#server/core/confirmation.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { demandStanding } from '#server/core/standing.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { AppEnrolment, EnableAppInput, NewRecoveryCodes } from '#shared/contracts/factors.ts';
import { deviceOf } from '#shared/domain/device-name.ts';
import { RECOVERY_ALPHABET, shownRecoveryCode, typedCode } from '#shared/domain/recovery-code.ts';
import { needsSecondFactor } from '#shared/domain/required-second-factor.ts';
import { DomainError } from '#shared/errors.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/limits.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { secondStepsOf } from './auth.queries.ts';

const ENROLMENT = 'totp enrolment';
const MINUTE = 60_000;

/** Stores nothing: the secret travels sealed until the app has shown its first code. */
export async function beginAppEnrolment({ actor, now, sealer, oneTimeCodes, db }: SignedIn): Promise<AppEnrolment> {
  const [app] = await db.select({ userId: totpFactors.userId }).from(totpFactors).where(eq(totpFactors.userId, actor.id));
  if (app) throw new DomainError('auth.totp_on');
  const secret = oneTimeCodes.newSecret();
  const expires = now().getTime() + SECOND_FACTOR.challengeMinutes * MINUTE;
  return { secret, uri: oneTimeCodes.uri(secret, actor.email), enrolment: sealer.seal(ENROLMENT, `${actor.id} ${expires} ${secret}`) };
}

export async function enableApp(ctx: SignedIn, { enrolment, code }: EnableAppInput): Promise<NewRecoveryCodes> {
  const { actor, sealer, oneTimeCodes, client } = ctx;
  const [ownerId, expires, secret] = sealer.open(ENROLMENT, enrolment)?.split(' ') ?? [];
  if (ownerId !== actor.id || !secret || Number(expires) <= ctx.now().getTime()) throw new DomainError('auth.enrolment');
  const step = oneTimeCodes.stepOf(secret, code, ctx.now());
  if (step === null) throw new DomainError('auth.second_factor_code', { field: 'code' });
  return inUnitOfWork(ctx, async (unit) => {
    demandStanding(await lockUsers(unit.db, [actor.id]), actor);
    await demandConfirmation(unit);
    // The code that proves the app is spent with it.
    const made = await unit.db
      .insert(totpFactors)
      .values({ userId: actor.id, secret: sealer.seal(SEALED, secret), lastStep: step, createdAt: unit.now() })
      .onConflictDoNothing()
      .returning({ userId: totpFactors.userId });
    if (made.length === 0) throw new DomainError('auth.totp_on');
    unit.record({
      type: 'second_factor.changed',
      userId: actor.id,
      change: { kind: 'app_added' },
      device: deviceOf(client.userAgent).name,
      at: unit.now(),
    });
    return { recoveryCodes: await firstRecoveryCodesFor(unit, actor.id) };
  });
}

export async function disableApp(ctx: SignedIn): Promise<void> {
  const { actor, client } = ctx;
  await inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const accounts = await lockUsers(db, [actor.id]);
    demandStanding(accounts, actor);
    const gone = await db.delete(totpFactors).where(eq(totpFactors.userId, actor.id)).returning({ userId: totpFactors.userId });
    if (gone.length === 0) throw new DomainError('auth.second_factor_off');
    await settleRemoval(unit, accounts[0]);
    record({ type: 'second_factor.changed', userId: actor.id, change: { kind: 'app_removed' }, device: deviceOf(client.userAgent).name, at: now() });
  });
}

export async function renewRecoveryCodes(ctx: SignedIn): Promise<NewRecoveryCodes> {
  const { actor, client } = ctx;
  return inUnitOfWork(ctx, async (unit) => {
    demandStanding(await lockUsers(unit.db, [actor.id]), actor);
    await demandConfirmation(unit);
    if ((await secondStepsOf(unit.db, actor.id)).length === 0) throw new DomainError('auth.second_factor_off');
    const recoveryCodes = await newRecoveryCodesFor(unit, actor.id);
    unit.record({
      type: 'second_factor.changed',
      userId: actor.id,
      change: { kind: 'recovery_codes_renewed' },
      device: deviceOf(client.userAgent).name,
      at: unit.now(),
    });
    return { recoveryCodes };
  });
}

const SEALED = 'totp secret';
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
async function newRecoveryCodesFor({ db, now, signer }: Unit<Ctx>, userId: string): Promise<string[]> {
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
