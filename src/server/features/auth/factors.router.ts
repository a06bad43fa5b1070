import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { publicProcedure, requireConfirmed, sessionProcedure } from '#server/core/trpc.ts';
import { startedSession } from '#shared/contracts/auth.ts';
import { done } from '#shared/contracts/common.ts';
import {
  addPasskeyInput,
  appEnrolment,
  type CompleteLoginInput,
  completeLoginInput,
  type EnableAppInput,
  enableAppInput,
  newRecoveryCodes,
  type PasskeyLoginOptionsInput,
  passkeyLoginInput,
  passkeyLoginOptionsInput,
  passkeyOptions,
  removePasskeyInput,
  renamePasskeyInput,
  secondFactors,
} from '#shared/contracts/factors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { getSecondFactors } from './auth.queries.ts';
import { beginAppEnrolment, disableApp, enableApp, renewRecoveryCodes } from './factors.commands.ts';
import { completeLogin, findChallengeOwner } from './login.commands.ts';
import {
  addPasskey,
  beginPasskey,
  loginWithPasskey,
  passkeyConfirmationOptions,
  passkeyLoginOptions,
  removePasskey,
  renamePasskey,
} from './passkeys.commands.ts';

const LOGIN_META = { failed: 'Failed to login. Please try again.' };
const SAVE_META = { failed: 'Failed to change two-step sign-in. Please try again.' };
const SET_UP_META = { ...SAVE_META, beforeEnrolment: true } as const;
export const WRONG_CODE = ['auth.second_factor_code'] as const;

export const factorProcedures = {
  completeLogin: publicProcedure
    .meta(LOGIN_META)
    .input(completeLoginInput)
    .use(rateLimit<CompleteLoginInput>('secondFactor', ({ ctx, input }) => findChallengeOwner(ctx, input.challenge), WRONG_CODE))
    .output(startedSession)
    .mutation(({ ctx, input }) => completeLogin(ctx, input)),
  passkeyLoginOptions: publicProcedure
    .meta(LOGIN_META)
    .input(passkeyLoginOptionsInput)
    .use(rateLimit<PasskeyLoginOptionsInput>('passkeyLogin', ({ ctx }) => ctx.client.address))
    .output(passkeyOptions)
    .mutation(({ ctx, input }) => passkeyLoginOptions(ctx, input)),
  loginWithPasskey: publicProcedure
    .meta(LOGIN_META)
    .input(passkeyLoginInput)
    .output(startedSession)
    .mutation(({ ctx, input }) => loginWithPasskey(ctx, input)),

  passkeyConfirmationOptions: sessionProcedure
    .meta({ failed: 'Failed to confirm that it is you. Please try again.' })
    .use(rateLimit<unknown>('passkeyLogin', perCaller))
    .output(passkeyOptions)
    .mutation(({ ctx }) => passkeyConfirmationOptions(ctx)),

  factors: sessionProcedure
    .meta({ beforeEnrolment: true })
    .output(secondFactors)
    .query(({ ctx }) => getSecondFactors(ctx)),
  beginApp: sessionProcedure
    .meta(SET_UP_META)
    .use(requireConfirmed)
    .output(appEnrolment)
    .mutation(({ ctx }) => beginAppEnrolment(ctx)),
  enableApp: sessionProcedure
    .meta(SET_UP_META)
    .input(enableAppInput)
    .use(requireConfirmed)
    .use(rateLimit<EnableAppInput>('secondFactor', perCaller, WRONG_CODE))
    .output(newRecoveryCodes)
    .mutation(({ ctx, input }) => enableApp(ctx, input)),
  disableApp: sessionProcedure
    .meta(SAVE_META)
    .use(requireConfirmed)
    .output(done)
    .mutation(async ({ ctx }) => {
      await disableApp(ctx);
      return { message: SUCCESS.totpOff };
    }),
  renewRecoveryCodes: sessionProcedure
    .meta(SAVE_META)
    .use(requireConfirmed)
    .output(newRecoveryCodes)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx)),
  beginPasskey: sessionProcedure
    .meta(SET_UP_META)
    .use(requireConfirmed)
    .output(passkeyOptions)
    .mutation(({ ctx }) => beginPasskey(ctx)),
  addPasskey: sessionProcedure
    .meta(SET_UP_META)
    .input(addPasskeyInput)
    .use(requireConfirmed)
    .output(newRecoveryCodes)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  renamePasskey: sessionProcedure
    .meta(SAVE_META)
    .input(renamePasskeyInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await renamePasskey(ctx, input);
      return { message: SUCCESS.passkeyRenamed };
    }),
  removePasskey: sessionProcedure
    .meta(SAVE_META)
    .input(removePasskeyInput)
    .use(requireConfirmed)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx, input);
      return { message: SUCCESS.passkeyRemoved };
    }),
};
