import { z } from '@hono/zod-openapi';
import type { Caller } from '#server/api/router.ts';
import { DomainError, ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { ADDITIONAL, call, json, ok } from './operation.ts';
import { TAG as OWN, profileCall } from './profile-call.ts';
import { refusalOf, restGroup } from './support.ts';
import { availabilityBody, availabilityQuery, toAvailability } from './wire/availability.ts';
import { CONFIRMED } from './wire/booking-examples.ts';
import { booking, bookingParams, REASON_NAMES, setStatusBody, toBooking, tutorBookingsQuery } from './wire/bookings.ts';
import { review, toReview } from './wire/reviews.ts';
import { FOUND, OWN_TUTOR } from './wire/tutor-examples.ts';
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
  description:
    'The listed tutors whom all filters fit, a page at a time. Subject, topic, category and teaching mode have to fit the same subject of a tutor. Tutors on vacation are among them, with `vacationMode: true`; unverified ones, too, unless `verified=true`.\n\nEach order is total, so that pages neither repeat nor skip anybody. Ties are broken by reviews or rating, and in the end by the id. Phone numbers and email addresses are empty here, for everybody.\n\nA name that nothing bears finds nobody. Words of `search` are forgiven typing errors only where nothing fits exactly.',
  request: { query: searchQuery },
  answers: ok(searchBody, FOUND),
});

const ownProfile = call('tutors.own', {
  method: 'get',
  path: '/tutors/profile',
  contract: 34,
  tag: OWN,
  who: 'user',
  summary: 'Own profile with documents; 404 for who is no tutor',
  callers: 'Tutors; anybody else who is signed in gets 404.',
  description:
    'A tutor without a profile gets an empty one, which is made here. Documents, earnings and rates of modes that are switched off are shown.',
  answers: ok(tutorProfile, OWN_TUTOR),
  refuses: ['tutor.profile_not_found'],
});

const saveProfile = call('tutors.saveProfile', {
  method: 'put',
  contract: 35,
  summary: 'Save the own profile; an absent key keeps its value',
  description:
    'A key that is sent replaces the whole value: a list of subjects those there were, a list of documents those there were. What is not complete is saved as a draft.\n\nA profile that is complete is handed to the admins at once: `verificationStatus` becomes `pending`. Ten things make it complete: phone, bio and gender; a place to study at; an experience; a subject with a topic; a photo of the account; locations; a document; a teaching medium; an enabled mode with a rate above 0; and a time slot. A verified tutor stays verified; admins are told where education, experience or documents have changed. `message` says which of the three it was.',
  path: '/tutors/profile',
  answers: ok(savedProfileBody, { success: true, message: SUCCESS.profileSaved, tutor: OWN_TUTOR }),
  ...profileCall,
});
const saveProfileToo = call('tutors.patchProfile', {
  method: 'patch',
  contract: ADDITIONAL,
  summary: 'The same as PUT',
  description: 'Like `PUT`, it keeps the value of each key that is absent.',
  path: '/tutors/profile',
  answers: ok(savedProfileBody, { success: true, message: SUCCESS.profileSaved, tutor: OWN_TUTOR }),
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
  description: 'All of them, without pages. The newest first means: in the order in which they were asked for, not of their sessions.',
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
  description:
    'For who may move a booking, when, and what follows, see the life of a booking in the introduction. This call is for tutors only. It takes a `meetingLink`, which `PATCH /api/bookings/{id}/status` does not, and answers the bare booking; in all else the two are alike. Both parties are told.',
  request: { params: bookingParams, ...json(setStatusBody) },
  answers: ok(booking, CONFIRMED),
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
  description:
    'Verified or not, on vacation or not. A tutor who was rejected, suspended or removed answers 404 to everybody else than the tutor and admins. `phone` and `user.email` are how the tutor wants to be reached: the email address is the one the tutor has chosen to show, or empty. They are shown for a limited number of tutors in an hour, to each address of visitors and to each account; past it both are empty, as in the search. The tutor and admins always see them, and with them the address of the account. Others than the tutor and admins see no documents and no inactive subjects, and `rate: 0` for a mode that is switched off.',
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
  description: 'All of them, without pages. A reviewer who has left is called `Anonymous`.',
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
  description: 'For `GET /api/tutors/{id}/reviews` under another path.',
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
  description:
    '`totalStudents` counts people with a confirmed or completed booking, `totalSessions` completed bookings, `totalEarnings` is what those cost in all, in rupees, before any fee.',
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
  description:
    'Without a range, the week as the tutor publishes it, in the zone of the platform (Asia/Colombo). With `startDate` and `endDate`, only the weekdays that occur between them. With a range of at most 28 days also `booked` and `free`, in order of their starts; with a longer one neither.\n\n`free` has the starts at which a student without other bookings could book `duration` hours now: slots, days off, bookings of the tutor and the booking window are looked at. Your own bookings with other tutors are not, and refuse a request all the same. While the tutor is on vacation nothing is free.',
  request: { params: tutorParams, query: availabilityQuery },
  answers: ok(availabilityBody),
  refuses: ['availability.range', 'booking.duration', 'tutor.not_found'],
  invalid: { startDate: ERRORS['availability.range'].message },
});

type Tutor = Awaited<ReturnType<Caller['tutors']['byId']>>;

/** The tutor and admins have them already; past the limit they are empty, as in lists. */
async function withContact(api: Caller, tutor: Tutor): Promise<Tutor> {
  if (tutor.user.email !== '') return tutor;
  const { phone, email } = await api.tutors.contact({ id: tutor.id }).catch((error: unknown) => {
    const { cause } = refusalOf(error);
    if (cause instanceof DomainError && cause.code === 'tutor.contact_limited') return { phone: '', email: '' };
    throw error;
  });
  return { ...tutor, phone, user: { ...tutor.user, email } };
}

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

  group.openapi(profile, async (c) => {
    const tutor = await c.var.api.tutors.byId(c.req.valid('param'));
    return c.json(toTutor(await withContact(c.var.api, tutor), c.var.site), 200);
  });
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
