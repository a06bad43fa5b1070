import type { Ctx } from '#server/core/context.ts';
import { hasResetRequest } from '#server/core/password-resets.ts';
import { perCaller, perDevice, rateLimit, rateLimitEach } from '#server/core/rate-limits.ts';
import { publicProcedure, sessionProcedure } from '#server/core/trpc.ts';
import {
  type ChangePasswordInput,
  type ConfirmIdentityInput,
  changePasswordInput,
  confirmIdentityInput,
  type ForgotPasswordInput,
  forgotPasswordAnswer,
  forgotPasswordInput,
  type ResetPasswordInput,
  type ResetPasswordWithLinkInput,
  resetPasswordInput,
  resetPasswordWithLinkInput,
} from '#shared/contracts/auth.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { confirmIdentity } from './access.commands.ts';
import { isKnownDevice } from './auth.queries.ts';
import { changePassword, forgotPassword, resetPassword, resetPasswordWithLink } from './passwords.commands.ts';

const RESET_META = { failed: 'Failed to reset password. Please try again.' };
const WRONG_CODE = ['auth.code', 'auth.link'] as const;
const perUnknownAddress = ({ ctx }: { ctx: Ctx }) => (ctx.isKnownDevice ? null : ctx.client.address);

export const passwordProcedures = {
  forgotPassword: publicProcedure
    .meta({ failed: 'Failed to send OTP. Please try again.' })
    .input(forgotPasswordInput)
    .use(async ({ ctx, input, next }) => next({ ctx: { ...ctx, isKnownDevice: await isKnownDevice(ctx, input.email) } }))
    // The limit of the address comes first: once it is reached, nothing is written for the emails that are asked for.
    .use(
      rateLimitEach<ForgotPasswordInput>(async (request) => ({
        forgotPasswordAddress: perUnknownAddress(request),
        forgotPassword: perDevice(request),
      })),
    )
    .output(forgotPasswordAnswer)
    .mutation(async ({ ctx, input }) => {
      const requestId = await forgotPassword(ctx, input);
      return { message: SUCCESS.codeSent, email: input.email, requestId };
    }),
  resetPassword: publicProcedure
    .meta(RESET_META)
    .input(resetPasswordInput)
    .use(async ({ ctx, input, next }) => next({ ctx: { ...ctx, isKnownDevice: await isKnownDevice(ctx, input.email) } }))
    .use(
      rateLimit<ResetPasswordInput>(
        'resetPassword',
        async ({ ctx, input }) => ((await hasResetRequest(ctx, input)) ? null : ctx.client.address),
        WRONG_CODE,
      ),
    )
    .use(rateLimit<ResetPasswordInput>('resetCodes', ({ ctx, input }) => (ctx.isKnownDevice ? null : input.email), WRONG_CODE))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx, input);
      return { message: SUCCESS.passwordReset };
    }),
  resetPasswordWithLink: publicProcedure
    .meta(RESET_META)
    .input(resetPasswordWithLinkInput)
    .use(rateLimit<ResetPasswordWithLinkInput>('resetPassword', ({ ctx }) => ctx.client.address, WRONG_CODE))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await resetPasswordWithLink(ctx, input);
      return { message: SUCCESS.passwordReset };
    }),
  changePassword: sessionProcedure
    .meta({ failed: 'Failed to change password. Please try again.', beforeEnrolment: true })
    .input(changePasswordInput)
    .use(rateLimit<ChangePasswordInput>('currentPassword', perCaller, ['auth.current_password']))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx, input);
      return { message: SUCCESS.passwordChanged };
    }),
  confirmIdentity: sessionProcedure
    .meta({ failed: 'Failed to confirm that it is you. Please try again.', beforeEnrolment: true })
    .input(confirmIdentityInput)
    .use(rateLimit<ConfirmIdentityInput>('currentPassword', perCaller, ['auth.current_password']))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await confirmIdentity(ctx, input);
      return { message: SUCCESS.identityConfirmed };
    }),
};
