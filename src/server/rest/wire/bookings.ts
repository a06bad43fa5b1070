import { z } from '@hono/zod-openapi';
import { type BookingView, changeStatusInput, requestBookingInput, setBookingStatusInput } from '#shared/contracts/bookings.ts';
import { SUCCESS } from '#shared/messages.ts';
import { BOOKABLE_METHODS, BOOKING_DURATIONS, BOOKING_STATUSES, LEARNING_METHODS, PAYMENT_STATUSES } from '#shared/vocabulary/bookings.ts';
import { LIMITS, REQUEST_KEY_HOURS, SEARCH } from '#shared/vocabulary/limits.ts';
import { CANCELLED, CONFIRMED } from './booking-examples.ts';
import { BOOKING, REQUEST } from './examples.ts';
import {
  body,
  countOf,
  idOf,
  instant,
  listOf,
  MOST_PAGES,
  number,
  parameter,
  pathId,
  type Sent,
  something,
  text,
  trimmed,
  unlessAll,
  word,
} from './reading.ts';
import { count, date, described, entity, named, rupees, success, told, toUserRef, userRef, withId } from './shapes.ts';

/** Spellings of clients, `rest-contract.md` §6.3. */
const METHODS = new Map([
  ['home-visit', 'individual'],
  ['homevisit', 'individual'],
  ['in-person', 'individual'],
]);

/** What bears another name for a procedure. */
export const REQUEST_NAMES = { idempotencyKey: 'Idempotency-Key' } as const;

/** One that is too long is left for the procedure to refuse. */
export const requestKeyHeader = z.object({
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
  contract: requestBookingInput.omit({ idempotencyKey: true }),
  example: REQUEST,
  fields: {
    tutorId: { description: 'The id of the profile, not of the account.' },
    startTime: {
      description:
        'An instant that begins with a slot of the tutor, or a whole number of hours after it: from tomorrow to 28 days from today, by the calendar in Colombo. UTC where it names no zone.',
    },
    endTime: { description: 'The start and 1, 2 or 3 hours. UTC where it names no zone.' },
    contactNumber: {
      description:
        'Where the tutor reaches the student: any text of 10 to 40 characters, also with +, blanks and dashes. The length alone is checked.',
    },
    notes: { description: 'For the tutor; as many lines as you like.' },
    duration: { enum: [...BOOKING_DURATIONS], description: 'Hours; without it the end minus the start.' },
    learningMethod: { enum: [...BOOKABLE_METHODS], description: '`individual` is at the home of the student; `home-visit` is understood, too.' },
    selectedTopics: {
      description: `Topics of the subject, ${LIMITS.topicsPerBooking} at most; ids of anything else are left out, and do not count.`,
    },
    address: {
      description:
        'Of a home visit, where the tutor should come; both parties see it once the booking is confirmed. It may be absent; of any other session it is ignored.',
    },
  },
  read: (sent) => ({
    tutorId: idOf(sent.tutorId) ?? '',
    subjectId: idOf(sent.subjectId) ?? '',
    startTime: instant(sent.startTime),
    endTime: instant(sent.endTime),
    duration: number(sent.duration),
    learningMethod: methodOf(sent.learningMethod),
    contactNumber: typeof sent.contactNumber === 'number' ? String(sent.contactNumber) : sent.contactNumber,
    selectedTopics: listOf(sent.selectedTopics).flatMap((topic) => idOf(topic) ?? []),
    notes: text(sent.notes),
    address: addressOf(sent),
  }),
});

/** Only of a home visit; what is sent with another session is not looked at. */
const addressOf = ({ learningMethod, address }: Sent): unknown => (methodOf(learningMethod) === 'individual' ? text(address) : undefined);

function methodOf(value: unknown): unknown {
  const method = word(value);
  return METHODS.get(method ?? '') ?? method ?? something(value);
}

export const bookingParams = z.object({ id: pathId('The id of a booking.', BOOKING.id) });

/** The procedure knows one reason, whatever it is for. */
export const REASON_NAMES = { reason: 'cancellationReason' } as const;
const REASON = { cancellationReason: setBookingStatusInput.shape.reason };
const REASON_FIELD = { description: 'Needed where a tutor cancels a confirmed booking; `reason` is another name for it.' };
const reasonOf = ({ cancellationReason, reason }: Sent): unknown => something(cancellationReason) ?? something(reason);

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
  read: (sent) => ({ status: trimmed(sent.status), reason: reasonOf(sent), meetingLink: something(sent.meetingLink) }),
});

