import type { Caller } from '#server/api/router.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { ADDITIONAL, ASKS_TO_CONFIRM, CONFIRMED_RECENTLY, call, done, json, jsonOrNothing, ok } from './operation.ts';
import { restGroup } from './support.ts';
import { OWN_TUTOR, REJECTED_TUTOR } from './wire/tutor-examples.ts';
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
  description:
    '24 a page unless `limit` says otherwise. Documents, earnings and all rates are shown. `total` counts what is searched for, `totalTutors` all.',
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
  answers: ok(tutorProfile, OWN_TUTOR),
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
  answers: done(SUCCESS.tutorReminded),
  refuses: ['tutor.not_found', 'verification.complete', 'verification.reminded'],
});

const remove = call('verification.remove', {
  method: 'delete',
  path: '/tutors/{id}',
  contract: 72,
  tag: TAG,
  who: 'admin',
  summary: 'Delete a tutor, profile and account',
  description: `What has not ended of the bookings is cancelled, favourites and posts go, completed bookings and reviews stay. The person is told by mail. ${CONFIRMED_RECENTLY}`,
  request: { params: tutorParams },
  answers: done(SUCCESS.tutorDeleted),
  refuses: ['tutor.not_found', ...ASKS_TO_CONFIRM],
});

const approve = call('verification.approve', {
  method: 'patch',
  path: '/tutors/{id}/approve',
  contract: 69,
  tag: TAG,
  who: 'admin',
  summary: 'Verify a tutor; without checks all five count as ticked',
  description: 'The tutor is told. The body may be empty.',
  request: { params: tutorParams, ...jsonOrNothing(approveBody) },
  answers: ok(savedProfileBody, { success: true, message: SUCCESS.tutorVerified, tutor: OWN_TUTOR }),
  refuses: ['verification.checks', 'tutor.not_found', 'verification.verified'],
});

const reject = call('verification.reject', {
  method: 'patch',
  path: '/tutors/{id}/reject',
  contract: 70,
  tag: TAG,
  who: 'admin',
  summary: 'Reject a tutor who is not verified, with a reason',
  description: 'The profile is no longer found, and cannot be booked; bookings that were made stay. The tutor is told the reason.',
  request: { params: tutorParams, ...json(rejectBody) },
  answers: ok(savedProfileBody, { success: true, message: SUCCESS.tutorRejected, tutor: REJECTED_TUTOR }),
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
  description: 'Like approving with all checks ticked; a verified tutor becomes unverified, with the status `pending`.',
  request: { params: tutorParams },
  answers: ok(savedProfileBody, { success: true, message: SUCCESS.tutorVerified, tutor: OWN_TUTOR }),
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
