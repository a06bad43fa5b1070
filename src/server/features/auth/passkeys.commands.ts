import { and, eq } from 'drizzle-orm';
import { users } from '#db/schema/people.ts';
import { passkeys } from '#db/schema/second-factor.ts';
import { lockOwnAccount } from '#server/core/active-account.ts';
import { requireConfirmation } from '#server/core/confirmation.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { WebAuthnJson } from '#server/core/ports.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { StartedSession } from '#shared/contracts/auth.ts';
import type {
  AddPasskeyInput,
  NewRecoveryCodes,
  PasskeyLoginInput,
  PasskeyLoginOptionsInput,
  PasskeyOptions,
  RemovePasskeyInput,
  RenamePasskeyInput,
} from '#shared/contracts/factors.ts';
import { DomainError } from '#shared/errors.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/account-limits.ts';
import { getViewer } from './auth.queries.ts';
import { consumeChallenge, createChallenge, findChallenge, setWebauthnChallenge } from './challenges.commands.ts';
import { createFirstRecoveryCodes, finishFactorRemoval, recordFactorChange } from './factors.commands.ts';
import { startSession } from './sessions.commands.ts';

const ENROLMENT_PURPOSE = 'passkey_enrolment';

export async function beginPasskey(ctx: SignedIn): Promise<PasskeyOptions> {
  const { actor } = ctx;
  const existing = await listPasskeys(ctx, actor.id);
  if (existing.length >= SECOND_FACTOR.passkeys) throw new DomainError('auth.too_many_passkeys');
  const { challenge, options } = await ctx.passkeys.creationOptions({ ...actor, existing: existing });
  return { challenge: await createChallenge(ctx, { purpose: ENROLMENT_PURPOSE, userId: actor.id, webauthnChallenge: challenge }), options };
}

export async function addPasskey(ctx: SignedIn, { challenge, passkey, name }: AddPasskeyInput): Promise<NewRecoveryCodes> {
  const { actor } = ctx;
  const stored = await consumeChallenge(ctx, challenge, ENROLMENT_PURPOSE);
  if (stored?.userId !== actor.id || stored.webauthnChallenge === null) throw new DomainError('auth.enrolment');
  const credential = await ctx.passkeys.verifyRegistration(passkey, stored.webauthnChallenge);
  if (!credential) throw new DomainError('auth.passkey');
  return inUnitOfWork(ctx, async (unit) => {
    await lockOwnAccount(unit);
    await requireConfirmation(unit);
    const existing = await unit.db.$count(passkeys, eq(passkeys.userId, actor.id));
    if (existing >= SECOND_FACTOR.passkeys) throw new DomainError('auth.too_many_passkeys');
    const inserted = await unit.db
      .insert(passkeys)
      .values({ ...credential, userId: actor.id, name, createdAt: unit.now() })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (inserted.length === 0) throw new DomainError('auth.passkey_taken');
    recordFactorChange(unit, actor.id, { kind: 'passkey_added', name });
    return { recoveryCodes: await createFirstRecoveryCodes(unit, actor.id) };
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
  await inUnitOfWork(ctx, async (unit) => {
    const account = await lockOwnAccount(unit);
    const [removed] = await unit.db
      .delete(passkeys)
      .where(and(byId(passkeys.id, id), eq(passkeys.userId, account.id)))
      .returning({ name: passkeys.name });
    if (!removed) throw new DomainError('auth.passkey_not_found');
    await finishFactorRemoval(unit, account);
    recordFactorChange(unit, account.id, { kind: 'passkey_removed', name: removed.name });
  });
}

export async function passkeyLoginOptions(ctx: Ctx, { challenge }: PasskeyLoginOptionsInput): Promise<PasskeyOptions> {
  if (challenge === undefined) {
    const request = await ctx.passkeys.requestOptions();
    const token = await createChallenge(ctx, { purpose: 'passkey_login', origin: 'passkey', webauthnChallenge: request.challenge });
    return { challenge: token, options: request.options };
  }
  const firstStep = await findChallenge(ctx, challenge, 'second_step');
  if (!firstStep?.userId) throw new DomainError('auth.challenge');
  const request = await ctx.passkeys.requestOptions(await listPasskeys(ctx, firstStep.userId));
  await setWebauthnChallenge(ctx, challenge, request.challenge);
  return { challenge, options: request.options };
}

export async function passkeyConfirmationOptions(ctx: SignedIn): Promise<PasskeyOptions> {
  const request = await ctx.passkeys.requestOptions(await listPasskeys(ctx, ctx.actor.id));
  // The user id distinguishes it from a challenge for signing in, which has none.
  const stored = { purpose: 'passkey_login', origin: 'passkey', userId: ctx.actor.id, webauthnChallenge: request.challenge } as const;
  return { challenge: await createChallenge(ctx, stored), options: request.options };
}

export async function requirePasskey(ctx: SignedIn, { challenge, answer }: { challenge: string; answer: WebAuthnJson }): Promise<void> {
  const stored = await consumeChallenge(ctx, challenge, 'passkey_login');
  if (stored?.userId !== ctx.actor.id) throw new DomainError('auth.enrolment');
  await verifyPasskey(ctx, { userId: ctx.actor.id, passkey: answer, webauthnChallenge: stored.webauthnChallenge });
}

/** The device has verified its user, so a passkey counts as both steps. */
export async function loginWithPasskey(ctx: Ctx, { challenge, passkey, rememberMe }: PasskeyLoginInput): Promise<StartedSession> {
  // The challenge is used up even if the passkey is refused: another try needs another signature.
  const stored = await consumeChallenge(ctx, challenge, 'passkey_login');
  if (!stored || stored.userId !== null) throw new DomainError('auth.challenge');
  const userId = await verifyPasskey(ctx, { userId: null, passkey, webauthnChallenge: stored.webauthnChallenge });
  // Read in one query: a passkey that is being removed as a stranger's must not sign in after the owner has set a new password.
  const [account] = await ctx.db
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .innerJoin(passkeys, eq(passkeys.userId, users.id))
    .where(and(eq(users.id, userId), eq(passkeys.credentialId, `${passkey.id}`)));
  if (!account) throw new DomainError('auth.passkey');
  const token = await startSession(ctx, { userId, ...account, isRemembered: rememberMe, origin: 'passkey' });
  return { token, user: await getViewer(ctx, userId) };
}

const listPasskeys = ({ db }: Pick<Ctx, 'db'>, userId: string) =>
  db.select({ credentialId: passkeys.credentialId, transports: passkeys.transports }).from(passkeys).where(eq(passkeys.userId, userId));

type PasskeyAnswer = { userId: string | null; passkey: WebAuthnJson; webauthnChallenge: string | null };

export async function verifyPasskey({ db, now, passkeys: verifier }: Ctx, { userId, passkey, webauthnChallenge }: PasskeyAnswer): Promise<string> {
  const isThisPasskey = eq(passkeys.credentialId, typeof passkey.id === 'string' ? passkey.id : '');
  const [credential] = await db
    .select()
    .from(passkeys)
    .where(userId === null ? isThisPasskey : and(isThisPasskey, eq(passkeys.userId, userId)));
  const counter = credential && webauthnChallenge !== null ? await verifier.verifyAuthentication(passkey, webauthnChallenge, credential) : null;
  if (!credential || counter === null) throw new DomainError('auth.passkey');
  await db.update(passkeys).set({ counter, lastUsedAt: now() }).where(eq(passkeys.id, credential.id));
  return credential.userId;
}
