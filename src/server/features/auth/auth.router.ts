import { hasErrorCode, perDevice, rateLimit } from '#server/core/rate-limits.ts';
import { publicProcedure, router, sessionProcedure, userProcedure } from '#server/core/trpc.ts';
import {
  chooseRoleInput,
  type GoogleSignInInput,
  googleProof,
  googleSignInInput,
  type LoginInput,
  loginInput,
  type RegisterInput,
  registerInput,
  startedSession,
  viewer,
} from '#shared/contracts/auth.ts';
import { done } from '#shared/contracts/common.ts';
import { loginStep, type OneStepLoginInput, oneStepLoginInput } from '#shared/contracts/factors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { getViewer, isKnownDevice } from './auth.queries.ts';
import { detailProcedures } from './details.router.ts';
import { factorProcedures, WRONG_CODE } from './factors.router.ts';
import { chooseRole, proveWithGoogle, signInWithGoogle } from './google.commands.ts';
import { beginLogin, login, register } from './login.commands.ts';
import { passwordProcedures } from './passwords.router.ts';
import { findUserId, logout } from './sessions.commands.ts';

const WRONG_PASSWORD = ['auth.credentials', 'auth.google_account'] as const;
/** `request.limited` counts as a failure too, because the caller goes on guessing. */
const isFailedGuess = (error: unknown): boolean => hasErrorCode(error, [...WRONG_PASSWORD, 'request.limited']);

/**
 * A guess counts the same whichever call makes it. A device cookie is looked up before the queue, because known devices go first
 * there; everything else happens in the queue, so that many simultaneous guesses delay nobody else. The limit per address comes
 * first, so that nothing else is written once it is reached.
 */
const passwordLogin = publicProcedure
  .meta({ failed: 'Failed to login. Please try again.' })
  .input(loginInput)
  .use(async ({ ctx, input, next }) =>
    next({ ctx: { ...ctx, isKnownDevice: ctx.client.hasDeviceCookie && (await isKnownDevice(ctx, input.email)) } }),
  )
  .use(({ ctx, input: { email }, next }) => {
    const { address, device } = ctx.client;
    const caller = { address, email, device: ctx.isKnownDevice ? device : null };
    return ctx.loginQueue.run(caller, async () => {
      const result = await next();
      if (!result.ok && isFailedGuess(result.error)) ctx.loginQueue.recordFailure(caller);
      return result;
    });
  })
  .use(async ({ ctx, input, next }) =>
    next({ ctx: { ...ctx, isKnownDevice: ctx.isKnownDevice || (!ctx.client.hasDeviceCookie && (await isKnownDevice(ctx, input.email))) } }),
  )
  .use(rateLimit<LoginInput>('loginAddress', ({ ctx }) => (ctx.isKnownDevice ? null : ctx.client.address), WRONG_PASSWORD))
  .use(rateLimit<LoginInput>('login', perDevice, WRONG_PASSWORD))
  .use(rateLimit<LoginInput>('loginAccount', ({ ctx, input }) => (ctx.isKnownDevice ? null : input.email), WRONG_PASSWORD));

const googleAnswer = publicProcedure
  .meta({ failed: 'Login failed. Please try again.' })
  .input(googleSignInInput)
  .use(rateLimit<GoogleSignInInput>('googleLogin', ({ ctx }) => ctx.google && ctx.client.address, ['auth.google_failed']));

export const authRouter = router({
  login: passwordLogin
    .input(oneStepLoginInput)
    .use(rateLimit<OneStepLoginInput>('secondFactor', ({ ctx, input }) => (input.otp === undefined ? null : findUserId(ctx, input)), WRONG_CODE))
    .output(startedSession)
    .mutation(({ ctx, input }) => login(ctx, input)),
  beginLogin: passwordLogin.output(loginStep).mutation(({ ctx, input }) => beginLogin(ctx, input)),
  register: publicProcedure
    .meta({ failed: 'Registration failed. Please try again.' })
    .input(registerInput)
    .use(rateLimit<RegisterInput>('register', ({ ctx }) => ctx.client.address))
    .output(startedSession)
    .mutation(({ ctx, input }) => register(ctx, input)),
  logout: publicProcedure.output(done).mutation(async ({ ctx }) => {
    await logout(ctx);
    return { message: SUCCESS.logout };
  }),
  me: userProcedure
    .meta({ beforeEnrolment: true })
    .output(viewer)
    .query(({ ctx }) => getViewer(ctx, ctx.actor.id)),
  ...passwordProcedures,
  signInWithGoogle: googleAnswer.output(loginStep).mutation(({ ctx, input }) => signInWithGoogle(ctx, input)),
  proveWithGoogle: googleAnswer.output(googleProof).mutation(({ ctx, input }) => proveWithGoogle(ctx, input)),
  chooseRole: sessionProcedure
    .meta({ failed: 'Registration failed. Please try again.' })
    .input(chooseRoleInput)
    .output(viewer)
    .mutation(({ ctx, input }) => chooseRole(ctx, input)),
  ...detailProcedures,
  ...factorProcedures,
});
