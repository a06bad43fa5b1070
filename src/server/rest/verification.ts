import type { Caller } from '#server/api/router.ts';
import { ERRORS } from '#shared/errors.ts';
import { ADDITIONAL, call, json, jsonOrNothing, ok } from './operation.ts';
import { restGroup } from './support.ts';
import { okBody } from './wire/shapes.ts';
import { tutorParams } from './wire/tutor-search.ts';
import { savedProfileBody, toTutor, tutorProfile } from './wire/tutors.ts';
import { adminTutorsBody, adminTutorsQuery, approveBody, rejectBody, toAdminTutors } from './wire/verification.ts';

const TAG = 'Admin';

const list = call('verification.tutors', {
  method: 'get',
  path: '/tutors',
  contract: 67,
  tag: TAG,
  who: 'admin',
  summary: 'Tutors in pages, as their owners see them',
  request: { query: adminTutorsQuery },
  answers: ok(adminTutorsBody),
});

const one = call('tutors.forAdmin', {
  method: 'get',
  path: '/tutors/{id}/verification',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'admin',
  summary: 'A tutor as the owner sees it, with links to documents that were signed a moment ago',
  request: { params: tutorParams },
  answers: ok(tutorProfile),
  refuses: ['tutor.not_found'],
});

const remind = call('verification.remind', {
  method: 'post',
  path: '/tutors/{id}/send-profile-reminder',
  contract: 73,
  tag: TAG,
  who: 'admin',
  summary: 'Ask a tutor for what is missing on the profile, once an hour at most',
  request: { params: tutorParams },
  answers: ok(okBody),
  refuses: ['tutor.not_found', 'verification.complete', 'verification.reminded'],
});

const remove = call('verification.remove', {
  method: 'delete',
  path: '/tutors/{id}',
  contract: 72,
  tag: TAG,
  who: 'admin',
  summary: 'Delete a tutor, profile and account',
  request: { params: tutorParams },
  answers: ok(okBody),
  refuses: ['tutor.not_found'],
});

const approve = call('verification.approve', {
  method: 'patch',
  path: '/tutors/{id}/approve',
  contract: 69,
  tag: TAG,
  who: 'admin',
  summary: 'Verify a tutor; without checks all five count as ticked',
  request: { params: tutorParams, ...jsonOrNothing(approveBody) },
  answers: ok(savedProfileBody),
  refuses: ['verification.checks', 'tutor.not_found', 'verification.verified'],
});

const reject = call('verification.reject', {
  method: 'patch',
  path: '/tutors/{id}/reject',
  contract: 70,
  tag: TAG,
  who: 'admin',
  summary: 'Reject a tutor who is not verified, with a reason',
  request: { params: tutorParams, ...json(rejectBody) },
  answers: ok(savedProfileBody),
  refuses: ['tutor.not_found', 'verification.unverify_first'],
  invalid: { reason: ERRORS['verification.reason'].message },
});

const toggle = call('verification.toggle', {
  method: 'patch',
  path: '/tutors/{id}/toggle-verification',
  contract: 71,
  tag: TAG,
  who: 'admin',
  summary: 'Verify a tutor who is not verified, and the other way round',
  request: { params: tutorParams },
  answers: ok(savedProfileBody),
  refuses: ['tutor.not_found'],
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
