import { createRoute } from '@hono/zod-openapi';
import type { Caller } from '#server/api/router.ts';
import { json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { tutorParams } from './wire/tutor-search.ts';
import { savedProfileBody, toTutor } from './wire/tutors.ts';
import { approveBody, rejectBody } from './wire/verification.ts';

const TAG = 'Admin';

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
