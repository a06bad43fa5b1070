import { createRoute } from '@hono/zod-openapi';
import type { Caller } from '#server/api/router.ts';
import { json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { okBody } from './wire/shapes.ts';
import { tutorParams } from './wire/tutor-search.ts';
import { savedProfileBody, toTutor, tutorProfile } from './wire/tutors.ts';
import { adminTutorsBody, adminTutorsQuery, approveBody, rejectBody, toAdminTutors } from './wire/verification.ts';

const TAG = 'Admin';

const list = createRoute({
  method: 'get',
  path: '/tutors',
  ...operation(TAG, 'admin', 'Tutors in pages, as their owners see them'),
  request: { query: adminTutorsQuery },
  responses: { ...ok(adminTutorsBody), ...refusals(401, 403) },
});

const one = createRoute({
  method: 'get',
  path: '/tutors/{id}/verification',
  ...operation(TAG, 'admin', 'A tutor as the owner sees it, with links to documents that were signed a moment ago'),
  request: { params: tutorParams },
  responses: { ...ok(tutorProfile), ...refusals(401, 403, 404) },
});

const remind = createRoute({
  method: 'post',
  path: '/tutors/{id}/send-profile-reminder',
  ...operation(TAG, 'admin', 'Ask a tutor for what is missing on the profile, once an hour at most'),
  request: { params: tutorParams },
  responses: { ...ok(okBody), ...refusals(401, 403, 404, 409) },
});

const remove = createRoute({
  method: 'delete',
  path: '/tutors/{id}',
  ...operation(TAG, 'admin', 'Delete a tutor, profile and account'),
  request: { params: tutorParams },
  responses: { ...ok(okBody), ...refusals(401, 403, 404) },
});

const approve = createRoute({
  method: 'patch',
  path: '/tutors/{id}/approve',
  ...operation(TAG, 'admin', 'Verify a tutor; without checks all five count as ticked'),
  request: { params: tutorParams, ...json(approveBody) },
  responses: { ...ok(savedProfileBody), ...refusals(400, 401, 403, 404, 409) },
});

const reject = createRoute({
  method: 'patch',
  path: '/tutors/{id}/reject',
  ...operation(TAG, 'admin', 'Reject a tutor who is not verified, with a reason'),
  request: { params: tutorParams, ...json(rejectBody) },
  responses: { ...ok(savedProfileBody), ...refusals(400, 401, 403, 404, 409) },
});

const toggle = createRoute({
  method: 'patch',
  path: '/tutors/{id}/toggle-verification',
  ...operation(TAG, 'admin', 'Verify a tutor who is not verified, and the other way round'),
  request: { params: tutorParams },
  responses: { ...ok(savedProfileBody), ...refusals(401, 403, 404) },
});

/** Mounted at `/api/admin`. */
export function verificationRoutes() {
  const group = restGroup();

  group.openapi(list, async (c) => {
    const { verification, tutors } = c.var.api;
    const table = await verification.tutors(c.req.valid('query'));
    const profiles = await tutors.manyForAdmin({ ids: table.tutors.map(({ id }) => id) });
    return c.json(toAdminTutors(table, profiles, c.var.site), 200);
  });
  group.openapi(one, async (c) => c.json(toTutor(await c.var.api.tutors.forAdmin(c.req.valid('param')), c.var.site), 200));
  group.openapi(remind, async (c) => {
    const { message } = await c.var.api.verification.remind(c.req.valid('param'));
    return c.json({ success: true as const, message }, 200);
  });
  group.openapi(remove, async (c) => {
    const { message } = await c.var.api.verification.remove(c.req.valid('param'));
    return c.json({ success: true as const, message }, 200);
  });
  group.openapi(approve, async (c) => {
    const { id } = c.req.valid('param');
    const { message } = await c.var.api.verification.approve({ ...c.req.valid('json'), id });
    return c.json(await decided(c.var, { id, message }), 200);
  });
  group.openapi(reject, async (c) => {
    const { id } = c.req.valid('param');
    const { message } = await c.var.api.verification.reject({ ...c.req.valid('json'), id });
    return c.json(await decided(c.var, { id, message }), 200);
  });
  group.openapi(toggle, async (c) => {
    const { id } = c.req.valid('param');
    const { message } = await c.var.api.verification.toggle({ id });
    return c.json(await decided(c.var, { id, message }), 200);
  });

  return group;
}

/** The tutor as the admin sees them then. */
async function decided({ api, site }: { api: Caller; site: string }, { id, message }: { id: string; message: string }) {
  return { success: true as const, message, tutor: toTutor(await api.tutors.byId({ id }), site) };
}
