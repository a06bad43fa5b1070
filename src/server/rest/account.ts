import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { callGroup, done, ok } from './calls.ts';
import * as wire from './wire/auth.ts';

const WEAK_PASSWORD = ['auth.password_common', 'auth.password_personal'] as const;

const { app, call } = callGroup('Authentication', 'user');
export const accountRoutes = app;

call('POST /api/auth/forgot-password', 'auth.forgotPassword', {
  contract: 7,
  who: 'anyone',
  summary: 'Mail a 6-digit code; also to send it again',
  description:
    'Answers the same for an address that nobody has, and mails nothing then. The code is valid for 10 minutes and 5 tries, for whoever asked: send `requestId` with it, or come from the same device. A new code makes the one before it void that the same device had. The mail also has a link for the site, which needs no code.',
  hasGoogleUser: true,
  body: wire.forgotPasswordBody,
  answers: ok(wire.codeSentBody),
  errors: ['auth.google_account', 'request.limited'],
  invalid: { email: VALIDATION.email },
  handle: ({ api, input }) => api.auth.forgotPassword(input),
});

call('POST /api/auth/reset-password', 'auth.resetPassword', {
  contract: 8,
  who: 'anyone',
  summary: 'Set a new password with the mailed code',
  description: 'All sessions of the account end, and API keys, webhooks and calendar links are removed; sign in with the new password.',
  hasGoogleUser: true,
  body: wire.resetPasswordBody,
  answers: done(SUCCESS.passwordReset),
  errors: ['auth.google_account', 'auth.code', ...WEAK_PASSWORD, 'auth.password_admin', 'request.limited'],
  invalid: { email: VALIDATION.email, otp: VALIDATION.code, password: VALIDATION.password },
  fieldNames: { code: 'otp' },
  handle: ({ api, input }) => api.auth.resetPassword(input),
});

call('POST /api/auth/change-password', 'auth.changePassword', {
  summary: 'Set a new password with the present one; all other sessions end',
  description: 'The session that asks stays. API keys, webhooks and calendar links stay unless `revokeAccess` is true.',
  body: wire.changePasswordBody,
  answers: done(SUCCESS.passwordChanged),
  errors: ['auth.google_account', 'auth.current_password', ...WEAK_PASSWORD, 'auth.password_admin', 'request.limited'],
  invalid: { newPassword: VALIDATION.password },
  handle: ({ api, input }) => api.auth.changePassword(input),
});

call('POST /api/auth/confirm-password', 'auth.confirmPassword', {
  summary: 'Prove with the password that it is you',
  description:
    'For ten minutes this session may then do what is refused with `auth.confirmation_required`, such as deleting a student or a tutor. A session that has just begun needs no such proof.',
  procedure: 'auth.confirmIdentity',
  body: wire.confirmPasswordBody,
  answers: done(SUCCESS.identityConfirmed),
  errors: ['auth.google_account', 'auth.current_password', 'request.limited'],
  handle: ({ api, input }) => api.auth.confirmIdentity(input),
});

call('POST /api/auth/verify-email', 'auth.verifyEmail', {
  who: 'anyone',
  summary: 'Confirm an address with the token of the mailed link',
  description:
    'Also confirms a new address after a change of it. The token shows that the mailbox is theirs; that the account is, too, is shown by a session of it or, without one, by its `password`: a stranger may have registered with the address. Repeating is harmless.',
  body: wire.verifyEmailBody,
  answers: done(SUCCESS.emailConfirmed),
  errors: ['auth.link', 'auth.link_password_required', 'auth.current_password', 'auth.email_taken', 'request.limited'],
  handle: ({ api, input }) => api.auth.verifyEmail(input),
});

call('POST /api/auth/resend-verification', 'auth.resendVerification', {
  summary: 'Mail a new confirmation link',
  description: 'The link before it is void. Mails nothing where the address is confirmed already, and answers the same.',
  answers: done(SUCCESS.linkSent),
  errors: ['request.limited'],
  handle: ({ api }) => api.auth.resendVerification(),
});

call('GET /api/auth/profile', 'auth.profile', {
  summary: 'The signed-in user',
  description: 'The same as `GET /api/auth/me`.',
  procedure: 'auth.me',
  answers: ok(wire.userBody),
  handle: async ({ api }) => ({ user: await api.auth.me() }),
});

for (const [path, id, contract] of [
  ['PUT /api/auth/me', 'auth.updateDetails', 4],
  ['PUT /api/auth/profile', 'auth.updateProfile', undefined],
] as const) {
  call(path, id, {
    contract,
    summary: 'Change name, phone or photo of the signed-in user; what is absent stays',
    description:
      'An email address is changed on the account page only, and holds once the link was opened that is mailed to the new one. The photo is an own upload: its address, as `POST /api/upload/profile-photo` answered it. A tutor has another phone on the profile, which this leaves as it is. `PUT /api/auth/me` and `PUT /api/auth/profile` are the same call.',
    procedure: 'auth.updateDetails',
    body: wire.detailsBody,
    answers: ok(wire.userBody),
    errors: ['upload.photo_url'],
    invalid: { name: VALIDATION.name, phone: VALIDATION.phone },
    handle: async ({ api, input }) => ({ user: await api.auth.updateDetails(input) }),
  });
}
