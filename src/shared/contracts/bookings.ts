import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { BOOKING_ACTORS, BOOKING_STATUSES, LEARNING_METHODS, PARTIES, PAYMENT_STATUSES } from '#shared/vocabulary/bookings.ts';
import { ADMIN_TABLES, LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import { described, id, named, person, rupees, searched, text } from './common.ts';
import { problemView } from './moderation.ts';

const sessionTime = z.date({ error: ERRORS['booking.time_invalid'].message });

export const requestBookingInput = z.object({
  tutorId: id,
  subjectId: id,
  startTime: sessionTime,
  endTime: sessionTime,
  duration: z.number({ error: ERRORS['booking.duration'].message }).optional(),
  learningMethod: z.enum(LEARNING_METHODS, { error: ERRORS['booking.method_invalid'].message }).default('online'),
  contactNumber: z
    .string({ error: VALIDATION.contactNumber })
    .trim()
    .min(LIMITS.contactNumber.min, VALIDATION.contactNumber)
    .max(LIMITS.contactNumber.max, tooLong('Contact number', LIMITS.contactNumber.max)),
  selectedTopics: z.array(id).default([]),
  notes: text('Notes', LIMITS.notes).default(''),
  address: text('Address', LIMITS.address).default(''),
  /** The price of the session that the student has seen; a request that costs more is refused. */
  maxAmount: rupees.optional(),
  idempotencyKey: text('Request key', LIMITS.requestKey).optional(),
});
export type RequestBookingInput = z.infer<typeof requestBookingInput>;

const meetingLink = z
  .string({ error: ERRORS['booking.link'].message })
  .trim()
  .max(LIMITS.meetingLink, tooLong('Meeting link', LIMITS.meetingLink))
  .refine(isMeetingLink, ERRORS['booking.link'].message);

/** Refuses credentials in a link, and hosts that are not what they look like. */
function isMeetingLink(link: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(link) || /[\s\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(link) || !URL.canParse(link)) return false;
  const { username, password } = new URL(link);
  return username === '' && password === '';
}

export const setMeetingLinkInput = z.object({ id, meetingLink });
export type SetMeetingLinkInput = z.infer<typeof setMeetingLinkInput>;

export const setBookingStatusInput = z.object({
  id,
  status: z.enum(BOOKING_STATUSES, { error: ERRORS['booking.status_invalid'].message }).exclude(['pending'], {
    error: ERRORS['booking.status_invalid'].message,
  }),
  reason: text('Cancellation reason', LIMITS.reason).optional(),
  meetingLink: meetingLink.optional(),
});
export type SetBookingStatusInput = z.infer<typeof setBookingStatusInput>;

export const changeStatusInput = setBookingStatusInput.omit({ meetingLink: true });
export type ChangeStatusInput = z.infer<typeof changeStatusInput>;

export const cancelBookingInput = z.object({
  id,
  reason: text('Cancellation reason', LIMITS.reason).optional(),
  /** What the student has been told to owe; a cancellation that costs more is refused. */
  maxRetained: rupees.optional(),
});
export type CancelBookingInput = z.infer<typeof cancelBookingInput>;

export const bookingView = z.object({
  id: z.string(),
  status: z.enum(BOOKING_STATUSES),
  student: person,
  tutor: z.object({ id: z.string(), phone: z.string(), user: person.nullable() }),
  subject: named,
  selectedTopics: z.array(described),
  startTime: z.date(),
  endTime: z.date(),
  /** In hours. */
  duration: z.number(),
  learningMethod: z.enum(LEARNING_METHODS),
  amount: rupees,
  paymentStatus: z.enum(PAYMENT_STATUSES),
  meetingLink: z.string().nullable(),
  contactNumber: z.string(),
  childName: z.string(),
  notes: z.string(),
  address: z.string(),
  cancellationReason: z.string().nullable(),
  cancelledBy: z.enum(BOOKING_ACTORS).nullable(),
  isReviewed: z.boolean(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type BookingView = z.infer<typeof bookingView>;

export const bookingIdInput = z.object({ id });

export const proposalView = z.object({
  id: z.string(),
  by: z.enum(PARTIES),
  startTime: z.date(),
  endTime: z.date(),
  lapsesAt: z.date(),
  createdAt: z.date(),
});
export type ProposalView = z.infer<typeof proposalView>;

/** When the student of a booking has other sessions: nothing else of them. */
export const timesOfStudent = z.array(z.object({ start: z.date(), end: z.date() }));
export type TimesOfStudent = z.infer<typeof timesOfStudent>;

export const proposeTimeInput = z.object({ bookingId: id, startTime: sessionTime });
export type ProposeTimeInput = z.infer<typeof proposeTimeInput>;
export const proposalInput = z.object({ id });
export type ProposalInput = z.infer<typeof proposalInput>;

export const bookingDetails = bookingView.extend({
  confirmedAt: z.date().nullable(),
  completedAt: z.date().nullable(),
  cancelledAt: z.date().nullable(),
  cancellation: z.object({ refund: rupees, retained: rupees, platformFee: rupees, tutorShare: rupees }).nullable(),
  /** The `SEQUENCE` of its calendar entry. */
  sequence: z.number(),
  proposal: proposalView.nullable(),
  moves: z.array(z.object({ at: z.date(), from: z.date(), to: z.date(), proposedBy: z.enum(PARTIES) })),
  problems: z.array(problemView),
  /** Null when one of the parties has deleted the account. */
  threadId: z.string().nullable(),
});
export type BookingDetails = z.infer<typeof bookingDetails>;

export const studentOverview = z.object({
  upcoming: z.number(),
  completed: z.number(),
  favourites: z.number(),
  next: bookingView.nullable(),
  ongoing: bookingView.nullable(),
});
export type StudentOverview = z.infer<typeof studentOverview>;

export const pendingRequestsInput = z.object({ tutorId: z.string() });
/** `own`: upcoming requests and sessions of the student with any tutor, earliest first. */
export const pendingRequestsView = z.object({
  all: z.number(),
  ofTutor: z.number(),
  isEmailConfirmed: z.boolean(),
  own: z.array(z.object({ start: z.date(), end: z.date(), tutorName: z.string(), subject: z.string() })),
});
export type PendingRequestsView = z.infer<typeof pendingRequestsView>;

export const bookingCounts = z.object({
  total: z.number(),
  pending: z.number(),
  upcoming: z.number(),
  ongoing: z.number(),
  ended: z.number(),
  completed: z.number(),
  cancelled: z.number(),
  today: z.number(),
});
export type BookingCounts = z.infer<typeof bookingCounts>;

/** Seven days in the platform's time zone, from this date. */
export const bookingsWeekInput = z.object({ from: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) });
export type BookingsWeekInput = z.infer<typeof bookingsWeekInput>;

/** A month of this century in the platform's time zone, `YYYY-MM`. */
export const bookingsMonthInput = z.object({ month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) });
export type BookingsMonthInput = z.infer<typeof bookingsMonthInput>;

/** Completed bookings; the fee is rounded per booking. */
const earned = { gross: rupees, fee: rupees, net: rupees, sessions: z.number() };
export const earningsView = z.object({
  thisMonth: z.object(earned),
  total: z.object(earned),
  /** Retained from cancelled bookings; part of neither gross nor net. */
  cancellationCharges: rupees,
  /** `YYYY-MM` of the session's start, oldest first, current month last. */
  months: z.array(z.object({ month: z.string(), ...earned })),
});
export type EarningsView = z.infer<typeof earningsView>;

const countedSession = z.object({ id: z.string(), startTime: z.date(), student: z.string(), subject: z.string(), hours: z.number(), price: rupees });
/** By the start of the session, in the platform's zone; oldest first. */
export const earningsMonth = z.object({
  completed: z.array(countedSession.extend({ fee: rupees, net: rupees })),
  /** Cancelled sessions for which the student owes something. */
  cancelled: z.array(countedSession.extend({ owed: rupees, fee: rupees, due: rupees })),
  earned: z.object(earned),
  charges: z.object({ owed: rupees, fee: rupees, due: rupees }),
});
export type EarningsMonth = z.infer<typeof earningsMonth>;
export const earningsFile = z.object({ name: z.string(), text: z.string() });
export type EarningsFile = z.infer<typeof earningsFile>;

/** `next`: what is under way or to come, for students with their requests; `past`: completed, or confirmed and over. */
export const BOOKING_FILTERS = [
  'all',
  'pending',
  'confirmed',
  'completed',
  'cancelled',
  'upcoming',
  'ongoing',
  'ended',
  'today',
  'next',
  'past',
] as const;
export type BookingFilter = (typeof BOOKING_FILTERS)[number];

export const bookingsInput = z
  .object({
    filter: z.enum(BOOKING_FILTERS).default('all'),
    cursor: z.string().max(200).nullish(),
    limit: z.int().min(1).max(SEARCH.mostPerPage).default(20),
  })
  .prefault({});
export type BookingsInput = z.infer<typeof bookingsInput>;
export const bookingsPage = z.object({ bookings: z.array(bookingView), nextCursor: z.string().nullable() });
export type BookingsPage = z.infer<typeof bookingsPage>;

/** REST: all of them, or a numbered page; an unknown status has no bookings. */
export const bookingsQuery = z
  .object({ status: z.string().max(LIMITS.id).optional(), page: z.int().min(1).optional(), limit: z.int().min(1).max(SEARCH.mostPerPage).optional() })
  .prefault({});
export type BookingsQuery = z.infer<typeof bookingsQuery>;
export const bookingsAnswer = z.object({
  bookings: z.array(bookingView),
  pagination: z.object({ page: z.number(), pages: z.number(), total: z.number(), limit: z.number() }).optional(),
});
export type BookingsAnswer = z.infer<typeof bookingsAnswer>;

export const ADMIN_BOOKING_STATUSES = ['all', ...BOOKING_STATUSES] as const;
export type AdminBookingStatus = (typeof ADMIN_BOOKING_STATUSES)[number];
export const ADMIN_BOOKING_SORTS = ['newest', 'oldest', 'amount'] as const;
export type AdminBookingSort = (typeof ADMIN_BOOKING_SORTS)[number];

export const adminBookingsInput = z
  .object({
    status: z.string().max(LIMITS.id).default('all'),
    /** A name or email of student or tutor, the beginning of a subject, an id or its last eight characters. */
    search: searched.default(''),
    sortBy: z.enum(ADMIN_BOOKING_SORTS).default('newest'),
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(ADMIN_TABLES.mostPerPage).default(ADMIN_TABLES.pageSize),
  })
  .prefault({});
export type AdminBookingsInput = z.infer<typeof adminBookingsInput>;
export const adminBookingsPage = z.object({
  bookings: z.array(bookingView),
  totalPages: z.number(),
  page: z.number(),
  total: z.number(),
});
export type AdminBookingsPage = z.infer<typeof adminBookingsPage>;
