import { z } from '@hono/zod-openapi';
import { changePasswordInput, forgotPasswordInput, resetPasswordInput, verifyEmailInput } from '#shared/contracts/auth.ts';
import { CODES } from '#shared/vocabulary/limits.ts';
import { body } from './reading.ts';

export const forgotPasswordBody = body('ForgotPassword', { contract: forgotPasswordInput, read: ({ email }) => ({ email }) });

export const codeSentBody = z.object({ success: z.literal(true), message: z.string(), email: z.string() }).openapi('CodeSent');

const documentedReset = resetPasswordInput.omit({ code: true }).extend({ otp: resetPasswordInput.shape.code });

export const resetPasswordBody = body('ResetPassword', {
  contract: resetPasswordInput,
  documented: documentedReset,
  read: ({ email, otp, password }) => ({ email, code: codeOf(otp), password }),
});

export const changePasswordBody = body('ChangePassword', {
  contract: changePasswordInput,
  read: ({ currentPassword, newPassword }) => ({ currentPassword, newPassword }),
});

export const verifyEmailBody = body('VerifyEmail', {
  contract: verifyEmailInput,
  read: ({ token }) => ({ token: typeof token === 'string' ? token : '' }),
});

/** A number has lost its leading zeros on the way. */
function codeOf(otp: unknown): unknown {
  return typeof otp === 'number' && Number.isInteger(otp) && otp >= 0 ? String(otp).padStart(CODES.digits, '0') : otp;
}
