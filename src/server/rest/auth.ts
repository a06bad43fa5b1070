import { SUCCESS, VALIDATION } from '#shared/messages.ts';
import { ADDITIONAL, call, created, done, json, ok } from './operation.ts';
import { restGroup } from './support.ts';
import { loginBody, registerBody, sessionBody, toSession, toUser, userBody } from './wire/auth.ts';

const TAG = 'Authentication';

const login = call('auth.login', {
  method: 'post',
  path: '/login',
  contract: 1,
  tag: TAG,
  who: 'anyone',
  summary: 'Sign in with email and password',
  description:
    'Answers a new session. `isGoogleUser: true` in a refusal says that the account has no password, because it signs in with Google. An address that is not confirmed yet does not matter. Where the account has two-step sign-in, `otp` goes with the password: a code of the authenticator app, each of which is accepted once, or a recovery code. Passkeys are for browsers only.',
  request: json(loginBody),
  answers: ok(sessionBody),
  refuses: ['auth.google_account', 'auth.credentials', 'auth.suspended', 'auth.second_factor_required', 'auth.second_factor_code', 'request.limited'],
  invalid: { email: VALIDATION.email, password: VALIDATION.password, otp: VALIDATION.secondStep },
});

const register = call('auth.register', {
  method: 'post',
  path: '/register',
  contract: 2,
  tag: TAG,
  who: 'anyone',
  summary: 'Create a student or tutor and sign them in',
  description:
    'Answers a new session at once. Welcome and confirmation link come by mail; until the link is opened `emailVerified` is false, which refuses nothing. A tutor gets an empty profile, to be filled with `PUT /api/tutors/profile`. Nobody becomes an admin here.',
  request: json(registerBody),
  answers: created(sessionBody),
  refuses: ['auth.email_taken', 'auth.password_common', 'auth.password_personal', 'request.limited'],
  invalid: {
    name: VALIDATION.name,
    email: VALIDATION.email,
    password: VALIDATION.password,
    role: VALIDATION.role,
    phone: VALIDATION.phone,
  },
});

const me = call('auth.me', {
  method: 'get',
  path: '/me',
  contract: 3,
  tag: TAG,
  who: 'user',
  summary: 'The signed-in user',
  description:
    '`emailVerified` says whether the address was proven, by the link that was mailed, a reset code or Google. Nothing is refused while it is false.',
  answers: ok(userBody),
});

const logout = call('auth.logout', {
  method: 'post',
  path: '/logout',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'End the session of this token',
  description: 'Answers the same without a token, and with one that has ended.',
  answers: done(SUCCESS.logout),
});

/** Mounted at `/api/auth`. */
export function authRoutes() {
  const group = restGroup();

  group.openapi(login, async (c) => c.json(toSession(await c.var.api.auth.login(c.req.valid('json')), c.var.site), 200));
  group.openapi(register, async (c) => c.json(toSession(await c.var.api.auth.register(c.req.valid('json')), c.var.site), 201));
  group.openapi(me, async (c) => c.json({ user: toUser(await c.var.api.auth.me(), c.var.site) }, 200));
  group.openapi(logout, async (c) => c.json({ success: true as const, ...(await c.var.api.auth.logout()) }, 200));

  return group;
}
