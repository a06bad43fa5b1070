import { z } from '@hono/zod-openapi';
import { favouriteView, studentProfile } from '#shared/contracts/engagement.ts';
import { SUCCESS } from '#shared/messages.ts';
import { addRequestCall } from './bookings.ts';
import { callGroup, done, ok, okOrCreated } from './calls.ts';
import { user } from './wire/auth.ts';
import { studentBookingsBody, studentBookingsQuery } from './wire/bookings.ts';
import { FAVOURITE, STUDENT_STATS, USER } from './wire/examples.ts';
import { date, entity, id, success } from './wire/schemas.ts';
import { tutorIdParams } from './wire/tutor-search.ts';
import { wireSchema } from './wire/views.ts';

const stats = wireSchema(studentProfile.shape.stats);
const studentBody = z.object({
  success,
  student: user.extend({ stats }).openapi('Student', { example: { ...USER, stats: STUDENT_STATS } }),
});

const favorite = entity({
  student: id.openapi({ description: 'The id of the own account.' }),
  tutor: wireSchema(favouriteView.shape.tutor.omit({ subjects: true })),
  createdAt: date,
}).openapi('Favorite', { example: FAVOURITE });

const group = callGroup('Students', 'student');
const { call } = group;
export const studentRoutes = group.app;

call('GET /api/students/bookings', 'bookings.allForStudent', {
  contract: 50,
  summary: 'Own bookings, newest first; all of them unless a page is asked for',
  description:
    'The newest first means: in the order in which they were asked for, not of their sessions. With `page` or `limit` it answers pages, of 20 unless `limit` says otherwise, and `pagination`.',
  query: studentBookingsQuery,
  answers: ok(studentBookingsBody),
  handle: ({ api, input }) => api.bookings.allForStudent(input),
});

addRequestCall(group, 'POST /api/students/bookings', { id: 'bookings.request', contract: 51 });

call('GET /api/students/profile', 'account.studentProfile', {
  contract: 52,
  summary: 'The own account, with what was booked, kept and spent',
  description: 'Amounts are in rupees. `totalSpent` is what completed bookings cost.',
  answers: ok(studentBody),
  handle: async ({ api }) => ({ student: await api.account.studentProfile() }),
});

call('GET /api/students/favorites', 'favourites.allOwn', {
  contract: 53,
  summary: 'Favourite tutors who can be found, the newest first',
  description:
    'All of them, without pages. A tutor who cannot be found at present is left out, and comes back once that is over. `tutor.user.email` is empty, as in the search.',
  answers: ok(z.array(favorite)),
  handle: async ({ api }) => {
    const [favourites, { id: student }] = await Promise.all([api.favourites.allOwn(), api.auth.me()]);
    return favourites.map((view) => ({ ...view, student }));
  },
});

call('POST /api/students/favorites/{tutorId}', 'favourites.add', {
  contract: 54,
  summary: 'Keep a tutor as a favourite; repeating is harmless',
  description: 'Answers 201 the first time, else 200 with the one there is. `tutor.user.email` is empty, as in the search.',
  params: tutorIdParams,
  answers: okOrCreated(favorite),
  errors: ['tutor.not_found'],
  handle: async ({ api, input, c }) => {
    const { isNew, favourite } = await api.favourites.add(input);
    const { id: student } = await api.auth.me();
    c.status(isNew ? 201 : 200);
    return { ...favourite, student };
  },
});

call('DELETE /api/students/favorites/{tutorId}', 'favourites.remove', {
  contract: 55,
  summary: 'Keep a tutor no longer, kept or not',
  params: tutorIdParams,
  answers: done(SUCCESS.favouriteRemoved),
  handle: ({ api, input }) => api.favourites.remove(input),
});
