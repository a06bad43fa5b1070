import { z } from '@hono/zod-openapi';
import {
  changePasswordInput,
  chooseRoleInput,
  confirmPasswordInput,
  forgotPasswordInput,
  registerInput,
  resetPasswordInput,
  updateDetailsInput,
  type Viewer,
  verifyEmailInput,
  viewer,
} from '#shared/contracts/auth.ts';
import { oneStepLoginInput } from '#shared/contracts/factors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { CODES } from '#shared/vocabulary/account-limits.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { PHOTO_URL, TOKEN, USER } from './examples.ts';
import { body, emptyToUndefined, nullToEmpty, toBoolean, trim } from './input.ts';
import { email, message, success } from './schemas.ts';
import { toWire, wireSchema } from './views.ts';

/** JSON Schema shows only the first step of a schema that pipes into another. */
const EMAIL = { format: 'email' };
const NAME = { minLength: LIMITS.name.min, maxLength: LIMITS.name.max };

/** A code sent as a number has lost its leading zeros. */
function toCode(otp: unknown): unknown {
  return typeof otp === 'number' && Number.isInteger(otp) && otp >= 0 ? String(otp).padStart(CODES.digits, '0') : otp;
}

export const loginBody = body('Login', {
  contract: oneStepLoginInput,
  example: { email: USER.email, password: 'monsoon-2026', rememberMe: true },
  fields: {
    email: EMAIL,
    rememberMe: 'False for a session of 12 hours in the place of 30 days.',
    otp: 'Only where the account has two-step sign-in: the 6-digit code of the authenticator app, or a recovery code.',
  },
  read: (sent) => ({ ...sent, rememberMe: toBoolean(sent.rememberMe), otp: emptyToUndefined(toCode(sent.otp)) }),
});

export const registerBody = body('Register', {
  contract: registerInput.omit({ childName: true, termsVersion: true }),
  example: { name: USER.name, email: USER.email, password: 'monsoon-2026', role: 'student', phone: USER.phone },
  fields: { name: NAME, email: EMAIL, phone: 'Ten digits, also as +94 77 123 4567; may be absent, empty or null.' },
  read: ({ childName, ...sent }) => ({ ...sent, role: trim(sent.role), phone: emptyToUndefined(sent.phone) }),
});

export const detailsBody = body('Details', {
  contract: updateDetailsInput.omit({ childName: true }),
  example: { name: USER.name, phone: USER.phone, profileImage: PHOTO_URL },
  fields: { name: NAME, profileImage: 'Empty for none, or the address of an own photo as its upload answered it.' },
  read: ({ name, phone, profileImage }) => ({ name: name ?? undefined, phone: nullToEmpty(phone), profileImage: nullToEmpty(profileImage) }),
});

export const updateRoleBody = body('UpdateRole', {
  contract: chooseRoleInput.pick({ role: true, phone: true }),
  example: { role: 'tutor', phone: '0812345678' },
  read: ({ role, phone }) => ({ role: trim(role), phone: emptyToUndefined(phone) }),
});

export const forgotPasswordBody = body('ForgotPassword', {
  contract: forgotPasswordInput,
  example: { email: USER.email },
  fields: { email: EMAIL },
  read: ({ email }) => ({ email }),
});

export const resetPasswordBody = body('ResetPassword', {
  contract: resetPasswordInput,
  documented: resetPasswordInput.omit({ code: true }).extend({ otp: resetPasswordInput.shape.code }),
  example: { email: USER.email, otp: '048213', password: 'monsoon-2027' },
  fields: {
    email: EMAIL,
    otp: 'The six digits as text; a number is padded with zeros.',
    requestId:
      'As `forgot-password` answered it. Without one the request is recognised by the cookie `device`, and where there is none by the network address and the `User-Agent` that asked.',
  },
  read: ({ email, otp, requestId, password }) => ({
    email,
    code: toCode(otp),
    requestId: typeof requestId === 'string' ? requestId : undefined,
    password,
  }),
});

export const changePasswordBody = body('ChangePassword', {
  contract: changePasswordInput,
  example: { currentPassword: 'monsoon-2026', newPassword: 'monsoon-2027' },
  fields: { revokeAccess: { description: 'Whether API keys, webhooks and calendar links are removed, too. False when absent.', default: false } },
  read: ({ currentPassword, newPassword, revokeAccess }) => ({ currentPassword, newPassword, revokeAccess: toBoolean(revokeAccess) ?? false }),
});

export const confirmPasswordBody = body('ConfirmPassword', {
  contract: confirmPasswordInput,
  example: { password: 'monsoon-2026' },
  read: ({ password }) => ({ password }),
});

export const verifyEmailBody = body('VerifyEmail', {
  contract: verifyEmailInput,
  example: { token: TOKEN },
  fields: { password: 'Of the account, where no session of it is sent.' },
  read: ({ token, password }) => ({ token: typeof token === 'string' ? token : '', password: password ?? undefined }),
});

export const codeSentBody = z
  .object({
    success,
    message: message(SUCCESS.codeSent),
    email,
    requestId: z.string().openapi({
      description: 'Names the request. Send it with the code: only who has it can try the code, and use up its tries.',
      example: TOKEN,
    }),
  })
  .openapi('CodeSent');

export const user = wireSchema(
  viewer.omit({ pendingEmail: true, hasPassword: true, childName: true, isSecondFactorDue: true, areTermsDue: true, locale: true }),
  {
    emailVerified: 'Whether the address was proven. Nothing is refused while it is false.',
    role: 'Null between a first sign-in with Google and the choice of a role.',
    phone: 'Ten digits, or empty.',
    socialProvider: 'Who signs the person in; null for email and password.',
  },
).openapi('User', { example: USER });
export const userBody = z.object({ user });
export const sessionBody = z
  .object({ token: z.string().openapi({ description: 'Opaque; sent as `Authorization: Bearer`.', example: TOKEN }), user })
  .openapi('StartedSession');

const MAX_LENGTH = 2000;

export function userInAddress(viewer: Viewer, site: string): string {
  const letters = [...viewer.name];
  for (let length = letters.length; ; length -= 1) {
    const shown = toWire(user, { ...viewer, name: letters.slice(0, length).join('') }, site);
    const value = encodeURIComponent(JSON.stringify(shown).replaceAll('%', '\\u0025'));
    if (value.length <= MAX_LENGTH || length === 0) return value;
  }
}
