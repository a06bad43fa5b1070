import { z } from '@hono/zod-openapi';
import { ERRORS } from '#shared/errors.ts';
import { ADDITIONAL, call, json, ok } from './operation.ts';
import { TAG as OWN, profileCall } from './profile-call.ts';
import { restGroup } from './support.ts';
import { availabilityBody, availabilityQuery, toAvailability } from './wire/availability.ts';
import { booking, bookingParams, REASON_NAMES, setStatusBody, toBooking, tutorBookingsQuery } from './wire/bookings.ts';
import { review, toReview } from './wire/reviews.ts';
import { searchQuery, tutorIdParams, tutorParams } from './wire/tutor-search.ts';
import { savedProfileBody, searchBody, toSearch, toTutor, tutorProfile, tutorStats } from './wire/tutors.ts';
import { inWireNames } from './wire-names.ts';

const TAG = 'Tutors';

const search = call('tutors.searchPage', {
  method: 'get',
  path: '/tutors',
  contract: 29,
  tag: TAG,
  who: 'anyone',
  summary: 'Search, filter, sort, page by page',
  request: { query: searchQuery },
  answers: ok(searchBody),
});

const ownProfile = call('tutors.own', {
  method: 'get',
  path: '/tutors/profile',
  contract: 34,
  tag: OWN,
  who: 'user',
  summary: 'Own profile with documents; 404 for who is no tutor',
  answers: ok(tutorProfile),
  refuses: ['tutor.profile_not_found'],
});

const saveProfile = call('tutors.saveProfile', {
  method: 'put',
  contract: 35,
  summary: 'Save the own profile; an absent key keeps its value',
  path: '/tutors/profile',
  answers: ok(savedProfileBody),
  ...profileCall,
});
const saveProfileToo = call('tutors.patchProfile', {
  method: 'patch',
  contract: ADDITIONAL,
  summary: 'The same as PUT',
  path: '/tutors/profile',
  answers: ok(savedProfileBody),
  ...profileCall,
  procedure: 'tutors.saveProfile',
});

const bookings = call('bookings.allForTutor', {
  method: 'get',
  path: '/tutors/bookings',
  contract: 42,
  tag: OWN,
  who: 'tutor',
  summary: 'Own bookings, newest first',
  request: { query: tutorBookingsQuery },
  answers: ok(z.array(booking)),
});

const setStatus = call('bookings.setStatus', {
  method: 'patch',
  path: '/tutors/bookings/{id}',
  contract: 43,
  tag: OWN,
  who: 'tutor',
  summary: 'Confirm, cancel or complete an own booking',
  request: { params: bookingParams, ...json(setStatusBody) },
  answers: ok(booking),
  refuses: [
    'booking.reason_missing',
    'booking.not_found',
    'booking.not_pending',
    'booking.not_confirmed',
    'booking.not_ended',
    'booking.not_cancellable',
  ],
  invalid: { status: ERRORS['booking.status_invalid'].message, meetingLink: ERRORS['booking.link'].message },
});

const profile = call('tutors.byId', {
  method: 'get',
  path: '/tutors/{id}',
  contract: 30,
  tag: TAG,
  who: 'anyone',
  summary: 'One tutor',
  request: { params: tutorParams },
  answers: ok(tutorProfile),
  refuses: ['tutor.not_found'],
});

const reviews = call('reviews.allOfTutor', {
  method: 'get',
  path: '/tutors/{id}/reviews',
  contract: 31,
  tag: TAG,
  who: 'anyone',
  summary: 'Reviews of a tutor, newest first',
  request: { params: tutorParams },
  answers: ok(z.array(review)),
  refuses: ['tutor.not_found'],
});
const reviewsToo = call('reviews.ofTutorById', {
  method: 'get',
  path: '/ratings/tutor/{tutorId}',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'anyone',
  summary: 'The same as the reviews of a tutor',
  procedure: 'reviews.allOfTutor',
  request: { params: tutorIdParams },
  answers: ok(z.array(review)),
  refuses: ['tutor.not_found'],
});

const stats = call('tutors.stats', {
  method: 'get',
  path: '/tutors/{id}/stats',
  contract: 32,
  tag: TAG,
  who: 'anyone',
  summary: "A tutor's figures; money is 0 for others than the tutor and admins",
  request: { params: tutorParams },
  answers: ok(tutorStats),
  refuses: ['tutor.not_found'],
});

const availability = call('tutors.availability', {
  method: 'get',
  path: '/tutors/{id}/availability',
  contract: 33,
  tag: TAG,
  who: 'anyone',
  summary: 'The published week; with a range also what is booked and free in it',
  request: { params: tutorParams, query: availabilityQuery },
  answers: ok(availabilityBody),
  refuses: ['availability.range', 'booking.duration', 'tutor.not_found'],
  invalid: { startDate: ERRORS['availability.range'].message },
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
    const moved = await inWireNames(REASON_NAMES, c.var.api.bookings.setStatus({ ...c.req.valid('json'), ...c.req.valid('param') }));
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