export const changeStatusBody = body('ChangeBookingStatus', {
  contract: changeStatusInput.omit({ id: true }),
  documented: changeStatusInput.pick({ status: true }).extend(REASON),
  example: { status: CANCELLED.status, cancellationReason: CANCELLED.cancellationReason },
  fields: { cancellationReason: REASON_FIELD },
  read: (sent) => ({ status: trimmed(sent.status), reason: reasonOf(sent) }),
});

const status = parameter({
  description: 'Bookings with this status; all where it is absent. An unknown one has no bookings',
  values: BOOKING_STATUSES,
  read: (text) => unlessAll(text)?.slice(0, LIMITS.id),
});

const pageOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : (countOf(text, MOST_PAGES) ?? 1));

export const tutorBookingsQuery = z.object({ status });
export const studentBookingsQuery = z.object({
  status,
  page: parameter({ description: 'From 1. Without page and limit every booking is answered', type: 'integer', least: 1, example: 1, read: pageOf }),
  limit: parameter({
    description: 'Bookings a page, 20 where only a page is asked for',
    type: 'integer',
    least: 1,
    most: SEARCH.mostPerPage,
    example: 24,
    read: (text) => countOf(text, SEARCH.mostPerPage),
  }),
});

export const booking = entity({
  status: z.enum(BOOKING_STATUSES),
  student: userRef,
  tutor: entity({
    phone: z.string().openapi({ description: 'As `user.email`, shown once the tutor has accepted; else empty, but for admins.' }),
    user: userRef.nullable(),
  }),
  subject: named,
  selectedTopics: z.array(described),
  startTime: date,
  endTime: date,
  duration: z.number().openapi({ description: 'Hours.', example: 1 }),
  learningMethod: z
    .enum(LEARNING_METHODS)
    .openapi({ description: '`individual` is at the home of the student; `group` exists in old bookings only.' }),
  amount: rupees.openapi({ description: 'The price of the whole session in rupees, as it was when it was asked for.' }),
  paymentStatus: z.enum(PAYMENT_STATUSES).openapi({ description: 'Always `pending`: no payment is taken online yet.' }),
  meetingLink: z.string().nullable().openapi({ description: 'Of an online session that is confirmed, for its parties.' }),
  contactNumber: z.string().openapi({ description: 'Of the student.' }),
  notes: z.string(),
  address: z.string().openapi({ description: 'Of a home visit, for the two parties once it is confirmed; else empty.' }),
  cancellationReason: z.string().nullable().openapi({ description: 'Null where it is not cancelled, or nobody gave a reason.' }),
  createdAt: date.openapi({ description: 'When it was asked for; lists of bookings go by it.' }),
  updatedAt: date,
}).openapi('Booking', { example: BOOKING });

export const studentBookingsBody = z.object({
  success,
  bookings: z.array(booking),
  pagination: z
    .object({ page: z.int().min(1), pages: count, total: count, limit: z.int().min(1) })
    .optional()
    .openapi({ description: 'Where a page was asked for.', example: { page: 1, pages: 1, total: 1, limit: 24 } }),
});
/** After a request, and after a change of the status. */
export const savedBookingBody = z.object({ success, message: told(SUCCESS.bookingRequested), booking });

/** Key by key, so that what only the app tells of a booking stays there. */
export function toBooking(view: BookingView, site: string) {
  const { id, status, startTime, endTime, duration, learningMethod, amount, paymentStatus } = view;
  const { meetingLink, contactNumber, notes, address, cancellationReason, createdAt, updatedAt } = view;
  return {
    _id: id,
    id,
    status,
    student: toUserRef(view.student, site),
    tutor: { ...withId(view.tutor), user: view.tutor.user && toUserRef(view.tutor.user, site) },
    subject: withId(view.subject),
    selectedTopics: view.selectedTopics.map(withId),
    startTime,
    endTime,
    duration,
    learningMethod,
    amount,
    paymentStatus,
    meetingLink,
    contactNumber,
    notes,
    address,
    cancellationReason,
    createdAt,
    updatedAt,
  };
}
