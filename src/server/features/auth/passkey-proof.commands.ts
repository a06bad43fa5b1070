import { and, eq } from 'drizzle-orm';
import { users } from '#db/schema/people.ts';
import { passkeys } from '#db/schema/second-factor.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import type { WebAuthnJson } from '#server/core/ports.ts';
import type { StartedSession } from '#shared/contracts/auth.ts';
import type { PasskeyLoginInput, PasskeyLoginOptionsInput, PasskeyOptions } from '#shared/contracts/factors.ts';
import { DomainError } from '#shared/errors.ts';
import { viewerOf } from './auth.queries.ts';
import { closeChallenge, openChallenge, openedChallenge, setWebauthnChallenge } from './challenges.commands.ts';
import { startSession } from './sessions.commands.ts';

/** For a sign-in that waits for its second step, with the passkeys of that account; else for one with a passkey alone, whoever's. */
export async function passkeyLoginOptions(ctx: Ctx, { challenge }: PasskeyLoginOptionsInput): Promise<PasskeyOptions> {
  if (challenge === undefined) {
    const asked = await ctx.passkeys.requestOptions();
    const token = await openChallenge(ctx, { purpose: 'passkey_login', origin: 'passkey', webauthnChallenge: asked.challenge });
    return { challenge: token, options: asked.options };
  }
  const first = await openedChallenge(ctx, challenge, 'second_step');
  if (!first?.userId) throw new DomainError('auth.challenge');
  const asked = await ctx.passkeys.requestOptions(await passkeysOf(ctx, first.userId));
  await setWebauthnChallenge(ctx, challenge, asked.challenge);
  return { challenge, options: asked.options };
}

/** For whoever is signed in and has to prove again who they are. */
export async function passkeyConfirmationOptions(ctx: SignedIn): Promise<PasskeyOptions> {
  const asked = await ctx.passkeys.requestOptions(await passkeysOf(ctx, ctx.actor.id));
  // Its user id keeps it apart from a challenge for signing in, which has none.
  const opened = { purpose: 'passkey_login', origin: 'passkey', userId: ctx.actor.id, webauthnChallenge: asked.challenge } as const;
  return { challenge: await openChallenge(ctx, opened), options: asked.options };
}

/** Refuses whatever is not a passkey of the caller that has signed a challenge of theirs. */
export async function demandPasskey(ctx: SignedIn, { challenge, answer }: { challenge: string; answer: WebAuthnJson }): Promise<void> {
  const opened = await closeChallenge(ctx, challenge, 'passkey_login');
  if (opened?.userId !== ctx.actor.id) throw new DomainError('auth.enrolment');
  await acceptPasskey(ctx, { userId: ctx.actor.id, passkey: answer, webauthnChallenge: opened.webauthnChallenge });
}

/** A passkey has its user verified by the device, so it is both steps in one. */
export async function loginWithPasskey(ctx: Ctx, { challenge, passkey, rememberMe }: PasskeyLoginInput): Promise<StartedSession> {
  // Used up whatever comes of it: another try asks the authenticator anew.
  const opened = await closeChallenge(ctx, challenge, 'passkey_login');
  if (!opened || opened.userId !== null) throw new DomainError('auth.challenge');
  const userId = await acceptPasskey(ctx, { userId: null, passkey, webauthnChallenge: opened.webauthnChallenge });
  // Together: a passkey that is taken away with the account, as a stranger's, does not sign in under the new password.
  const [account] = await ctx.db
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .innerJoin(passkeys, eq(passkeys.userId, users.id))
    .where(and(eq(users.id, userId), eq(passkeys.credentialId, `${passkey.id}`)));
  if (!account) throw new DomainError('auth.passkey');
  const token = await startSession(ctx, { userId, ...account, isRemembered: rememberMe, origin: 'passkey' });
  return { token, user: await viewerOf(ctx, userId) };
}

const passkeysOf = ({ db }: Pick<Ctx, 'db'>, userId: string) =>
  db.select({ credentialId: passkeys.credentialId, transports: passkeys.transports }).from(passkeys).where(eq(passkeys.userId, userId));

type Proof = { userId: string | null; passkey: WebAuthnJson; webauthnChallenge: string | null };

/** Answers whose passkey it is; `userId` names whose it has to be. */
export async function acceptPasskey({ db, now, passkeys: verifier }: Ctx, { userId, passkey, webauthnChallenge }: Proof): Promise<string> {
  const isThis = eq(passkeys.credentialId, typeof passkey.id === 'string' ? passkey.id : '');
  const [credential] = await db
    .select()
    .from(passkeys)
    .where(userId === null ? isThis : and(isThis, eq(passkeys.userId, userId)));
  const counter = credential && webauthnChallenge !== null ? await verifier.used(passkey, webauthnChallenge, credential) : null;
  if (!credential || counter === null) throw new DomainError('auth.passkey');
  await db.update(passkeys).set({ counter, lastUsedAt: now() }).where(eq(passkeys.id, credential.id));
  return credential.userId;
}
