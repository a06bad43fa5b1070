import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { BOOKING_ACTORS, BOOKING_STATUSES, LEARNING_METHODS, PARTIES, PAYMENT_STATUSES } from '#shared/vocabulary/bookings.ts';
import { ADMIN_TABLES, LIMITS, SEARCH } from '#shared/vocabulary/limits.ts';
import { described, id, named, person, rupees, text } from './common.ts';
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
  /** Ids of anything else than topics of the subject are left out. */
  selectedTopics: z.array(id).default([]),
  notes: text('Notes', LIMITS.notes).default(''),
  address: text('Address', LIMITS.address).default(''),
  /** The same key and request again get the first answer, and book nothing more. */
  idempotencyKey: text('Request key', LIMITS.requestKey).optional(),
});
export type RequestBookingInput = z.infer<typeof requestBookingInput>;

const meetingLink = z
  .string({ error: ERRORS['booking.link'].message })
  .trim()
  .max(LIMITS.meetingLink, tooLong('Meeting link', LIMITS.meetingLink))
  .refine(isMeetingLink, ERRORS['booking.link'].message);

/** Both parties are led there: it names no account, and shows what it is. */
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
  /** For an online session that is confirmed; else one is made. */
  meetingLink: meetingLink.optional(),
});
export type SetBookingStatusInput = z.infer<typeof setBookingStatusInput>;

/** By the role of the caller; a tutor's own call takes a meeting link, too. */
export const changeStatusInput = setBookingStatusInput.omit({ meetingLink: true });
export type ChangeStatusInput = z.infer<typeof changeStatusInput>;

export const cancelBookingInput = z.object({ id, reason: text('Cancellation reason', LIMITS.reason).optional() });
export type CancelBookingInput = z.infer<typeof cancelBookingInput>;

/** People who have left keep a label and lose the rest. */
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
  /** First name of the child for whom a parent or guardian booked; else empty. */
  childName: z.string(),
  notes: z.string(),
  address: z.string(),
  cancellationReason: z.string().nullable(),
  /** Whether the student has reviewed it. */
  isReviewed: z.boolean(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type BookingView = z.infer<typeof bookingView>;

export const bookingIdInput = z.object({ id });

/** Another time that one party has proposed and the other may accept. */
export const proposalView = z.object({
  id: z.string(),
  by: z.enum(PARTIES),
  startTime: z.date(),
  endTime: z.date(),
  /** Until then it can be accepted. */
  lapsesAt: z.date(),
  createdAt: z.date(),
});
export type ProposalView = z.infer<typeof proposalView>;

export const proposeTimeInput = z.object({ bookingId: id, startTime: sessionTime });
export type ProposeTimeInput = z.infer<typeof proposeTimeInput>;
export const proposalInput = z.object({ id });
export type ProposalInput = z.infer<typeof proposalInput>;

/** The booking's own page: what a list does not tell. */
export const bookingDetails = bookingView.extend({
  confirmedAt: z.date().nullable(),
  completedAt: z.date().nullable(),
  cancelledAt: z.date().nullable(),
  cancelledBy: z.enum(BOOKING_ACTORS).nullable(),
  /** Of a cancellation, what it gives back, keeps and passes on; null for any other. */
  cancellation: z.object({ refund: rupees, retained: rupees, platformFee: rupees, tutorShare: rupees }).nullable(),
  /** Of a calendar entry of it. */
  sequence: z.number(),
  /** The one that is open. */
  proposal: proposalView.nullable(),
  /** When it was moved to another time, the oldest first. */
  moves: z.array(z.object({ at: z.date(), from: z.date(), to: z.date(), proposedBy: z.enum(PARTIES) })),
  /** What its parties have reported, the oldest first. */
  problems: z.array(problemView),
  /** The conversation of its parties; null where one of them has left. */
  threadId: z.string().nullable(),
});
export type BookingDetails = z.infer<typeof bookingDetails>;

/** What a student's dashboard shows. */
export const studentOverview = z.object({
  upcoming: z.number(),
  completed: z.number(),
  favourites: z.number(),
  /** The first that is yet to begin, pending or confirmed. */
  next: bookingView.nullable(),
});
export type StudentOverview = z.infer<typeof studentOverview>;

export const pendingRequestsInput = z.object({ tutorId: z.string() });
/** What `requestsLeft` needs: the caller's requests without an answer. */
export const pendingRequestsView = z.object({ all: z.number(), ofTutor: z.number(), isEmailConfirmed: z.boolean() });
export type PendingRequestsView = z.infer<typeof pendingRequestsView>;

/** The tutor's own, counted by the tutor's filters. */
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

/** The seven days of the platform's zone from this date on. */
export const bookingsWeekInput = z.object({ from: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) });
export type BookingsWeekInput = z.infer<typeof bookingsWeekInput>;

/** Of completed bookings; the fee is rounded for each of them. */
const earned = { gross: rupees, fee: rupees, net: rupees, sessions: z.number() };
export const earningsView = z.object({
  thisMonth: z.object(earned),
  total: z.object(earned),
  /** What was retained of cancelled bookings; in neither of the two. */
  cancellationCharges: rupees,
  /** `YYYY-MM`, by the session's start in the platform's zone; the oldest first, this one last. */
  months: z.array(z.object({ month: z.string(), ...earned })),
});
export type EarningsView = z.infer<typeof earningsView>;

/** Which bookings a list shows: a status, or a state in time of the confirmed ones. */
export const BOOKING_FILTERS = ['all', 'pending', 'confirmed', 'completed', 'cancelled', 'upcoming', 'ongoing', 'ended', 'today'] as const;
export type BookingFilter = (typeof BOOKING_FILTERS)[number];

/** On a screen: a page by cursor; what waits for somebody by its start, the rest by its request, the newest first. */
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

/** Over REST: all of them, or a numbered page where one is asked for; an unknown status has none. */
export const bookingsQuery = z
  .object({ status: z.string().max(LIMITS.id).optional(), page: z.int().min(1).optional(), limit: z.int().min(1).max(SEARCH.mostPerPage).optional() })
  .prefault({});
export type BookingsQuery = z.infer<typeof bookingsQuery>;
export const bookingsAnswer = z.object({
  bookings: z.array(bookingView),
  pagination: z.object({ page: z.number(), pages: z.number(), total: z.number(), limit: z.number() }).optional(),
});
export type BookingsAnswer = z.infer<typeof bookingsAnswer>;

/** What admins filter and sort all bookings by: by their making, or the highest amount first. */
export const DESK_STATUSES = ['all', ...BOOKING_STATUSES] as const;
export type DeskStatus = (typeof DESK_STATUSES)[number];
export const DESK_SORTS = ['newest', 'oldest', 'amount'] as const;
export type DeskSort = (typeof DESK_SORTS)[number];

export const deskBookingsInput = z
  .object({
    /** One that is none has no bookings. */
    status: z.string().max(LIMITS.id).default('all'),
    sortBy: z.enum(DESK_SORTS).default('newest'),
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(ADMIN_TABLES.mostPerPage).default(ADMIN_TABLES.pageSize),
  })
  .prefault({});
export type DeskBookingsInput = z.infer<typeof deskBookingsInput>;
export const deskBookingsPage = z.object({
  bookings: z.array(bookingView),
  /** At least 1. */
  totalPages: z.number(),
  page: z.number(),
  /** Of this status, on all pages. */
  total: z.number(),
});
export type DeskBookingsPage = z.infer<typeof deskBookingsPage>;
