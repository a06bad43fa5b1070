import { z } from '@hono/zod-openapi';
import { SUCCESS } from '#shared/messages.ts';
import { requestBooking, requestCall } from './bookings.ts';
import { call, created, done, ok } from './operation.ts';
import { restGroup } from './support.ts';
import { studentBookingsBody, studentBookingsQuery, toBooking } from './wire/bookings.ts';
import { favorite, studentBody, toFavorite, toStudent } from './wire/students.ts';
import { tutorIdParams } from './wire/tutor-search.ts';

const TAG = 'Students';
const success = true as const;

const bookings = call('bookings.allForStudent', {
  method: 'get',
  path: '/bookings',
  contract: 50,
  tag: TAG,
  who: 'student',
  summary: 'Own bookings, newest first; all of them unless a page is asked for',
  description:
    'The newest first means: in the order in which they were asked for, not of their sessions. With `page` or `limit` it answers pages, of 20 unless `limit` says otherwise, and `pagination`.',
  request: { query: studentBookingsQuery },
  answers: ok(studentBookingsBody),
});

const request = call('bookings.request', { method: 'post', path: '/bookings', contract: 51, tag: TAG, ...requestCall });

const profile = call('account.studentProfile', {
  method: 'get',
  path: '/profile',
  contract: 52,
  tag: TAG,
  who: 'student',
  summary: 'The own account, with what was booked, kept and spent',
  description: 'Amounts are in rupees. `totalSpent` is what completed bookings cost.',
  answers: ok(studentBody),
});

const favorites = call('favourites.allOwn', {
  method: 'get',
  path: '/favorites',
  contract: 53,
  tag: TAG,
  who: 'student',
  summary: 'Favourite tutors who can be found, the newest first',
  description:
    'All of them, without pages. A tutor who cannot be found at present is left out, and comes back once that is over. `tutor.user.email` is empty, as in the search.',
  answers: ok(z.array(favorite)),
});

const addFavorite = call('favourites.add', {
  method: 'post',
  path: '/favorites/{tutorId}',
  contract: 54,
  tag: TAG,
  who: 'student',
  summary: 'Keep a tutor as a favourite; repeating is harmless',
  description: 'Answers 201 the first time, else 200 with the one there is. `tutor.user.email` is empty, as in the search.',
  request: { params: tutorIdParams },
  answers: { ...ok(favorite), ...created(favorite) },
  refuses: ['tutor.not_found'],
});

const removeFavorite = call('favourites.remove', {
  method: 'delete',
  path: '/favorites/{tutorId}',
  contract: 55,
  tag: TAG,
  who: 'student',
  summary: 'Keep a tutor no longer, kept or not',
  request: { params: tutorIdParams },
  answers: done(SUCCESS.favouriteRemoved),
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
