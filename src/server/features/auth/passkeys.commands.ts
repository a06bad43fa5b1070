import { and, eq } from 'drizzle-orm';
import { lockUsers } from '#db/locks.ts';
import { passkeys } from '#db/schema/second-factor.ts';
import { demandConfirmation } from '#server/core/confirmation.ts';
import type { SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { demandStanding } from '#server/core/standing.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { AddPasskeyInput, NewRecoveryCodes, PasskeyOptions, RemovePasskeyInput, RenamePasskeyInput } from '#shared/contracts/factors.ts';
import { deviceOf } from '#shared/domain/device-name.ts';
import { DomainError } from '#shared/errors.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/limits.ts';
import { closeChallenge, openChallenge } from './challenges.commands.ts';
import { firstRecoveryCodesFor, settleRemoval } from './factor-codes.commands.ts';

const PURPOSE = 'passkey_enrolment';

export async function beginPasskey(ctx: SignedIn): Promise<PasskeyOptions> {
  const { db, actor } = ctx;
  const known = await db
    .select({ credentialId: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, actor.id));
  if (known.length >= SECOND_FACTOR.passkeys) throw new DomainError('auth.too_many_passkeys');
  const { challenge, options } = await ctx.passkeys.creationOptions({ ...actor, known });
  return { challenge: await openChallenge(ctx, { purpose: PURPOSE, userId: actor.id, webauthnChallenge: challenge }), options };
}

export async function addPasskey(ctx: SignedIn, { challenge, passkey, name }: AddPasskeyInput): Promise<NewRecoveryCodes> {
  const { actor, client } = ctx;
  const opened = await closeChallenge(ctx, challenge, PURPOSE);
  if (opened?.userId !== actor.id || opened.webauthnChallenge === null) throw new DomainError('auth.enrolment');
  const credential = await ctx.passkeys.created(passkey, opened.webauthnChallenge);
  if (!credential) throw new DomainError('auth.passkey');
  return inUnitOfWork(ctx, async (unit) => {
    demandStanding(await lockUsers(unit.db, [actor.id]), actor);
    await demandConfirmation(unit);
    const known = await unit.db.$count(passkeys, eq(passkeys.userId, actor.id));
    if (known >= SECOND_FACTOR.passkeys) throw new DomainError('auth.too_many_passkeys');
    const made = await unit.db
      .insert(passkeys)
      .values({ ...credential, userId: actor.id, name, createdAt: unit.now() })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (made.length === 0) throw new DomainError('auth.passkey_taken');
    unit.record({
      type: 'second_factor.changed',
      userId: actor.id,
      change: { kind: 'passkey_added', name },
      device: deviceOf(client.userAgent).name,
      at: unit.now(),
    });
    return { recoveryCodes: await firstRecoveryCodesFor(unit, actor.id) };
  });
}

export async function renamePasskey({ db, actor }: SignedIn, { id, name }: RenamePasskeyInput): Promise<void> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(byId(passkeys.id, id), eq(passkeys.userId, actor.id)))
    .returning({ id: passkeys.id });
  if (renamed.length === 0) throw new DomainError('auth.passkey_not_found');
}

export async function removePasskey(ctx: SignedIn, { id }: RemovePasskeyInput): Promise<void> {
  const { actor, client } = ctx;
  await inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const accounts = await lockUsers(db, [actor.id]);
    demandStanding(accounts, actor);
    const [removed] = await db
      .delete(passkeys)
      .where(and(byId(passkeys.id, id), eq(passkeys.userId, actor.id)))
      .returning({ name: passkeys.name });
    if (!removed) throw new DomainError('auth.passkey_not_found');
    await settleRemoval(unit, accounts[0]);
    record({
      type: 'second_factor.changed',
      userId: actor.id,
      change: { kind: 'passkey_removed', name: removed.name },
      device: deviceOf(client.userAgent).name,
      at: now(),
    });
  });
}
