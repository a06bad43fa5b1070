import { z } from '@hono/zod-openapi';
import { bookingView, changeStatusInput, requestBookingInput, setBookingStatusInput } from '#shared/contracts/bookings.ts';
import { SUCCESS } from '#shared/messages.ts';
import { BOOKABLE_METHODS, BOOKING_DURATIONS, BOOKING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { LIMITS, REQUEST_KEY_HOURS, SEARCH } from '#shared/vocabulary/limits.ts';
import { BOOKING, BOOKING_INPUT, CANCELLED, CONFIRMED } from './examples.ts';
import {
  body,
  emptyToUndefined,
  filter,
  idParams,
  type JsonObject,
  limit,
  MAX_PAGE,
  nullToEmpty,
  page,
  toArray,
  toCount,
  toDate,
  toId,
  toKeyword,
  toNumber,
  trim,
} from './input.ts';
import { count, message, success } from './schemas.ts';
import { wireSchema } from './views.ts';

const METHODS = new Map([
  ['home-visit', 'individual'],
  ['homevisit', 'individual'],
  ['in-person', 'individual'],
]);

export const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .openapi({
      maxLength: LIMITS.requestKey,
      example: 'b7e1f0a2-booking-2026-02-02',
      param: {
        description: `Of your choice. The same key and body within ${REQUEST_KEY_HOURS} hours get the first answer again, and nothing is done.`,
      },
    }),
});

export const requestBookingBody = body('RequestBooking', {
  contract: requestBookingInput.omit({ idempotencyKey: true, maxAmount: true }),
  example: BOOKING_INPUT,
  fields: {
    tutorId: 'The id of the profile, not of the account.',
    startTime:
      'An instant that begins with a slot of the tutor, or a whole number of hours after it: from tomorrow to 28 days from today, by the calendar in Colombo. UTC where it names no zone.',
    endTime: 'The start and 1, 2 or 3 hours. UTC where it names no zone.',
    contactNumber:
      'Where the tutor reaches the student: any text of 10 to 40 characters, also with +, blanks and dashes. The length alone is checked.',
    notes: 'For the tutor; as many lines as you like.',
    duration: { enum: [...BOOKING_DURATIONS], description: 'Hours; without it the end minus the start.' },
    learningMethod: { enum: [...BOOKABLE_METHODS], description: '`individual` is at the home of the student; `home-visit` is understood, too.' },
    selectedTopics: `Topics of the subject, ${LIMITS.topicsPerBooking} at most; ids of anything else are left out, and do not count.`,
    address:
      'Of a home visit, where the tutor should come; both parties see it once the booking is confirmed. It may be absent; of any other session it is ignored.',
  },
  read: (sent) => ({
    tutorId: toId(sent.tutorId) ?? '',
    subjectId: toId(sent.subjectId) ?? '',
    startTime: toDate(sent.startTime),
    endTime: toDate(sent.endTime),
    duration: toNumber(sent.duration),
    learningMethod: toMethod(sent.learningMethod),
    contactNumber: typeof sent.contactNumber === 'number' ? String(sent.contactNumber) : sent.contactNumber,
    selectedTopics: toArray(sent.selectedTopics).flatMap((topic) => toId(topic) ?? []),
    notes: nullToEmpty(sent.notes),
    address: toMethod(sent.learningMethod) === 'individual' ? nullToEmpty(sent.address) : undefined,
  }),
});

function toMethod(value: unknown): unknown {
  const method = toKeyword(value);
  return METHODS.get(method ?? '') ?? method ?? emptyToUndefined(value);
}

export const bookingParams = idParams('The id of a booking.', BOOKING.id);

const REASON = { cancellationReason: setBookingStatusInput.shape.reason };
const REASON_FIELD = 'Needed where a tutor cancels a confirmed booking; `reason` is another name for it.';
const readStatus = ({ status, cancellationReason, reason }: JsonObject) => ({
  status: trim(status),
  reason: emptyToUndefined(cancellationReason) ?? emptyToUndefined(reason),
});

export const setStatusBody = body('SetBookingStatus', {
  contract: setBookingStatusInput.omit({ id: true }),
  documented: setBookingStatusInput.pick({ status: true, meetingLink: true }).extend(REASON),
  example: { status: CONFIRMED.status, meetingLink: CONFIRMED.meetingLink },
  fields: {
    cancellationReason: REASON_FIELD,
    meetingLink: {
      format: 'uri',
      description: 'With `confirmed`, for an online session: where the two meet. Without it a link is made. Ignored otherwise.',
    },
  },
  read: (sent) => ({ ...readStatus(sent), meetingLink: emptyToUndefined(sent.meetingLink) }),
});

export const changeStatusBody = body('ChangeBookingStatus', {
  contract: changeStatusInput.omit({ id: true }),
  documented: changeStatusInput.pick({ status: true }).extend(REASON),
  example: { status: CANCELLED.status, cancellationReason: CANCELLED.cancellationReason },
  fields: { cancellationReason: REASON_FIELD },
  read: readStatus,
});

const status = filter('Bookings with this status; all where it is absent. An unknown one has no bookings', { values: BOOKING_STATUSES });

export const tutorBookingsQuery = z.object({ status });
export const studentBookingsQuery = z.object({
  status,
  page: page('From 1. Without page and limit every booking is answered', (text) => (text === undefined ? undefined : (toCount(text, MAX_PAGE) ?? 1))),
  limit: limit('Bookings a page, 20 where only a page is asked for', { maximum: SEARCH.mostPerPage, example: 24 }),
});

export const booking = wireSchema(bookingView.omit({ childName: true, cancelledBy: true, isReviewed: true }), {
  tutor: wireSchema(bookingView.shape.tutor, {
    phone: 'As `user.email`, shown once the tutor has accepted; else empty, but for admins.',
  }),
  duration: z.number().openapi({ description: 'Hours.', example: 1 }),
  learningMethod: '`individual` is at the home of the student; `group` exists in old bookings only.',
  amount: 'The price of the whole session in rupees, as it was when it was asked for.',
  paymentStatus: 'Always `pending`: no payment is taken online yet.',
  meetingLink: 'Of an online session that is confirmed, for its parties.',
  contactNumber: 'Of the student.',
  address: 'Of a home visit, for the two parties once it is confirmed; else empty.',
  cancellationReason: 'Null where it is not cancelled, or nobody gave a reason.',
  createdAt: 'When it was asked for; lists of bookings go by it.',
}).openapi('Booking', { example: BOOKING });

export const studentBookingsBody = z.object({
  success,
  bookings: z.array(booking),
  pagination: z
    .object({ page: z.int().min(1), pages: count, total: count, limit: z.int().min(1) })
    .optional()
    .openapi({ description: 'Where a page was asked for.', example: { page: 1, pages: 1, total: 1, limit: 24 } }),
});
export const savedBookingBody = z.object({ success, message: message(SUCCESS.bookingRequested), booking });
