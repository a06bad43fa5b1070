import { createRoute } from '@hono/zod-openapi';
import { json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { detailsBody, toUser, userBody } from './wire/auth.ts';

const TAG = 'Authentication';

const own = createRoute({
  method: 'get',
  path: '/profile',
  ...operation(TAG, 'user', 'The signed-in user'),
  responses: { ...ok(userBody), ...refusals(401) },
});

const change = (path: '/me' | '/profile') =>
  createRoute({
    method: 'put',
    path,
    ...operation(TAG, 'user', 'Change name, phone or photo of the signed-in user; what is absent stays'),
    request: json(detailsBody),
    responses: { ...ok(userBody), ...refusals(400, 401) },
  });

/** Mounted at `/api/auth`. */
export function accountRoutes() {
  const group = restGroup();

  group.openapi(own, async (c) => c.json({ user: toUser(await c.var.api.auth.me(), c.var.site) }, 200));
  for (const route of [change('/me'), change('/profile')]) {
    group.openapi(route, async (c) => c.json({ user: toUser(await c.var.api.auth.updateDetails(c.req.valid('json')), c.var.site) }, 200));
  }

  return group;
}
