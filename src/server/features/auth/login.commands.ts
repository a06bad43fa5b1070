import { eq } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx } from '#server/core/context.ts';
import { demandNewPassword } from '#server/core/new-password.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { LoginInput, RegisterInput, StartedSession } from '#shared/contracts/auth.ts';
import type { CompleteLoginInput, LoginAtOnceInput, LoginStep, SecondStepAsked } from '#shared/contracts/factors.ts';
import { DomainError } from '#shared/errors.ts';
import type { SessionOrigin } from '#shared/vocabulary/people.ts';
import { secondStepsOf, viewerOf } from './auth.queries.ts';
import { closeChallenge, openChallenge, openedChallenge, tryChallenge } from './challenges.commands.ts';
import { acceptCode } from './factors.commands.ts';
import { acceptPasskey } from './passkeys.commands.ts';
import { provenByPassword, startSession } from './sessions.commands.ts';

const PURPOSE = 'second_step';
const MARK = 'password of a challenge';

/** In one request, for programs: the code goes with the password. */
export async function login(ctx: Ctx, { otp, ...input }: LoginAtOnceInput): Promise<StartedSession> {
  const { id: userId, email, passwordHash } = await provenByPassword(ctx, input);
  const methods = await secondStepsOf(ctx.db, userId);
  if (methods.length > 0) {
    if (otp === undefined) throw new DomainError('auth.second_factor_required', { field: 'otp' });
    await acceptCode(ctx, userId, { typed: otp, field: 'otp' });
  }
  const token = await startSession(ctx, { userId, email, passwordHash, isRemembered: input.rememberMe });
  return { token, user: await viewerOf(ctx, userId) };
}

/** The first step of a person: signs in, or asks for the second one. */
export async function beginLogin(ctx: Ctx, input: LoginInput): Promise<LoginStep> {
  const { id: userId, email, passwordHash } = await provenByPassword(ctx, input);
  const secondStep = await askSecondStep(ctx, { userId, passwordHash, isRemembered: input.rememberMe, origin: 'password' });
  if (secondStep) return { secondStep };
  const token = await startSession(ctx, { userId, email, passwordHash, isRemembered: input.rememberMe });
  return { started: { token, user: await viewerOf(ctx, userId) } };
}

type FirstStep = { userId: string; passwordHash: string | null; isRemembered: boolean; origin: SessionOrigin };

/** Null for an account without a second factor. */
export async function askSecondStep(ctx: Ctx, { passwordHash, ...first }: FirstStep): Promise<SecondStepAsked | null> {
  const methods = await secondStepsOf(ctx.db, first.userId);
  if (methods.length === 0) return null;
  const challenge = await openChallenge(ctx, { ...first, purpose: PURPOSE, passwordMark: markOf(ctx, passwordHash) });
  return { challenge, methods };
}

/** The second step: a code, or a passkey that has signed this challenge. */
export async function completeLogin(ctx: Ctx, { challenge, code, passkey }: CompleteLoginInput): Promise<StartedSession> {
  const first = await tryChallenge(ctx, challenge, PURPOSE);
  const { email, passwordHash } = users;
  const [account] = first?.userId ? await ctx.db.select({ email, passwordHash }).from(users).where(eq(users.id, first.userId)) : [];
  if (!first?.userId || !account || !isMarkOf(ctx, first.passwordMark, account.passwordHash)) throw new DomainError('auth.challenge');

  const { userId, isRemembered, origin, webauthnChallenge } = first;
  if (passkey) await acceptPasskey(ctx, { userId, passkey, webauthnChallenge });
  else await acceptCode(ctx, userId, { typed: code ?? '', field: 'code' });
  if (!(await closeChallenge(ctx, challenge, PURPOSE))) throw new DomainError('auth.challenge');

  const token = await startSession(ctx, { userId, ...account, isRemembered, origin });
  return { token, user: await viewerOf(ctx, userId) };
}

/** Whose wrong codes are counted: null for a challenge that is unknown or over. */
export async function ownerOfChallenge(ctx: Ctx, challenge: string): Promise<string | null> {
  return (await openedChallenge(ctx, challenge, PURPOSE))?.userId ?? null;
}

/** Another password has another mark, so a sign-in that was begun with the one before ends there. */
const markOf = ({ signer }: Pick<Ctx, 'signer'>, passwordHash: string | null): string => signer.mac(MARK, passwordHash ?? '');
const isMarkOf = ({ signer }: Pick<Ctx, 'signer'>, mark: string | null, passwordHash: string | null): boolean =>
  signer.isMac(mark ?? '', MARK, passwordHash ?? '');

/** Makes an account and signs it in; a tutor begins with an empty profile. */
export async function register(ctx: Ctx, input: RegisterInput): Promise<StartedSession> {
  demandNewPassword(ctx, input);
  const passwordHash = await ctx.passwords.hash(input.password);
  const userId = await inUnitOfWork(ctx, async ({ db, now, record }) => {
    const { name, email, role, phone } = input;
    const childName = role === 'student' ? input.childName : '';
    const at = { createdAt: now(), updatedAt: now() };
    const made = await db
      .insert(users)
      .values({ name, email, role, phone, childName, passwordHash, ...at })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (made.length === 0) throw new DomainError('auth.email_taken', { field: 'email' });
    const { id } = only(made);
    record({ type: 'account.registered', userId: id, role });
    return id;
  });
  const token = await startSession(ctx, { userId, email: input.email, passwordHash, isRemembered: true });
  return { token, user: await viewerOf(ctx, userId) };
}
