import { z } from '@hono/zod-openapi';
import { changePasswordInput, confirmPasswordInput, forgotPasswordInput, resetPasswordInput, verifyEmailInput } from '#shared/contracts/auth.ts';
import { SUCCESS } from '#shared/messages.ts';
import { codeOf, EMAIL } from './auth.ts';
import { TOKEN, USER } from './examples.ts';
import { body, flag } from './reading.ts';
import { email, success, told } from './shapes.ts';

export const forgotPasswordBody = body('ForgotPassword', {
  contract: forgotPasswordInput,
  example: { email: USER.email },
  fields: { email: EMAIL },
  read: ({ email }) => ({ email }),
});

const REQUEST_ID = 'Names the request. Send it with the code: only who has it can try the code, and use up its tries.';

export const codeSentBody = z
  .object({ success, message: told(SUCCESS.codeSent), email, requestId: z.string().openapi({ description: REQUEST_ID, example: TOKEN }) })
  .openapi('CodeSent');

const documentedReset = resetPasswordInput.omit({ code: true }).extend({ otp: resetPasswordInput.shape.code });

export const resetPasswordBody = body('ResetPassword', {
  contract: resetPasswordInput,
  documented: documentedReset,
  example: { email: USER.email, otp: '048213', password: 'monsoon-2027' },
  fields: {
    email: EMAIL,
    otp: { description: 'The six digits as text; a number is padded with zeros.' },
    requestId: {
      description:
        'As `forgot-password` answered it. Without one the request is recognised by the cookie `device`, and where there is none by the network address and the `User-Agent` that asked.',
    },
  },
  read: ({ email, otp, requestId, password }) => ({
    email,
    code: codeOf(otp),
    requestId: typeof requestId === 'string' ? requestId : undefined,
    password,
  }),
});

export const changePasswordBody = body('ChangePassword', {
  contract: changePasswordInput,
  example: { currentPassword: 'monsoon-2026', newPassword: 'monsoon-2027' },
  fields: { revokeAccess: { description: 'Whether API keys, webhooks and calendar links are removed, too. False when absent.', default: false } },
  read: ({ currentPassword, newPassword, revokeAccess }) => ({ currentPassword, newPassword, revokeAccess: flag(revokeAccess) ?? false }),
});

export const confirmPasswordBody = body('ConfirmPassword', {
  contract: confirmPasswordInput,
  example: { password: 'monsoon-2026' },
  read: ({ password }) => ({ password }),
});

export const verifyEmailBody = body('VerifyEmail', {
  contract: verifyEmailInput,
  example: { token: TOKEN },
  fields: { password: { description: 'Of the account, where no session of it is sent.' } },
  read: ({ token, password }) => ({ token: typeof token === 'string' ? token : '', password: password ?? undefined }),
});
