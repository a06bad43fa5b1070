import { VALIDATION } from '#shared/messages.ts';
import { ADDITIONAL, call, json, ok } from './operation.ts';
import { restGroup } from './support.ts';
import { detailsBody, toUser, userBody } from './wire/auth.ts';

const TAG = 'Authentication';

const own = call('auth.profile', {
  method: 'get',
  path: '/profile',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'user',
  summary: 'The signed-in user',
  description: 'The same as `GET /api/auth/me`.',
  procedure: 'auth.me',
  answers: ok(userBody),
});

const change = (path: '/me' | '/profile') =>
  call(path === '/me' ? 'auth.updateDetails' : 'auth.updateProfile', {
    method: 'put',
    path,
    contract: path === '/me' ? 4 : ADDITIONAL,
    tag: TAG,
    who: 'user',
    summary: 'Change name, phone or photo of the signed-in user; what is absent stays',
    description:
      'An email address is changed on the account page only, and holds once the link was opened that is mailed to the new one. The photo is an own upload: its address, as `POST /api/upload/profile-photo` answered it. A tutor has another phone on the profile, which this leaves as it is. `PUT /api/auth/me` and `PUT /api/auth/profile` are the same call.',
    procedure: 'auth.updateDetails',
    request: json(detailsBody),
    answers: ok(userBody),
    refuses: ['upload.photo_url'],
    invalid: { name: VALIDATION.name, phone: VALIDATION.phone },
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
