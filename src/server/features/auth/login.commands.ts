import { eq } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx } from '#server/core/context.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { LoginInput, RegisterInput, StartedSession } from '#shared/contracts/auth.ts';
import type { CompleteLoginInput, LoginStep, OneStepLoginInput, SecondStepRequired } from '#shared/contracts/factors.ts';
import { DomainError } from '#shared/errors.ts';
import type { SessionOrigin } from '#shared/vocabulary/people.ts';
import { getViewer, listSecondSteps } from './auth.queries.ts';
import { consumeChallenge, countChallengeTry, createChallenge, findChallenge } from './challenges.commands.ts';
import { acceptCode } from './factors.commands.ts';
import { verifyPasskey } from './passkeys.commands.ts';
import { requireStrongPassword } from './passwords.commands.ts';
import { startSession, verifyPassword } from './sessions.commands.ts';
import { toTermsRecord } from './terms.commands.ts';

const CHALLENGE_PURPOSE = 'second_step';
const PASSWORD_MARK_PURPOSE = 'password of a challenge';

export async function login(ctx: Ctx, { otp, ...input }: OneStepLoginInput): Promise<StartedSession> {
  const { id: userId, email, passwordHash } = await verifyPassword(ctx, input);
  const methods = await listSecondSteps(ctx.db, userId);
  if (methods.length > 0) {
    if (otp === undefined) throw new DomainError('auth.second_factor_required', { field: 'otp' });
    await acceptCode(ctx, userId, { code: otp, field: 'otp' });
  }
  const token = await startSession(ctx, { userId, email, passwordHash, isRemembered: input.rememberMe });
  return { token, user: await getViewer(ctx, userId) };
}

export async function beginLogin(ctx: Ctx, input: LoginInput): Promise<LoginStep> {
  const { id: userId, email, passwordHash } = await verifyPassword(ctx, input);
  const secondStep = await requestSecondStep(ctx, { userId, passwordHash, isRemembered: input.rememberMe, origin: 'password' });
  if (secondStep) return { secondStep };
  const token = await startSession(ctx, { userId, email, passwordHash, isRemembered: input.rememberMe });
  return { started: { token, user: await getViewer(ctx, userId) } };
}

type FirstStep = { userId: string; passwordHash: string | null; isRemembered: boolean; origin: SessionOrigin };

export async function requestSecondStep(ctx: Ctx, { passwordHash, ...firstStep }: FirstStep): Promise<SecondStepRequired | null> {
  const methods = await listSecondSteps(ctx.db, firstStep.userId);
  if (methods.length === 0) return null;
  const challenge = await createChallenge(ctx, { ...firstStep, purpose: CHALLENGE_PURPOSE, passwordMark: toPasswordMark(ctx, passwordHash) });
  return { challenge, methods };
}

export async function completeLogin(ctx: Ctx, { challenge, code, passkey }: CompleteLoginInput): Promise<StartedSession> {
  const firstStep = await countChallengeTry(ctx, challenge, CHALLENGE_PURPOSE);
  const { email, passwordHash } = users;
  const [account] = firstStep?.userId ? await ctx.db.select({ email, passwordHash }).from(users).where(eq(users.id, firstStep.userId)) : [];
  if (!firstStep?.userId || !account || !isPasswordMark(ctx, firstStep.passwordMark, account.passwordHash)) throw new DomainError('auth.challenge');

  const { userId, isRemembered, origin, webauthnChallenge } = firstStep;
  if (passkey) await verifyPasskey(ctx, { userId, passkey, webauthnChallenge });
  else await acceptCode(ctx, userId, { code: code ?? '', field: 'code' });
  if (!(await consumeChallenge(ctx, challenge, CHALLENGE_PURPOSE))) throw new DomainError('auth.challenge');

  const token = await startSession(ctx, { userId, ...account, isRemembered, origin });
  return { token, user: await getViewer(ctx, userId) };
}

export async function findChallengeOwner(ctx: Ctx, challenge: string): Promise<string | null> {
  return (await findChallenge(ctx, challenge, CHALLENGE_PURPOSE))?.userId ?? null;
}

/** A change of password changes the mark, which ends sign-ins that were begun with the old password. */
const toPasswordMark = ({ signer }: Pick<Ctx, 'signer'>, passwordHash: string | null): string =>
  signer.mac(PASSWORD_MARK_PURPOSE, passwordHash ?? '');
const isPasswordMark = ({ signer }: Pick<Ctx, 'signer'>, mark: string | null, passwordHash: string | null): boolean =>
  signer.verifyMac(mark ?? '', PASSWORD_MARK_PURPOSE, passwordHash ?? '');

export async function register(ctx: Ctx, input: RegisterInput): Promise<StartedSession> {
  await requireStrongPassword(ctx, input);
  const passwordHash = await ctx.passwords.hash(input.password);
  const userId = await inUnitOfWork(ctx, async ({ db, now, record }) => {
    const { name, email, role, phone, termsVersion } = input;
    const childName = role === 'student' ? input.childName : '';
    const { locale } = ctx.client;
    const inserted = await db
      .insert(users)
      .values({
        name,
        email,
        role,
        phone,
        childName,
        locale,
        passwordHash,
        ...toTermsRecord(termsVersion, now()),
        createdAt: now(),
        updatedAt: now(),
      })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (inserted.length === 0) throw new DomainError('auth.email_taken', { field: 'email' });
    const { id } = only(inserted);
    record({ type: 'account.registered', userId: id, role });
    return id;
  });
  const token = await startSession(ctx, { userId, email: input.email, passwordHash, isRemembered: true });
  return { token, user: await getViewer(ctx, userId) };
}
