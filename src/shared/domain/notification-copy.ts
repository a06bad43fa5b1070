import type { BookingUpdate } from '#shared/vocabulary/bookings.ts';
import {
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_TYPES,
  type NotificationCategory,
  type NotificationKind,
  type NotificationType,
  REPORT_STATES,
  type ReportState,
} from '#shared/vocabulary/content.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { bookingUpdateCopy, type NotificationText } from './live-update-copy.ts';
import { formatInstant } from './zone.ts';

export type NotificationAction = { label: string; url: string };
export type NotificationCopy = NotificationText & { type: NotificationType; category: NotificationCategory; action: NotificationAction | null };

export type ReviewedPart = 'education' | 'experience' | 'documents';

export type ParamsOfKind = {
  'account.welcome': { role: Role; appName: string };
  'account.password_changed': Record<string, never>;
  'account.suspended': { reason: string };
  'account.reinstated': Record<string, never>;
  'booking.created': { bookingId: string; subject: string };
  'booking.confirmed': { bookingId: string; subject: string };
  'booking.cancelled': { bookingId: string; subject: string };
  'booking.completed': { bookingId: string; subject: string; role: Role };
  'booking.moved': { bookingId: string; subject: string };
  'booking.reminder': { bookingId: string; subject: string; start: string; zone: string };
  'booking.answer_asked': { bookingId: string; subject: string };
  'proposal.made': { bookingId: string; subject: string; from: string; to: string; zone: string };
  'proposal.declined': { bookingId: string; subject: string; to: string; zone: string };
  'proposal.lapsed': { bookingId: string; subject: string; to: string; zone: string };
  'problem.reported': { bookingId: string; subject: string };
  'problem.to_review': { bookingId: string; subject: string };
  'problem.decided': { bookingId: string; subject: string; state: ReportState };
  'review.received': { rating: number; excerpt: string };
  'review.replied': { bookingId: string; tutor: string };
  'message.received': { sender: string; threadId: string };
  'profile.submitted': Record<string, never>;
  'profile.to_review': { tutor: string };
  'profile.verified': Record<string, never>;
  'profile.rejected': { reason: string };
  'profile.unverified': Record<string, never>;
  'profile.changed': { tutor: string; changed: readonly ReviewedPart[] };
  'profile.reminded': { missing: readonly string[] };
  'webhook.switched_off': { url: string };
  'search.found': { search: string; url: string };
  'archive.ready': Record<string, never>;
  custom: NotificationCopy;
};

export type StoredParams = Readonly<Record<string, unknown>>;

