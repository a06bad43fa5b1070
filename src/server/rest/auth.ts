import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { callGroup, created, done, ok } from './calls.ts';
import { loginBody, registerBody, sessionBody, userBody } from './wire/auth.ts';

const { app, call } = callGroup('Authentication', 'anyone');
export const authRoutes = app;

call('POST /api/auth/login', 'auth.login', {
  contract: 1,
  summary: 'Sign in with email and password',
  description:
    'Answers a new session. `isGoogleUser: true` in a refusal says that the account has no password, because it signs in with Google. An address that is not confirmed yet does not matter. Where the account has two-step sign-in, `otp` goes with the password: a code of the authenticator app, each of which is accepted once, or a recovery code. Passkeys are for browsers only.',
  body: loginBody,
  answers: ok(sessionBody),
  errors: ['auth.google_account', 'auth.credentials', 'auth.suspended', 'auth.second_factor_required', 'auth.second_factor_code', 'request.limited'],
  invalid: { email: VALIDATION.email, password: VALIDATION.password, otp: VALIDATION.secondStep },
  handle: ({ api, input }) => api.auth.login(input),
});

call('POST /api/auth/register', 'auth.register', {
  contract: 2,
  summary: 'Create a student or tutor and sign them in',
  description:
    'Answers a new session at once. Welcome and confirmation link come by mail; until the link is opened `emailVerified` is false, which refuses nothing. A tutor gets an empty profile, to be filled with `PUT /api/tutors/profile`. Nobody becomes an admin here.',
  body: registerBody,
  answers: created(sessionBody),
  errors: ['auth.email_taken', 'auth.password_common', 'auth.password_personal', 'request.limited'],
  invalid: {
    name: VALIDATION.name,
    email: VALIDATION.email,
    password: VALIDATION.password,
    role: VALIDATION.role,
    phone: VALIDATION.phone,
  },
  handle: ({ api, input }) => api.auth.register(input),
});

call('GET /api/auth/me', 'auth.me', {
  contract: 3,
  who: 'user',
  summary: 'The signed-in user',
  description:
    '`emailVerified` says whether the address was proven, by the link that was mailed, a reset code or Google. Nothing is refused while it is false.',
  answers: ok(userBody),
  handle: async ({ api }) => ({ user: await api.auth.me() }),
});

call('POST /api/auth/logout', 'auth.logout', {
  summary: 'End the session of this token',
  description: 'Answers the same without a token, and with one that has ended.',
  answers: done(SUCCESS.logout),
  handle: ({ api }) => api.auth.logout(),
});
