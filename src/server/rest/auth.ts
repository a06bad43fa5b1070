import { VALIDATION } from '#shared/messages.ts';
import { ADDITIONAL, call, created, json, ok } from './operation.ts';
import { restGroup } from './support.ts';
import { loginBody, registerBody, sessionBody, toSession, toUser, userBody } from './wire/auth.ts';
import { okBody } from './wire/shapes.ts';

const TAG = 'Authentication';

const login = call('auth.login', {
  method: 'post',
  path: '/login',
  contract: 1,
  tag: TAG,
  who: 'anyone',
  summary: 'Sign in with email and password',
  request: json(loginBody),
  answers: ok(sessionBody),
  refuses: ['auth.google_account', 'auth.credentials', 'auth.suspended', 'request.limited'],
  invalid: { email: VALIDATION.email, password: VALIDATION.password },
});

const register = call('auth.register', {
  method: 'post',
  path: '/register',
  contract: 2,
  tag: TAG,
  who: 'anyone',
  summary: 'Create a student or tutor and sign them in',
  request: json(registerBody),
  answers: created(sessionBody),
  refuses: ['auth.email_taken', 'request.limited'],
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
  answers: ok(userBody),
});

const logout = call('auth.logout', {
  method: 'post',
  path: '/logout',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'End the session of this token',
  answers: ok(okBody),
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
