import { limited, perCaller } from '#server/core/limits.ts';
import { anyone, inPerson } from '#server/core/trpc.ts';
import {
  type ChangePasswordInput,
  type ConfirmIdentityInput,
  changePasswordInput,
  confirmIdentityInput,
  type ForgotPasswordInput,
  forgotPasswordAnswer,
  forgotPasswordInput,
  resetPasswordInput,
  verifyEmailInput,
} from '#shared/contracts/auth.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { confirmIdentity } from './access.commands.ts';
import { resendVerification, verifyEmail } from './confirmation.commands.ts';
import { changePassword, forgotPassword, resetPassword } from './passwords.commands.ts';

/** Spread into the router of the feature. */
export const passwordProcedures = {
  forgotPassword: anyone
    .meta({ failed: 'Failed to send OTP. Please try again.' })
    .input(forgotPasswordInput)
    .use(limited<ForgotPasswordInput>('forgotPassword', ({ input }) => input.email))
    .output(forgotPasswordAnswer)
    .mutation(async ({ ctx, input }) => {
      await forgotPassword(ctx, input);
      return { message: SUCCESS.codeSent, email: input.email };
    }),
  resetPassword: anyone
    .meta({ failed: 'Failed to reset password. Please try again.' })
    .input(resetPasswordInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx, input);
      return { message: SUCCESS.passwordReset };
    }),
  changePassword: inPerson
    .meta({ failed: 'Failed to change password. Please try again.' })
    .input(changePasswordInput)
    .use(limited<ChangePasswordInput>('currentPassword', perCaller, ['auth.current_password']))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx, input);
      return { message: SUCCESS.passwordChanged };
    }),
  /** For what asks again who is there: it holds for `CONFIRMATION.minutes` in this session. */
  confirmIdentity: inPerson
    .meta({ failed: 'Failed to confirm that it is you. Please try again.' })
    .input(confirmIdentityInput)
    .use(limited<ConfirmIdentityInput>('currentPassword', perCaller, ['auth.current_password']))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await confirmIdentity(ctx, input);
      return { message: SUCCESS.identityConfirmed };
    }),
  verifyEmail: anyone
    .input(verifyEmailInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await verifyEmail(ctx, input);
      return { message: SUCCESS.emailConfirmed };
    }),
  resendVerification: inPerson
    .use(limited<unknown>('resendVerification', perCaller))
    .output(done)
    .mutation(async ({ ctx }) => {
      await resendVerification(ctx);
      return { message: SUCCESS.linkSent };
    }),
};
