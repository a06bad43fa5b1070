import { createRoute, z } from '@hono/zod-openapi';
import { json, ok, operation, refusals } from './operation.ts';
import { restGroup } from './support.ts';
import { availabilityBody, availabilityQuery, toAvailability } from './wire/availability.ts';
import { booking, bookingParams, setStatusBody, toBooking, tutorBookingsQuery } from './wire/bookings.ts';
import { review, toReview } from './wire/reviews.ts';
import { saveProfileBody } from './wire/tutor-profile.ts';
import { searchQuery, tutorIdParams, tutorParams } from './wire/tutor-search.ts';
import { savedProfileBody, searchBody, toSearch, toTutor, tutorProfile, tutorStats } from './wire/tutors.ts';

const TAG = 'Tutors';
const OWN = "Tutor's own area";

const search = createRoute({
  method: 'get',
  path: '/tutors',
  ...operation(TAG, 'anyone', 'Search, filter, sort, page by page'),
  request: { query: searchQuery },
  responses: ok(searchBody),
});

const ownProfile = createRoute({
  method: 'get',
  path: '/tutors/profile',
  ...operation(OWN, 'user', 'Own profile with documents; 404 for who is no tutor'),
  responses: { ...ok(tutorProfile), ...refusals(401, 404) },
});

const savedProfile = {
  request: json(saveProfileBody),
  responses: { ...ok(savedProfileBody), ...refusals(400, 401, 403) },
};
const saveProfile = createRoute({
  method: 'put',
  path: '/tutors/profile',
  ...operation(OWN, 'tutor', 'Save the own profile; an absent key keeps its value'),
  ...savedProfile,
});
const saveProfileToo = createRoute({ method: 'patch', path: '/tutors/profile', ...operation(OWN, 'tutor', 'The same as PUT'), ...savedProfile });

const bookings = createRoute({
  method: 'get',
  path: '/tutors/bookings',
  ...operation(OWN, 'tutor', 'Own bookings, newest first'),
  request: { query: tutorBookingsQuery },
  responses: { ...ok(z.array(booking)), ...refusals(401, 403) },
});

const setStatus = createRoute({
  method: 'patch',
  path: '/tutors/bookings/{id}',
  ...operation(OWN, 'tutor', 'Confirm, cancel or complete an own booking'),
  request: { params: bookingParams, ...json(setStatusBody) },
  responses: { ...ok(booking), ...refusals(400, 401, 403, 404, 409) },
});

const profile = createRoute({
  method: 'get',
  path: '/tutors/{id}',
  ...operation(TAG, 'anyone', 'One tutor'),
  request: { params: tutorParams },
  responses: { ...ok(tutorProfile), ...refusals(404) },
});

const reviewList = { ...ok(z.array(review)), ...refusals(404) };
const reviews = createRoute({
  method: 'get',
  path: '/tutors/{id}/reviews',
  ...operation(TAG, 'anyone', 'Reviews of a tutor, newest first'),
  request: { params: tutorParams },
  responses: reviewList,
});
const reviewsToo = createRoute({
  method: 'get',
  path: '/ratings/tutor/{tutorId}',
  ...operation(TAG, 'anyone', 'The same as the reviews of a tutor'),
  request: { params: tutorIdParams },
  responses: reviewList,
});

const stats = createRoute({
  method: 'get',
  path: '/tutors/{id}/stats',
  ...operation(TAG, 'anyone', "A tutor's figures; money is 0 for others than the tutor and admins"),
  request: { params: tutorParams },
  responses: { ...ok(tutorStats), ...refusals(404) },
});

const availability = createRoute({
  method: 'get',
  path: '/tutors/{id}/availability',
  ...operation(TAG, 'anyone', 'The published week; with a range also what is booked and free in it'),
  request: { params: tutorParams, query: availabilityQuery },
  responses: { ...ok(availabilityBody), ...refusals(400, 404) },
});

/** Mounted at `/api`; names in a path come before ids. */
export function tutorRoutes() {
  const group = restGroup();

  group.openapi(search, async (c) => c.json(toSearch(await c.var.api.tutors.searchPage(c.req.valid('query')), c.var.site), 200));

  group.openapi(ownProfile, async (c) => c.json(toTutor(await c.var.api.tutors.own(), c.var.site), 200));
  for (const route of [saveProfile, saveProfileToo]) {
    group.openapi(route, async (c) => {
      const { message, tutor } = await c.var.api.tutors.saveProfile(c.req.valid('json'));
      return c.json({ success: true as const, message, tutor: toTutor(tutor, c.var.site) }, 200);
    });
  }
  group.openapi(bookings, async (c) => {
    const found = await c.var.api.bookings.allForTutor(c.req.valid('query'));
    return c.json(
      found.bookings.map((view) => toBooking(view, c.var.site)),
      200,
    );
  });
  group.openapi(setStatus, async (c) => {
    const moved = await c.var.api.bookings.setStatus({ ...c.req.valid('json'), ...c.req.valid('param') });
    return c.json(toBooking(moved, c.var.site), 200);
  });

  group.openapi(profile, async (c) => c.json(toTutor(await c.var.api.tutors.byId(c.req.valid('param')), c.var.site), 200));
  group.openapi(reviews, async (c) => {
    const found = await c.var.api.reviews.allOfTutor({ tutorId: c.req.valid('param').id });
    return c.json(
      found.map((view) => toReview(view, c.var.site)),
      200,
    );
  });
  group.openapi(reviewsToo, async (c) => {
    const found = await c.var.api.reviews.allOfTutor(c.req.valid('param'));
    return c.json(
      found.map((view) => toReview(view, c.var.site)),
      200,
    );
  });
  group.openapi(stats, async (c) => c.json(await c.var.api.tutors.stats(c.req.valid('param')), 200));
  group.openapi(availability, async (c) => {
    const view = await c.var.api.tutors.availability({ ...c.req.valid('query'), ...c.req.valid('param') });
    return c.json(toAvailability(view), 200);
  });

  return group;
}
