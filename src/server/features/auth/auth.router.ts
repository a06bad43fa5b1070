import { isRefusedWith, limited, perDevice } from '#server/core/limits.ts';
import { anyone, inPerson, router, user } from '#server/core/trpc.ts';
import {
  chooseRoleInput,
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
import { type LoginAtOnceInput, loginAtOnceInput, loginStep } from '#shared/contracts/factors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { isKnownDevice, me } from './auth.queries.ts';
import { detailProcedures } from './details.router.ts';
import { factorProcedures, WRONG_CODE } from './factors.router.ts';
import { chooseRole, proveWithGoogle, signInWithGoogle } from './google.commands.ts';
import { beginLogin, login, register } from './login.commands.ts';
import { passwordProcedures } from './passwords.router.ts';
import { logout, ownerOf } from './sessions.commands.ts';

const WRONG = ['auth.credentials', 'auth.google_account'] as const;
/** Of an address whose limit is full, too: it goes on guessing. */
const isWrong = (error: unknown): boolean => isRefusedWith(error, [...WRONG, 'request.limited']);

/**
 * A guess of a password counts the same whichever call makes it. Whoever is known by a cookie is looked up before the queue, in which
 * they go first; the rest of the work is done in it, so that a hundred guesses at once keep nobody waiting. The address is counted
 * first: once it is full, nothing else is written.
 */
const byPassword = anyone
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
      if (!result.ok && isWrong(result.error)) ctx.loginQueue.noteFailure(caller);
      return result;
    });
  })
  .use(async ({ ctx, input, next }) =>
    next({ ctx: { ...ctx, isKnownDevice: ctx.isKnownDevice || (!ctx.client.hasDeviceCookie && (await isKnownDevice(ctx, input.email))) } }),
  )
  .use(limited<LoginInput>('loginAddress', ({ ctx }) => (ctx.isKnownDevice ? null : ctx.client.address), WRONG))
  .use(limited<LoginInput>('login', perDevice, WRONG))
  .use(limited<LoginInput>('loginAccount', ({ ctx, input }) => (ctx.isKnownDevice ? null : input.email), WRONG));

export const authRouter = router({
  login: byPassword
    .input(loginAtOnceInput)
    .use(limited<LoginAtOnceInput>('secondFactor', ({ ctx, input }) => (input.otp === undefined ? null : ownerOf(ctx, input)), WRONG_CODE))
    .output(startedSession)
    .mutation(({ ctx, input }) => login(ctx, input)),
  beginLogin: byPassword.output(loginStep).mutation(({ ctx, input }) => beginLogin(ctx, input)),
  register: anyone
    .meta({ failed: 'Registration failed. Please try again.' })
    .input(registerInput)
    .use(limited<RegisterInput>('register', ({ ctx }) => ctx.client.address))
    .output(startedSession)
    .mutation(({ ctx, input }) => register(ctx, input)),
  logout: anyone.output(done).mutation(async ({ ctx }) => {
    await logout(ctx);
    return { message: SUCCESS.logout };
  }),
  me: user
    .meta({ beforeEnrolment: true })
    .output(viewer)
    .query(({ ctx }) => me(ctx)),
  ...passwordProcedures,
  signInWithGoogle: anyone
    .meta({ failed: 'Login failed. Please try again.' })
    .input(googleSignInInput)
    .output(loginStep)
    .mutation(({ ctx, input }) => signInWithGoogle(ctx, input)),
  proveWithGoogle: anyone
    .meta({ failed: 'Login failed. Please try again.' })
    .input(googleSignInInput)
    .output(googleProof)
    .mutation(({ ctx, input }) => proveWithGoogle(ctx, input)),
  chooseRole: inPerson
    .meta({ failed: 'Registration failed. Please try again.' })
    .input(chooseRoleInput)
    .output(viewer)
    .mutation(({ ctx, input }) => chooseRole(ctx, input)),
  ...detailProcedures,
  ...factorProcedures,
});
