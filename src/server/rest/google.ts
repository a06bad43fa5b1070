import { createRoute } from '@hono/zod-openapi';
import { ERRORS } from '#shared/errors.ts';
import { json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { toUser, userBody } from './wire/auth.ts';
import { updateRoleBody } from './wire/google.ts';

const TAG = 'Authentication';

const updateRole = createRoute({
  method: 'put',
  path: '/google/update-role',
  ...operation(TAG, 'user', 'Choose the role of an account that Google has begun; its token stays valid'),
  request: json(updateRoleBody),
  responses: { ...ok(userBody), ...refusals(400, 401, 409) },
});

/** Words of other calls, which have no GET. */
const CALLS = ['login', 'register', 'logout'];

/** Mounted at `/api/auth`, after all others: what none of them takes, a browser may have been sent to as a provider. */
export function googleRoutes() {
  const group = restGroup();

  group.openapi(updateRole, async (c) => c.json({ user: toUser(await c.var.api.auth.chooseRole(c.req.valid('json')), c.var.site) }, 200));
  group.get('/:provider{[a-z]+}', (c, next) => {
    if (CALLS.includes(c.req.param('provider'))) return next();
    c.header('Referrer-Policy', 'no-referrer');
    return c.redirect(`/login?error=${encodeURIComponent(ERRORS['auth.google_failed'].message)}`);
  });

  return group;
}