const COPY: Record<NotificationKind, (params: StoredParams) => NotificationCopy> = {
  'account.welcome': (params) => (params.role === 'tutor' ? tutorWelcome(text(params.appName)) : studentWelcome(text(params.appName))),
  'account.password_changed': () => ({
    type: 'warning',
    category: 'system',
    title: 'Password Changed',
    message: 'Your password was changed and all other sessions were ended. If this was not you, reset it now.',
    action: null,
  }),
  'account.suspended': ({ reason }) => ({
    type: 'error',
    category: 'system',
    title: 'Account Suspended',
    message: `Your account was suspended: ${text(reason)}`,
    action: null,
  }),
  'account.reinstated': () => ({
    type: 'success',
    category: 'system',
    title: 'Account Reinstated',
    message: 'Your account is active again. Bookings that were cancelled stay cancelled.',
    action: null,
  }),
  'booking.created': (params) => bookingCopy('info', 'created', params),
  'booking.confirmed': (params) => bookingCopy('success', 'confirmed', params),
  'booking.cancelled': (params) => bookingCopy('warning', 'cancelled', params),
  'booking.completed': (params) => bookingCopy('info', 'updated', params, params.role === 'student' ? 'Leave a Review' : 'View Booking'),
  'booking.moved': (params) => bookingCopy('info', 'updated', params),
  'booking.reminder': (params) => ({
    type: 'info',
    category: 'booking',
    title: 'Session Reminder',
    message: `Your session for ${text(params.subject)} begins on ${timeOf(params.start, params)}.`,
    action: viewBooking(params),
  }),
  'booking.answer_asked': (params) => ({
    type: 'info',
    category: 'booking',
    title: 'Booking Waits for Your Answer',
    message: `A booking request for ${text(params.subject)} waits for your answer. Please confirm or cancel it.`,
    action: viewBooking(params),
  }),
  'proposal.made': (params) => ({
    type: 'info',
    category: 'booking',
    title: 'New Time Proposed',
    message: `Another time was proposed for your session for ${text(params.subject)}: ${timeOf(params.to, params)} instead of ${timeOf(params.from, params)}.`,
    action: viewBooking(params),
  }),
  'proposal.declined': (params) => ({
    type: 'info',
    category: 'booking',
    title: 'New Time Declined',
    message: `The time that you proposed for ${text(params.subject)}, ${timeOf(params.to, params)}, was declined. The session stays as it was.`,
    action: viewBooking(params),
  }),
  'proposal.lapsed': (params) => ({
    type: 'info',
    category: 'booking',
    title: 'Proposal Lapsed',
    message: `Nobody accepted the proposed time for ${text(params.subject)}, ${timeOf(params.to, params)}. The session stays as it was.`,
    action: viewBooking(params),
  }),
  'problem.reported': (params) => ({
    type: 'warning',
    category: 'booking',
    title: 'Session Problem',
    message: `A problem was reported on your session for ${text(params.subject)}.`,
    action: { label: 'View', url: `/bookings/${text(params.bookingId)}` },
  }),
  'problem.to_review': ({ subject }) => ({
    type: 'warning',
    category: 'system',
    title: 'Session Problem',
    message: `A problem was reported on a session for ${text(subject)}.`,
    action: { label: 'View', url: '/admin/reports' },
  }),
  'problem.decided': (params) => ({
    type: 'info',
    category: 'booking',
    title: 'Session Problem',
    message: decisionOf(params.state)(text(params.subject)),
    action: { label: 'View', url: `/bookings/${text(params.bookingId)}` },
  }),
  'review.received': ({ rating, excerpt }) => ({
    type: 'info',
    category: 'review',
    title: 'New Review',
    message: `${starsOf(rating)} ${text(excerpt)}`,
    action: { label: 'View Dashboard', url: '/tutor/dashboard' },
  }),
  'review.replied': (params) => ({
    type: 'info',
    category: 'review',
    title: 'New Reply to Your Review',
    message: `${text(params.tutor)} has replied to your review.`,
    action: viewBooking(params),
  }),
  'message.received': ({ sender }) => ({
    type: 'info',
    category: 'general',
    title: 'New Message',
    message: `${text(sender)} has sent you a message.`,
    action: { label: 'View Messages', url: '/messages' },
  }),
  'profile.submitted': () => ({
    type: 'info',
    category: 'verification',
    title: 'Profile Under Review',
    message: 'Your profile is complete and waits for an admin to review it.',
    action: { label: 'View Profile', url: '/tutor/profile' },
  }),
  'profile.to_review': ({ tutor }) => ({
    type: 'info',
    category: 'verification',
    title: 'Tutor Profile Submitted',
    message: `${text(tutor)} has submitted a profile for review.`,
    action: { label: 'Review', url: '/admin/tutors' },
  }),
  'profile.verified': () => ({
    type: 'success',
    category: 'verification',
    title: 'Profile Verified',
    message: 'Your profile is verified. Students now see the Verified badge on it.',
    action: { label: 'View Profile', url: '/tutor/profile' },
  }),
  'profile.rejected': ({ reason }) => ({
    type: 'error',
    category: 'verification',
    title: 'Profile Rejected',
    message: `Your profile was not approved: ${text(reason)}`,
    action: { label: 'Update Profile', url: '/tutor/profile' },
  }),
  'profile.unverified': () => ({
    type: 'warning',
    category: 'verification',
    title: 'Verification Removed',
    message: 'Your profile is no longer verified and waits for an admin to review it again.',
    action: { label: 'View Profile', url: '/tutor/profile' },
  }),
  'profile.changed': ({ tutor, changed }) => ({
    type: 'info',
    category: 'verification',
    title: 'Verified Profile Changed',
    message: changeMessage(text(tutor), changed),
    action: { label: 'Review', url: '/admin/tutors' },
  }),
  'profile.reminded': ({ missing }) => ({
    type: 'warning',
    category: 'verification',
    title: 'Complete Your Profile',
    message: `Your profile is not complete yet. What is missing: ${Array.isArray(missing) ? missing.map(text).join(', ') : ''}.`,
    action: { label: 'Complete Profile', url: '/tutor/profile' },
  }),
  'webhook.switched_off': (params) => ({
    type: 'warning',
    category: 'system',
    title: 'Webhook Switched Off',
    message: `${text(params.url)} has not accepted messages for 3 days, so we switched it off. Switch it back on when it works again.`,
    action: { label: 'View Webhooks', url: '/account#webhooks' },
  }),
  'search.found': ({ search, url }) => ({
    type: 'success',
    category: 'general',
    title: 'Tutor Found',
    message: `A tutor now matches your saved search: ${text(search)}`,
    action: { label: 'See Tutors', url: text(url) },
  }),
  'archive.ready': () => ({
    type: 'success',
    category: 'system',
    title: 'Your Data Is Ready',
    message: 'The copy of your data is ready. You can download it for one day.',
    action: { label: 'Go to Download', url: '/account#your-data' },
  }),
  custom: ({ type, category, title, message, action }) => ({
    type: NOTIFICATION_TYPES.find((copy) => copy === type) ?? 'info',
    category: NOTIFICATION_CATEGORIES.find((copy) => copy === category) ?? 'general',
    title: text(title),
    message: text(message),
    action: isAction(action) ? { label: action.label, url: action.url } : null,
  }),
};

