import { z } from '@hono/zod-openapi';
import { ERRORS } from '#shared/errors.ts';
import { bookingStatusChanged, SUCCESS, tooLong, tooMany, VALIDATION } from '#shared/messages.ts';
import { LIMITS, PENDING_REQUESTS } from '#shared/vocabulary/limits.ts';
import { type CallGroup, callGroup, created, done, ok, type Path } from './calls.ts';
import { booking, bookingParams, changeStatusBody, idempotencyHeader, requestBookingBody, savedBookingBody } from './wire/bookings.ts';
import { CANCELLED, REQUESTED } from './wire/examples.ts';

const group = callGroup('Bookings', 'user');
const { call } = group;
export const bookingRoutes = group.app;

export function addRequestCall({ call }: CallGroup, path: Path, { id, contract }: { id: string; contract?: number }): void {
  call(path, id, {
    contract,
    who: 'student',
    summary: 'Ask a tutor for a session',
    description: `The booking is \`pending\` until the tutor answers. The price is the rate of the chosen mode times the hours, kept as it is on that day; one that is sent is ignored. Both parties are told. For the times that can be booked, and for what becomes of a request, see the introduction.\n\nThe fields are checked first. Then come, in this order: whether the tutor can be found (404); subject, time, length and way of teaching (400); whether home visits of this tutor are offered, vacation, the published slots and what the tutor has blocked, how many requests of the student have not been answered yet, and whether the time is taken for the tutor or for the student (409). At most ${PENDING_REQUESTS.ofStudent} requests of a student may wait for an answer, ${PENDING_REQUESTS.ofStudentAndTutor} of them for one tutor, and ${PENDING_REQUESTS.ofUnconfirmed} in all while the address of the student is not confirmed. \`nextFree\`, which comes with 409 \`booking.slot_taken\`, has the first starts after the one asked for, at most 3, at which both are free for as long; it is empty where there is none in the next 28 days.\n\n\`address\` is wanted for a home visit, but a request without one is taken: agree on the place with the tutor then. This call answers under two paths, \`/api/bookings\` and \`/api/students/bookings\`; a key of \`Idempotency-Key\` holds for both.`,
    procedure: 'bookings.request',
    headers: idempotencyHeader,
    body: requestBookingBody,
    answers: created(savedBookingBody, { success: true, message: SUCCESS.bookingRequested, booking: REQUESTED }),
    errors: [
      'booking.subject_unknown',
      'booking.time_invalid',
      'booking.in_past',
      'booking.too_soon',
      'booking.too_far',
      'booking.notice',
      'booking.duration',
      'booking.duration_mismatch',
      'booking.group',
      'booking.mode_unavailable',
      'tutor.not_found',
      'booking.home_visit_unverified',
      'booking.tutor_on_vacation',
      'booking.outside_slots',
      'booking.email_unconfirmed',
      'booking.too_many_pending_tutor',
      'booking.too_many_pending',
      'booking.slot_taken',
      'request.key_reused',
      'request.limited',
    ],
    invalid: {
      startTime: ERRORS['booking.time_invalid'].message,
      learningMethod: ERRORS['booking.method_invalid'].message,
      contactNumber: VALIDATION.contactNumber,
      address: tooLong('Address', LIMITS.address),
      selectedTopics: tooMany('Topics', LIMITS.topicsPerBooking),
      'Idempotency-Key': tooLong('Request key', LIMITS.requestKey),
    },
    fieldNames: { idempotencyKey: 'Idempotency-Key' },
    handle: async ({ api, input, c }) => ({
      message: SUCCESS.bookingRequested,
      booking: await api.bookings.request({ ...input, idempotencyKey: c.req.header('Idempotency-Key') }),
    }),
  });
}

addRequestCall(group, 'POST /api/bookings', { id: 'bookings.requestToo' });

call('GET /api/bookings', 'bookings.allForCaller', {
  summary: 'Own bookings as student and as tutor, for admins all; newest first',
  description:
    'All of them, without pages, the one that was asked for last first. For an admin that is every booking of the platform, which may be a great many: `GET /api/admin/bookings` answers them in pages. Admins see neither meeting links nor addresses.',
  answers: ok(z.array(booking)),
  handle: ({ api }) => api.bookings.allForCaller(),
});

call('GET /api/bookings/{id}', 'bookings.byId', {
  summary: 'One booking, for its parties and admins',
  callers: 'Its student, its tutor, and admins.',
  description: 'Somebody else’s answers 404. Admins see neither meeting link nor address.',
  params: bookingParams,
  answers: ok(booking),
  errors: ['booking.not_found'],
  handle: ({ api, input }) => api.bookings.byId(input),
});

call('PATCH /api/bookings/{id}/status', 'bookings.changeStatus', {
  summary: 'Confirm, cancel or complete an own booking; students can only cancel',
  callers: 'Students and tutors, each for own bookings.',
  description:
    'For who may move a booking, when, and what follows, see the life of a booking in the introduction. A student may only cancel. An admin gets 403 `booking.view_only`: there is no call with which an admin cancels a booking. Tutors who want to set a meeting link use `PATCH /api/tutors/bookings/{id}`. Both parties are told.',
  params: bookingParams,
  body: changeStatusBody,
  answers: ok(savedBookingBody, { success: true, message: SUCCESS.bookingCancelled, booking: CANCELLED }),
  errors: [
    'booking.reason_missing',
    'auth.role',
    'booking.only_tutors_move',
    'booking.view_only',
    'booking.not_found',
    'booking.not_pending',
    'booking.not_confirmed',
    'booking.not_ended',
    'booking.not_cancellable',
  ],
  invalid: { status: ERRORS['booking.status_invalid'].message },
  fieldNames: { reason: 'cancellationReason' },
  handle: async ({ api, input }) => {
    const booking = await api.bookings.changeStatus(input);
    return { message: bookingStatusChanged(booking.status), booking };
  },
});

call('DELETE /api/bookings/{id}', 'bookings.cancel', {
  who: 'student',
  summary: 'Cancel an own booking, which is kept as cancelled',
  description: 'Pending and confirmed ones, before their start. To give a reason use `PATCH /api/bookings/{id}/status`. Both parties are told.',
  params: bookingParams,
  answers: done(SUCCESS.bookingCancelled),
  errors: ['booking.not_found', 'booking.not_cancellable'],
  handle: async ({ api, input }) => {
    await api.bookings.cancel(input);
    return { message: SUCCESS.bookingCancelled };
  },
});

call('POST /api/bookings/{id}/reminder', 'bookings.sendReminder', {
  summary: 'Remind both parties of a confirmed booking ahead; for its tutor and admins',
  callers: 'Tutors for own bookings, and admins for all.',
  description:
    'A student gets 403 `booking.only_tutors_remind`. Reminders 24 hours and 1 hour before the start go out by themselves, whether or not this is called.',
  params: bookingParams,
  answers: done(SUCCESS.reminderSent),
  errors: ['booking.only_tutors_remind', 'booking.not_found', 'booking.no_reminder', 'request.limited'],
  handle: ({ api, input }) => api.bookings.sendReminder(input),
});
