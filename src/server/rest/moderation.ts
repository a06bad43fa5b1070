import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { ADDITIONAL, ASKS_TO_CONFIRM, CONFIRMED_RECENTLY, call, done, json, ok } from './operation.ts';
import { restGroup } from './support.ts';
import {
  accountBody,
  accountStatusBody,
  studentParams,
  studentsBody,
  studentsQuery,
  toAccount,
  toAdminStudent,
  userParams,
} from './wire/moderation.ts';

const TAG = 'Admin';
const success = true as const;

const setStatus = call('moderation.setAccountStatus', {
  method: 'patch',
  path: '/users/{id}/status',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'admin',
  summary: 'Suspend an account with a reason, or reinstate it; what has not ended of its bookings is cancelled',
  description:
    'A suspension ends all sessions and keys of the account, takes a tutor out of the search, and tells the person by mail. Reinstating gives back the login only: sessions and bookings do not come back. Setting the status that the account has changes nothing and answers 200.',
  request: { params: userParams, ...json(accountStatusBody) },
  answers: ok(accountBody),
  refuses: ['user.not_found', 'account.own_suspension', 'account.last_admin_suspended'],
  invalid: { status: ERRORS['account.status_invalid'].message, reason: ERRORS['account.suspension_reason'].message },
});

const students = call('moderation.students', {
  method: 'get',
  path: '/students',
  contract: 68,
  tag: TAG,
  who: 'admin',
  summary: 'A page of the students, with what they have booked, kept and spent',
  description: '24 a page unless `limit` says otherwise. Amounts are in rupees.',
  request: { query: studentsQuery },
  answers: ok(studentsBody),
});

const removeStudent = call('moderation.deleteStudent', {
  method: 'delete',
  path: '/students/{id}',
  contract: 74,
  tag: TAG,
  who: 'admin',
  summary: 'Delete the account of a student; what has not ended of their bookings is cancelled',
  description: `Reviews stay, by \`Anonymous\`. The person is told by mail. ${CONFIRMED_RECENTLY}`,
  request: { params: studentParams },
  answers: done(SUCCESS.studentDeleted),
  refuses: ['student.not_found', ...ASKS_TO_CONFIRM],
});

/** Mounted at `/api/admin`. */
export function moderationRoutes() {
  const group = restGroup();

  group.openapi(setStatus, async (c) => {
    const { id: userId } = c.req.valid('param');
    const { message, user } = await c.var.api.moderation.setAccountStatus({ ...c.req.valid('json'), userId });
    return c.json({ success, message, user: toAccount(user, c.var.site) }, 200);
  });

  group.openapi(students, async (c) => {
    const { students, page: currentPage, totalPages, total } = await c.var.api.moderation.students(c.req.valid('query'));
    const shown = students.map((view) => toAdminStudent(view, c.var.site));
    return c.json({ students: shown, totalPages, currentPage, total, totalStudents: total }, 200);
  });
  group.openapi(removeStudent, async (c) => {
    const { message } = await c.var.api.moderation.deleteStudent(c.req.valid('param'));
    return c.json({ success, message }, 200);
  });

  return group;
}