const PROBLEM_DECISIONS: Record<ReportState, (subject: string) => string> = {
  open: (subject) => `The problem on your session for ${subject} is open again.`,
  in_review: (subject) => `We are looking into the problem on your session for ${subject}.`,
  resolved: (subject) => `The problem on your session for ${subject} was resolved.`,
  dismissed: (subject) => `The report of a problem on your session for ${subject} was closed without further steps.`,
};

const decisionOf = (state: unknown) => PROBLEM_DECISIONS[REPORT_STATES.find((copy) => copy === state) ?? 'open'];

export function notificationCopy(kind: NotificationKind, params: StoredParams): NotificationCopy {
  return COPY[kind](params);
}

function tutorWelcome(appName: string): NotificationCopy {
  return {
    type: 'success',
    category: 'system',
    title: `Welcome to ${appName}!`,
    message: 'Complete your profile to let students find and book you.',
    action: { label: 'Complete Profile', url: '/tutor/profile' },
  };
}

function studentWelcome(appName: string): NotificationCopy {
  return {
    type: 'success',
    category: 'system',
    title: `Welcome to ${appName}!`,
    message: 'Browse tutors and book your first session.',
    action: { label: 'Find Tutors', url: '/tutors' },
  };
}

function bookingCopy(type: NotificationType, update: BookingUpdate, params: StoredParams, label = 'View Booking'): NotificationCopy {
  const copy = bookingUpdateCopy(update, text(params.subject));
  return { type, category: 'booking', ...copy, action: { label, url: `/bookings/${text(params.bookingId)}` } };
}

function viewBooking({ bookingId }: StoredParams): NotificationAction {
  return { label: 'View Booking', url: `/bookings/${text(bookingId)}` };
}

function starsOf(rating: unknown): string {
  const stars = typeof rating === 'number' ? Math.min(5, Math.max(1, Math.round(rating))) : 1;
  return '★'.repeat(stars) + '☆'.repeat(5 - stars);
}

function changeMessage(tutor: string, changed: unknown): string {
  const parts = ['education', 'experience', 'documents'].filter((part) => Array.isArray(changed) && changed.includes(part));
  switch (parts.join(' ')) {
    case 'education':
      return `${tutor} has changed the education on a verified profile.`;
    case 'experience':
      return `${tutor} has changed the experience on a verified profile.`;
    case 'documents':
      return `${tutor} has changed the documents on a verified profile.`;
    case 'education experience':
      return `${tutor} has changed the education and experience on a verified profile.`;
    case 'education documents':
      return `${tutor} has changed the education and documents on a verified profile.`;
    case 'experience documents':
      return `${tutor} has changed the experience and documents on a verified profile.`;
    case 'education experience documents':
      return `${tutor} has changed the education, experience and documents on a verified profile.`;
    default:
      return `${tutor} has changed a verified profile.`;
  }
}

function isAction(action: unknown): action is NotificationAction {
  if (typeof action !== 'object' || action === null) return false;
  return 'label' in action && typeof action.label === 'string' && 'url' in action && typeof action.url === 'string';
}

function timeOf(instant: unknown, { zone }: StoredParams): string {
  const at = new Date(text(instant));
  return Number.isNaN(at.getTime()) ? '' : formatInstant(at, text(zone));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
