import { z } from '@hono/zod-openapi';
import type { Caller } from '#server/api/router.ts';
import { ERRORS } from '#shared/errors.ts';
import { bookingMoved, SUCCESS, tooLong, VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { ADDITIONAL, call, created, json, ok } from './operation.ts';
import { restGroup } from './support.ts';
import {
  booking,
  bookingParams,
  changeStatusBody,
  REASON_NAMES,
  requestBookingBody,
  requestKeyHeader,
  savedBookingBody,
  toBooking,
} from './wire/bookings.ts';
import { okBody } from './wire/shapes.ts';
import { inWireNames } from './wire-names.ts';

const TAG = 'Bookings';
const success = true as const;

/** The same under two paths. */
export const requestCall = {
  who: 'student',
  summary: 'Ask a tutor for a session',
  procedure: 'bookings.request',
  request: { headers: requestKeyHeader, ...json(requestBookingBody) },
  answers: created(savedBookingBody),
  refuses: [
    'booking.subject_unknown',
    'booking.time_invalid',
    'booking.in_past',
    'booking.too_soon',
    'booking.too_far',
    'booking.duration',
    'booking.duration_mismatch',
    'booking.group',
    'booking.mode_unavailable',
    'tutor.not_found',
    'booking.tutor_on_vacation',
    'booking.outside_slots',
    'booking.slot_taken',
    'request.key_reused',
    'request.limited',
  ],
  invalid: {
    startTime: ERRORS['booking.time_invalid'].message,
    learningMethod: ERRORS['booking.method_invalid'].message,
    contactNumber: VALIDATION.contactNumber,
    address: tooLong('Address', LIMITS.address),
  },
} as const;
type Requested = { header: z.infer<typeof requestKeyHeader>; json: z.infer<typeof requestBookingBody> };

export async function requestBooking({ api, site }: { api: Caller; site: string }, { header, json }: Requested) {
  const made = await api.bookings.request({ ...json, idempotencyKey: header['Idempotency-Key'] });
  return { success, message: SUCCESS.bookingRequested, booking: toBooking(made, site) };
}

const request = call('bookings.requestToo', { method: 'post', path: '/', contract: ADDITIONAL, tag: TAG, ...requestCall });

const list = call('bookings.allForCaller', {
  method: 'get',
  path: '/',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'user',
  summary: 'Own bookings as student and as tutor, for admins all; newest first',
  answers: ok(z.array(booking)),
});

const one = call('bookings.byId', {
  method: 'get',
  path: '/{id}',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'user',
  summary: 'One booking, for its parties and admins',
  request: { params: bookingParams },
  answers: ok(booking),
  refuses: ['booking.not_found'],
});

const changeStatus = call('bookings.changeStatus', {
  method: 'patch',
  path: '/{id}/status',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'user',
  summary: 'Confirm, cancel or complete an own booking; students can only cancel',
  request: { params: bookingParams, ...json(changeStatusBody) },
  answers: ok(savedBookingBody),
  refuses: [
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
});

const cancel = call('bookings.cancel', {
  method: 'delete',
  path: '/{id}',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'student',
  summary: 'Cancel an own booking, which is kept as cancelled',
  request: { params: bookingParams },
  answers: ok(okBody),
  refuses: ['booking.not_found', 'booking.not_cancellable'],
});

const remind = call('bookings.sendReminder', {
  method: 'post',
  path: '/{id}/reminder',
  contract: ADDITIONAL,
  tag: TAG,
  who: 'user',
  summary: 'Remind both parties of a confirmed booking ahead; for its tutor and admins',
  request: { params: bookingParams },
  answers: ok(okBody),
  refuses: ['booking.only_tutors_remind', 'booking.not_found', 'booking.no_reminder', 'request.limited'],
});

/** Mounted at `/api/bookings`. */
export function bookingRoutes() {
  const group = restGroup();

  group.openapi(request, async (c) => c.json(await requestBooking(c.var, { header: c.req.valid('header'), json: c.req.valid('json') }), 201));
  group.openapi(list, async (c) => {
    const found = await c.var.api.bookings.allForCaller();
    return c.json(
      found.map((view) => toBooking(view, c.var.site)),
      200,
    );
  });
  group.openapi(one, async (c) => c.json(toBooking(await c.var.api.bookings.byId(c.req.valid('param')), c.var.site), 200));
  group.openapi(changeStatus, async (c) => {
    const moved = await inWireNames(REASON_NAMES, c.var.api.bookings.changeStatus({ ...c.req.valid('json'), ...c.req.valid('param') }));
    return c.json({ success, message: bookingMoved(moved.status), booking: toBooking(moved, c.var.site) }, 200);
  });
  group.openapi(cancel, async (c) => {
    await c.var.api.bookings.cancel(c.req.valid('param'));
    return c.json({ success, message: SUCCESS.bookingCancelled }, 200);
  });
  group.openapi(remind, async (c) => {
    const { message } = await c.var.api.bookings.sendReminder(c.req.valid('param'));
    return c.json({ success, message }, 200);
  });

  return group;
}
