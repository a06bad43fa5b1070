import { eq } from 'drizzle-orm';
import { lockUsers } from '#db/locks.ts';
import { totpFactors } from '#db/schema/second-factor.ts';
import { demandConfirmation } from '#server/core/confirmation.ts';
import type { SignedIn } from '#server/core/context.ts';
import { demandStanding } from '#server/core/standing.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { AppEnrolment, EnableAppInput, NewRecoveryCodes } from '#shared/contracts/factors.ts';
import { deviceOf } from '#shared/domain/device-name.ts';
import { DomainError } from '#shared/errors.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/limits.ts';
import { firstRecoveryCodesFor, newRecoveryCodesFor, SEALED, settleRemoval } from './factor-codes.commands.ts';
import { secondStepsOf } from './factors.queries.ts';

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
