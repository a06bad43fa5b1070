import { z } from '@hono/zod-openapi';
import { type BookingView, changeStatusInput, requestBookingInput, setBookingStatusInput } from '#shared/contracts/bookings.ts';
import { BOOKING_STATUSES, LEARNING_METHODS, PAYMENT_STATUSES } from '#shared/vocabulary/bookings.ts';
import { LIMITS, REQUEST_KEY_HOURS, SEARCH } from '#shared/vocabulary/limits.ts';
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
  unlessAll,
  word,
} from './reading.ts';
import { date, described, entity, named, toUserRef, userRef, withId } from './shapes.ts';

/** Spellings of clients, `rest-contract.md` §6.3. */
const METHODS = new Map([
  ['home-visit', 'individual'],
  ['homevisit', 'individual'],
  ['in-person', 'individual'],
]);

/** One that is too long is left for the procedure to refuse. */
export const requestKeyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .openapi({
      maxLength: LIMITS.requestKey,
      param: { description: `The same key and body within ${REQUEST_KEY_HOURS} hours get the first answer again, and nothing is done.` },
    }),
});

export const requestBookingBody = body('RequestBooking', {
  contract: requestBookingInput.omit({ idempotencyKey: true }),
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
    address: text(sent.address),
  }),
});

function methodOf(value: unknown): unknown {
  const method = word(value);
  return METHODS.get(method ?? '') ?? method ?? something(value);
}

export const bookingParams = z.object({ id: pathId });

const REASON = { cancellationReason: setBookingStatusInput.shape.reason };
const reasonOf = ({ cancellationReason, reason }: Sent): unknown => something(cancellationReason) ?? something(reason);

export const setStatusBody = body('SetBookingStatus', {
  contract: setBookingStatusInput.omit({ id: true }),
  documented: setBookingStatusInput.pick({ status: true, meetingLink: true }).extend(REASON),
  read: (sent) => ({ status: sent.status, reason: reasonOf(sent), meetingLink: something(sent.meetingLink) }),
});

export const changeStatusBody = body('ChangeBookingStatus', {
  contract: changeStatusInput.omit({ id: true }),
  documented: changeStatusInput.pick({ status: true }).extend(REASON),
  read: (sent) => ({ status: sent.status, reason: reasonOf(sent) }),
});

const status = parameter({
  description: 'All where it is absent; an unknown one has no bookings',
  values: BOOKING_STATUSES,
  read: (text) => unlessAll(text)?.slice(0, LIMITS.id),
});

const pageOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : (countOf(text, MOST_PAGES) ?? 1));

export const tutorBookingsQuery = z.object({ status });
export const studentBookingsQuery = z.object({
  status,
  page: parameter({ description: 'Without page and limit every booking is answered', type: 'integer', read: pageOf }),
  limit: parameter({ description: 'Bookings a page', type: 'integer', read: (text) => countOf(text, SEARCH.mostPerPage) }),
});

export const booking = entity({
  status: z.enum(BOOKING_STATUSES),
  student: userRef,
  tutor: entity({ phone: z.string(), user: userRef.nullable() }),
  subject: named,
  selectedTopics: z.array(described),
  startTime: date,
  endTime: date,
  duration: z.number().openapi({ description: 'Hours.' }),
  learningMethod: z.enum(LEARNING_METHODS),
  amount: z.number().openapi({ description: 'Rupees.' }),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  meetingLink: z.string().nullable(),
  contactNumber: z.string(),
  notes: z.string(),
  address: z.string(),
  cancellationReason: z.string().nullable(),
  createdAt: date,
  updatedAt: date,
}).openapi('Booking');

export const studentBookingsBody = z.object({
  success: z.literal(true),
  bookings: z.array(booking),
  pagination: z.object({ page: z.number(), pages: z.number(), total: z.number(), limit: z.number() }).optional(),
});
/** After a request, and after a change of the status. */
export const savedBookingBody = z.object({ success: z.literal(true), message: z.string(), booking });

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
