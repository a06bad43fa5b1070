import { ERRORS } from '#shared/errors.ts';
import { VALIDATION } from '#shared/messages.ts';
import { REDIRECTS } from './google-redirects.ts';
import { call, json, ok } from './operation.ts';
import { restGroup } from './support.ts';
import { toUser, userBody } from './wire/auth.ts';
import { updateRoleBody } from './wire/google.ts';

const TAG = 'Authentication';

const updateRole = call('auth.chooseRole', {
  method: 'put',
  path: '/google/update-role',
  contract: 6,
  tag: TAG,
  who: 'user',
  summary: 'Choose the role of an account that Google has begun; its token stays valid',
  description: 'Choosing the same role again is harmless; another one is refused.',
  request: json(updateRoleBody),
  answers: ok(userBody),
  refuses: ['auth.not_google', 'auth.role_chosen'],
  invalid: { role: VALIDATION.role, phone: VALIDATION.phone },
});

/** Words of other calls, which have no GET. */
const CALLS = ['login', 'register', 'logout'];

/** Mounted at `/api/auth`, after all others: what none of them takes, a browser may have been sent to as a provider. */
export function googleRoutes() {
  const group = restGroup();

  group.openapi(updateRole, async (c) => c.json({ user: toUser(await c.var.api.auth.chooseRole(c.req.valid('json')), c.var.site) }, 200));
  for (const redirect of REDIRECTS) group.openAPIRegistry.registerPath(redirect);
  group.get('/:provider{[a-z]+}', (c, next) => {
    if (CALLS.includes(c.req.param('provider'))) return next();
    c.header('Referrer-Policy', 'no-referrer');
    return c.redirect(`/login?error=${encodeURIComponent(ERRORS['auth.google_failed'].message)}`);
  });

  return group;
}
