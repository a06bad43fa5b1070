import { createRoute } from '@hono/zod-openapi';
import { created, json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { loginBody, registerBody, sessionBody, toSession, toUser, userBody } from './wire/auth.ts';
import { okBody } from './wire/shapes.ts';

const TAG = 'Authentication';

const login = createRoute({
  method: 'post',
  path: '/login',
  ...operation(TAG, 'anyone', 'Sign in with email and password'),
  request: json(loginBody),
  responses: { ...ok(sessionBody), ...refusals(400, 401, 403, 429) },
});

const register = createRoute({
  method: 'post',
  path: '/register',
  ...operation(TAG, 'anyone', 'Create a student or tutor and sign them in'),
  request: json(registerBody),
  responses: { ...created(sessionBody), ...refusals(400, 409, 429) },
});

const me = createRoute({
  method: 'get',
  path: '/me',
  ...operation(TAG, 'user', 'The signed-in user'),
  responses: { ...ok(userBody), ...refusals(401) },
});

const logout = createRoute({
  method: 'post',
  path: '/logout',
  ...operation(TAG, 'anyone', 'End the session of this token'),
  responses: ok(okBody),
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
