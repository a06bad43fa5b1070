import { z } from '@hono/zod-openapi';
import type { Caller } from '#server/api/router.ts';
import { viewShared } from '#server/core/shared-answers.ts';
import { DomainError, ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { callGroup, ok } from './calls.ts';
import { toApiError } from './errors.ts';
import { OWN_AREA, profileCall } from './own-profile.ts';
import { booking, bookingParams, setStatusBody, tutorBookingsQuery } from './wire/bookings.ts';
import { CONFIRMED, OWN_TUTOR, SEARCH_PAGE } from './wire/examples.ts';
import { review, toReview } from './wire/reviews.ts';
import { searchQuery, tutorIdParams, tutorParams } from './wire/tutor-search.ts';
import {
  availabilityBody,
  availabilityQuery,
  savedProfileBody,
  searchBody,
  toAvailability,
  toSearch,
  tutorProfile,
  tutorStats,
} from './wire/tutors.ts';

const { app, call } = callGroup('Tutors', 'anyone');
export const tutorRoutes = app;

call('GET /api/tutors', 'tutors.searchPage', {
  contract: 29,
  summary: 'Search, filter, sort, page by page',
  description:
    'The listed tutors whom all filters fit, a page at a time. Subject, topic, category and teaching mode have to fit the same subject of a tutor. Tutors on vacation are among them, with `vacationMode: true`; unverified ones, too, unless `verified=true`.\n\nEach order is total, so that pages neither repeat nor skip anybody. Ties are broken by reviews or rating, and in the end by the id. Phone numbers and email addresses are empty here, for everybody.\n\nA name that nothing bears finds nobody. Every word of `search` counts by itself, in any order and in English, Sinhala or Tamil: a name, a subject, a topic, a category, a town or its district; the last one may be a beginning. Words such as `online`, `sinhala medium`, `female` and `under 2000` filter. Only the first 12 words count. Where no tutor has all words, typing errors are forgiven, and then the least telling words are left out: `reading` says which.',
  query: searchQuery,
  answers: ok(searchBody, SEARCH_PAGE),
  handle: async ({ api, input }) => viewShared([await api.tutors.searchPage(input)], toSearch),
});

call('GET /api/tutors/profile', 'tutors.own', {
  contract: 34,
  tag: OWN_AREA,
  who: 'user',
  summary: 'Own profile with documents; 404 for who is no tutor',
  callers: 'Tutors; anybody else who is signed in gets 404.',
  description:
    'A tutor without a profile gets an empty one, which is made here. Documents, earnings and rates of modes that are switched off are shown.',
  answers: ok(tutorProfile, OWN_TUTOR),
  errors: ['tutor.profile_not_found'],
  handle: ({ api }) => api.tutors.own(),
});

for (const [path, id, about] of [
  [
    'PUT /api/tutors/profile',
    'tutors.saveProfile',
    {
      contract: 35,
      summary: 'Save the own profile; an absent key keeps its value',
      description:
        'A key that is sent replaces the whole value: a list of subjects those there were, a list of documents those there were. What is not complete is saved as a draft.\n\nA profile that is complete is handed to the admins at once: `verificationStatus` becomes `pending`. Ten things make it complete: phone, bio and gender; a place to study at; an experience; a subject with a topic; a photo of the account; locations; a document; a teaching medium; an enabled mode with a rate above 0; and a time slot. A verified tutor stays verified; admins are told where education, experience or documents have changed. `message` says which of the three it was.',
    },
  ],
  [
    'PATCH /api/tutors/profile',
    'tutors.patchProfile',
    { summary: 'The same as PUT', description: 'Like `PUT`, it keeps the value of each key that is absent.' },
  ],
] as const) {
  call(path, id, {
    ...about,
    ...profileCall,
    procedure: 'tutors.saveProfile',
    answers: ok(savedProfileBody, { success: true, message: SUCCESS.profileSaved, tutor: OWN_TUTOR }),
    handle: async ({ api, input }) => {
      const { message, tutor } = await api.tutors.saveProfile(input);
      return { message, tutor };
    },
  });
}

call('GET /api/tutors/bookings', 'bookings.allForTutor', {
  contract: 42,
  tag: OWN_AREA,
  who: 'tutor',
  summary: 'Own bookings, newest first',
  description: 'All of them, without pages. The newest first means: in the order in which they were asked for, not of their sessions.',
  query: tutorBookingsQuery,
  answers: ok(z.array(booking)),
  handle: async ({ api, input }) => (await api.bookings.allForTutor(input)).bookings,
});

call('PATCH /api/tutors/bookings/{id}', 'bookings.setStatus', {
  contract: 43,
  tag: OWN_AREA,
  who: 'tutor',
  summary: 'Confirm, cancel or complete an own booking',
  description:
    'For who may move a booking, when, and what follows, see the life of a booking in the introduction. This call is for tutors only. It takes a `meetingLink`, which `PATCH /api/bookings/{id}/status` does not, and answers the bare booking; in all else the two are alike. Both parties are told.',
  params: bookingParams,
  body: setStatusBody,
  answers: ok(booking, CONFIRMED),
  errors: [
    'booking.reason_missing',
    'booking.not_found',
    'booking.not_pending',
    'booking.not_confirmed',
    'booking.not_ended',
    'booking.not_cancellable',
  ],
  invalid: { status: ERRORS['booking.status_invalid'].message, meetingLink: ERRORS['booking.link'].message },
  fieldNames: { reason: 'cancellationReason' },
  handle: ({ api, input }) => api.bookings.setStatus(input),
});

call('GET /api/tutors/{id}', 'tutors.byId', {
  contract: 30,
  summary: 'One tutor',
  description:
    'Verified or not, on vacation or not. A tutor who was rejected, suspended or removed answers 404 to everybody else than the tutor and admins. `phone` and `user.email` are how the tutor wants to be reached: the email address is the one the tutor has chosen to show, or empty. They are shown for a limited number of tutors in an hour, to each address of visitors and to each account; past it both are empty, as in the search. The tutor and admins always see them, and with them the address of the account. Others than the tutor and admins see no documents and no inactive subjects, and `rate: 0` for a mode that is switched off.',
  params: tutorParams,
  answers: ok(tutorProfile),
  errors: ['tutor.not_found'],
  handle: async ({ api, input }) => {
    const tutor = await api.tutors.byId(input);
    return tutor.user.email === '' ? viewShared([tutor, await getContact(api, tutor.id)], toTutorWithContact) : tutor;
  },
});

type Tutor = Awaited<ReturnType<Caller['tutors']['byId']>>;
type Contact = Awaited<ReturnType<Caller['tutors']['contact']>>;

const getContact = (api: Caller, id: string): Promise<Contact> =>
  api.tutors.contact({ id }).catch((error: unknown) => {
    const { cause } = toApiError(error);
    if (cause instanceof DomainError && cause.code === 'tutor.contact_limited') return { phone: '', email: '' };
    throw error;
  });

const toTutorWithContact = (tutor: Tutor, { phone, email }: Contact) => ({ ...tutor, phone, user: { ...tutor.user, email } });

call('GET /api/tutors/{id}/reviews', 'reviews.allOfTutor', {
  contract: 31,
  summary: 'Reviews of a tutor, newest first',
  description: 'All of them, without pages. A reviewer who has left is called `Anonymous`.',
  params: tutorParams,
  answers: ok(z.array(review)),
  errors: ['tutor.not_found'],
  handle: async ({ api, input }) => (await api.reviews.allOfTutor({ tutorId: input.id })).map(toReview),
});

call('GET /api/ratings/tutor/{tutorId}', 'reviews.ofTutorById', {
  summary: 'The same as the reviews of a tutor',
  description: 'For `GET /api/tutors/{id}/reviews` under another path.',
  procedure: 'reviews.allOfTutor',
  params: tutorIdParams,
  answers: ok(z.array(review)),
  errors: ['tutor.not_found'],
  handle: async ({ api, input }) => (await api.reviews.allOfTutor(input)).map(toReview),
});

call('GET /api/tutors/{id}/stats', 'tutors.stats', {
  contract: 32,
  summary: "A tutor's figures; money is 0 for others than the tutor and admins",
  description:
    '`totalStudents` counts people with a confirmed or completed booking, `totalSessions` completed bookings, `totalEarnings` is what those cost in all, in rupees, before any fee.',
  params: tutorParams,
  answers: ok(tutorStats),
  errors: ['tutor.not_found'],
  handle: ({ api, input }) => api.tutors.stats(input),
});

call('GET /api/tutors/{id}/availability', 'tutors.availability', {
  contract: 33,
  summary: 'The published week; with a range also what is booked and free in it',
  description:
    'Without a range, the week as the tutor publishes it, in the zone of the platform (Asia/Colombo). With `startDate` and `endDate`, only the weekdays that occur between them. With a range of at most 28 days also `booked` and `free`, in order of their starts; with a longer one neither.\n\n`free` has the starts at which a student without other bookings could book `duration` hours now: slots, days off, bookings of the tutor with the time between them, the booking window and the tutor’s own notice are looked at. Your own bookings with other tutors are not, and refuse a request all the same. While the tutor is on vacation nothing is free.',
  params: tutorParams,
  query: availabilityQuery,
  answers: ok(availabilityBody),
  errors: ['availability.range', 'booking.duration', 'tutor.not_found'],
  invalid: { startDate: ERRORS['availability.range'].message },
  handle: async ({ api, input }) => toAvailability(await api.tutors.availability(input)),
});
