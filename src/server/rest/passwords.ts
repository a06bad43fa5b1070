import type { MiddlewareHandler } from 'hono';
import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { ADDITIONAL, call, done, json, ok } from './operation.ts';
import { restGroup } from './support.ts';
import { changePasswordBody, codeSentBody, confirmPasswordBody, forgotPasswordBody, resetPasswordBody, verifyEmailBody } from './wire/passwords.ts';
import { inWireNames } from './wire-names.ts';

const TAG = 'Authentication';
const success = true as const;
const WEAK = ['auth.password_common', 'auth.password_personal'] as const;

const forgot = call('auth.forgotPassword', {
  method: 'post',
  path: '/forgot-password',
  contract: 7,
  tag: TAG,
  who: 'anyone',
  summary: 'Mail a 6-digit code; also to send it again',
  description:
    'Answers the same for an address that nobody has, and mails nothing then. The code is valid for 10 minutes and 5 tries, for whoever asked: send `requestId` with it, or come from the same device. A new code makes the one before it void that the same device had. The mail also has a link for the site, which needs no code.',
  saysIfGoogle: true,
  request: json(forgotPasswordBody),
  answers: ok(codeSentBody),
  refuses: ['auth.google_account', 'request.limited'],
  invalid: { email: VALIDATION.email },
});

const reset = call('auth.resetPassword', {
  method: 'post',
  path: '/reset-password',
  contract: 8,
  tag: TAG,
  who: 'anyone',
  summary: 'Set a new password with the mailed code',
  description: 'All sessions of the account end, and API keys, webhooks and calendar links are removed; sign in with the new password.',
  saysIfGoogle: true,
  request: json(resetPasswordBody),
  answers: done(SUCCESS.passwordReset),
  refuses: ['auth.google_account', 'auth.code', ...WEAK, 'auth.password_admin', 'request.limited'],
  invalid: { email: VALIDATION.email, otp: VALIDATION.code, password: VALIDATION.password },
});

const change = call('auth.changePassword', {
  method: 'post',
  path: '/change-password',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'user',
  summary: 'Set a new password with the present one; all other sessions end',
  description: 'The session that asks stays. API keys, webhooks and calendar links stay unless `revokeAccess` is true.',
  request: json(changePasswordBody),
  answers: done(SUCCESS.passwordChanged),
  refuses: ['auth.google_account', 'auth.current_password', ...WEAK, 'auth.password_admin', 'request.limited'],
  invalid: { newPassword: VALIDATION.password },
});

const confirm = call('auth.confirmPassword', {
  method: 'post',
  path: '/confirm-password',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'user',
  summary: 'Prove with the password that it is you',
  description:
    'For ten minutes this session may then do what is refused with `auth.confirmation_required`, such as deleting a student or a tutor. A session that has just begun needs no such proof.',
  procedure: 'auth.confirmIdentity',
  request: json(confirmPasswordBody),
  answers: done(SUCCESS.identityConfirmed),
  refuses: ['auth.google_account', 'auth.current_password', 'request.limited'],
});

const verify = call('auth.verifyEmail', {
  method: 'post',
  path: '/verify-email',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'Confirm an address with the token of the mailed link',
  description:
    'Also confirms a new address after a change of it. The token shows that the mailbox is theirs; that the account is, too, is shown by a session of it or, without one, by its `password`: a stranger may have registered with the address. Repeating is harmless.',
  request: json(verifyEmailBody),
  answers: done(SUCCESS.emailConfirmed),
  refuses: ['auth.link', 'auth.link_password_required', 'auth.current_password', 'auth.email_taken', 'request.limited'],
});

const resend = call('auth.resendVerification', {
  method: 'post',
  path: '/resend-verification',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'user',
  summary: 'Mail a new confirmation link',
  description: 'The link before it is void. Mails nothing where the address is confirmed already, and answers the same.',
  answers: done(SUCCESS.linkSent),
  refuses: ['request.limited'],
});

/** Mounted at `/api/auth`. */
export function passwordRoutes() {
  const group = restGroup();

  group.openapi(forgot, async (c) => c.json({ success, ...(await c.var.api.auth.forgotPassword(c.req.valid('json'))) }, 200));
  group.openapi(reset, async (c) =>
    c.json({ success, ...(await inWireNames({ code: 'otp' }, c.var.api.auth.resetPassword(c.req.valid('json')))) }, 200),
  );
  group.openapi(change, async (c) => c.json({ success, ...(await c.var.api.auth.changePassword(c.req.valid('json'))) }, 200));
  group.openapi(confirm, async (c) => c.json({ success, ...(await c.var.api.auth.confirmIdentity(c.req.valid('json'))) }, 200));
  group.openapi(verify, async (c) => c.json({ success, ...(await c.var.api.auth.verifyEmail(c.req.valid('json'))) }, 200));
  group.openapi(resend, async (c) => c.json({ success, ...(await c.var.api.auth.resendVerification()) }, 200));

  return group;
}

/** The calls whose every refusal says whether Google is the way in. */
export const SAYS_IF_GOOGLE = ['/api/auth/forgot-password', '/api/auth/reset-password'];

export const saysIfGoogle: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.res.ok) return;
  const { status, headers } = c.res;
  c.res = Response.json({ isGoogleUser: false, ...(await c.res.json()) }, { status, headers });
};
