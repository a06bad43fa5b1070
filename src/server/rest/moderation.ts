import { createRoute } from '@hono/zod-openapi';
import { json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { accountBody, accountStatusBody, studentsBody, studentsQuery, toAccount, toAdminStudent, userParams } from './wire/moderation.ts';
import { okBody } from './wire/shapes.ts';

const TAG = 'Admin';
const success = true as const;

const setStatus = createRoute({
  method: 'patch',
  path: '/users/{id}/status',
  ...operation(TAG, 'admin', 'Suspend an account with a reason, or reinstate it; what has not ended of its bookings is cancelled'),
  request: { params: userParams, ...json(accountStatusBody) },
  responses: { ...ok(accountBody), ...refusals(400, 401, 403, 404, 409) },
});

const students = createRoute({
  method: 'get',
  path: '/students',
  ...operation(TAG, 'admin', 'A page of the students, with what they have booked, kept and spent'),
  request: { query: studentsQuery },
  responses: { ...ok(studentsBody), ...refusals(401, 403) },
});

const removeStudent = createRoute({
  method: 'delete',
  path: '/students/{id}',
  ...operation(TAG, 'admin', 'Delete the account of a student; what has not ended of their bookings is cancelled'),
  request: { params: userParams },
  responses: { ...ok(okBody), ...refusals(401, 403, 404) },
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
