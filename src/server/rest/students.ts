import { createRoute, z } from '@hono/zod-openapi';
import { requestBooking, requestCall } from './bookings.ts';
import { created, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { studentBookingsBody, studentBookingsQuery, toBooking } from './wire/bookings.ts';
import { okBody } from './wire/shapes.ts';
import { favorite, studentBody, toFavorite, toStudent } from './wire/students.ts';
import { tutorIdParams } from './wire/tutor-search.ts';

const TAG = 'Students';
const success = true as const;

const bookings = createRoute({
  method: 'get',
  path: '/bookings',
  ...operation(TAG, 'student', 'Own bookings, newest first; all of them unless a page is asked for'),
  request: { query: studentBookingsQuery },
  responses: { ...ok(studentBookingsBody), ...refusals(401, 403) },
});

const request = createRoute({ method: 'post', path: '/bookings', ...operation(TAG, 'student', 'Ask a tutor for a session'), ...requestCall });

const profile = createRoute({
  method: 'get',
  path: '/profile',
  ...operation(TAG, 'student', 'The own account, with what was booked, kept and spent'),
  responses: { ...ok(studentBody), ...refusals(401, 403) },
});

const favorites = createRoute({
  method: 'get',
  path: '/favorites',
  ...operation(TAG, 'student', 'Favourite tutors who can be found, the newest first'),
  responses: { ...ok(z.array(favorite)), ...refusals(401, 403) },
});

const addFavorite = createRoute({
  method: 'post',
  path: '/favorites/{tutorId}',
  ...operation(TAG, 'student', 'Keep a tutor as a favourite; repeating is harmless'),
  request: { params: tutorIdParams },
  responses: { ...ok(favorite), ...created(favorite), ...refusals(401, 403, 404) },
});

const removeFavorite = createRoute({
  method: 'delete',
  path: '/favorites/{tutorId}',
  ...operation(TAG, 'student', 'Keep a tutor no longer, kept or not'),
  request: { params: tutorIdParams },
  responses: { ...ok(okBody), ...refusals(401, 403) },
});

/** Mounted at `/api/students`. */
export function studentRoutes() {
  const group = restGroup();

  group.openapi(bookings, async (c) => {
    const { bookings, pagination } = await c.var.api.bookings.allForStudent(c.req.valid('query'));
    return c.json({ success, bookings: bookings.map((view) => toBooking(view, c.var.site)), pagination }, 200);
  });
  group.openapi(request, async (c) => c.json(await requestBooking(c.var, { header: c.req.valid('header'), json: c.req.valid('json') }), 201));

  group.openapi(profile, async (c) => c.json({ success, student: toStudent(await c.var.api.account.studentProfile(), c.var.site) }, 200));

  group.openapi(favorites, async (c) => {
    const { favourites, auth } = c.var.api;
    const [found, { id: studentId }] = await Promise.all([favourites.allOwn(), auth.me()]);
    return c.json(
      found.map((view) => toFavorite(view, { studentId, site: c.var.site })),
      200,
    );
  });
  group.openapi(addFavorite, async (c) => {
    const { favourites, auth } = c.var.api;
    const { isNew, favourite } = await favourites.add(c.req.valid('param'));
    const { id: studentId } = await auth.me();
    return c.json(toFavorite(favourite, { studentId, site: c.var.site }), isNew ? 201 : 200);
  });
  group.openapi(removeFavorite, async (c) => {
    const { message } = await c.var.api.favourites.remove(c.req.valid('param'));
    return c.json({ success, message }, 200);
  });

  return group;
}
