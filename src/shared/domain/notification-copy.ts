import type { BookingUpdate } from '#shared/vocabulary/bookings.ts';
import { REPORT_STATES, type ReportState } from '#shared/vocabulary/content.ts';
import {
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_TYPES,
  type NotificationCategory,
  type NotificationKind,
  type NotificationType,
} from '#shared/vocabulary/notifications.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { bookingUpdateCopy, type NotificationText } from './live-update-copy.ts';
import { ENGLISH, type Texts } from './texts.ts';
import { formatInstant } from './zone.ts';

export type { NotificationText } from './live-update-copy.ts';

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

const COPY: Record<NotificationKind, (params: StoredParams, t: Texts) => NotificationCopy> = {
  'account.welcome': (params, t) => (params.role === 'tutor' ? tutorWelcome(text(params.appName), t) : studentWelcome(text(params.appName), t)),
  'account.password_changed': (_, t) => ({
    type: 'warning',
    category: 'system',
    title: t`Password Changed`,
    message: t`Your password was changed and all other sessions were ended. If this was not you, reset it now.`,
    action: null,
  }),
  'account.suspended': ({ reason }, t) => ({
    type: 'error',
    category: 'system',
    title: t`Account Suspended`,
    message: t`Your account was suspended: ${text(reason)}`,
    action: null,
  }),
  'account.reinstated': (_, t) => ({
    type: 'success',
    category: 'system',
    title: t`Account Reinstated`,
    message: t`Your account is active again. Bookings that were cancelled stay cancelled.`,
    action: null,
  }),
  'booking.created': (params, t) => bookingCopy({ type: 'info', update: 'created', params, label: t`View Booking` }, t),
  'booking.confirmed': (params, t) => bookingCopy({ type: 'success', update: 'confirmed', params, label: t`View Booking` }, t),
  'booking.cancelled': (params, t) => bookingCopy({ type: 'warning', update: 'cancelled', params, label: t`View Booking` }, t),
  'booking.completed': (params, t) =>
    bookingCopy({ type: 'info', update: 'updated', params, label: params.role === 'student' ? t`Leave a Review` : t`View Booking` }, t),
  'booking.moved': (params, t) => bookingCopy({ type: 'info', update: 'updated', params, label: t`View Booking` }, t),
  'booking.reminder': (params, t) => ({
    type: 'info',
    category: 'booking',
    title: t`Session Reminder`,
    message: t`Your session for ${t.nameOf(text(params.subject))} begins on ${timeOf(params.start, params, t)}.`,
    action: viewBooking(params, t),
  }),
  'booking.answer_asked': (params, t) => ({
    type: 'info',
    category: 'booking',
    title: t`Booking Waits for Your Answer`,
    message: t`A booking request for ${t.nameOf(text(params.subject))} waits for your answer. Please confirm or cancel it.`,
    action: viewBooking(params, t),
  }),
  'proposal.made': (params, t) => ({
    type: 'info',
    category: 'booking',
    title: t`New Time Proposed`,
    message: t`Another time was proposed for your session for ${t.nameOf(text(params.subject))}: ${timeOf(params.to, params, t)} instead of ${timeOf(params.from, params, t)}.`,
    action: viewBooking(params, t),
  }),
  'proposal.declined': (params, t) => ({
    type: 'info',
    category: 'booking',
    title: t`New Time Declined`,
    message: t`The time that you proposed for ${t.nameOf(text(params.subject))}, ${timeOf(params.to, params, t)}, was declined. The session stays as it was.`,
    action: viewBooking(params, t),
  }),
  'proposal.lapsed': (params, t) => ({
    type: 'info',
    category: 'booking',
    title: t`Proposal Lapsed`,
    message: t`Nobody accepted the proposed time for ${t.nameOf(text(params.subject))}, ${timeOf(params.to, params, t)}. The session stays as it was.`,
    action: viewBooking(params, t),
  }),
  'problem.reported': (params, t) => ({
    type: 'warning',
    category: 'booking',
    title: t`Session Problem`,
    message: t`A problem was reported on your session for ${t.nameOf(text(params.subject))}.`,
    action: { label: t`View`, url: `/bookings/${text(params.bookingId)}` },
  }),
  'problem.to_review': ({ subject }, t) => ({
    type: 'warning',
    category: 'system',
    title: t`Session Problem`,
    message: t`A problem was reported on a session for ${t.nameOf(text(subject))}.`,
    action: { label: t`View`, url: '/admin/reports' },
  }),
  'problem.decided': (params, t) => ({
    type: 'info',
    category: 'booking',
    title: t`Session Problem`,
    message: describeDecision(params, t),
    action: { label: t`View`, url: `/bookings/${text(params.bookingId)}` },
  }),
  'review.received': ({ rating, excerpt }, t) => ({
    type: 'info',
    category: 'review',
    title: t`New Review`,
    message: `${starsOf(rating)} ${text(excerpt)}`,
    action: { label: t`View Dashboard`, url: '/tutor/dashboard' },
  }),
  'review.replied': (params, t) => ({
    type: 'info',
    category: 'review',
    title: t`New Reply to Your Review`,
    message: t`${text(params.tutor)} has replied to your review.`,
    action: viewBooking(params, t),
  }),
  'message.received': ({ sender }, t) => ({
    type: 'info',
    category: 'general',
    title: t`New Message`,
    message: t`${text(sender)} has sent you a message.`,
    action: { label: t`View Messages`, url: '/messages' },
  }),
  'profile.submitted': (_, t) => ({
    type: 'info',
    category: 'verification',
    title: t`Profile Under Review`,
    message: t`Your profile is complete and waits for an admin to review it.`,
    action: { label: t`View Profile`, url: '/tutor/profile' },
  }),
  'profile.to_review': ({ tutor }, t) => ({
    type: 'info',
    category: 'verification',
    title: t`Tutor Profile Submitted`,
    message: t`${text(tutor)} has submitted a profile for review.`,
    action: { label: t`Review`, url: '/admin/tutors' },
  }),
  'profile.verified': (_, t) => ({
    type: 'success',
    category: 'verification',
    title: t`Profile Verified`,
    message: t`Your profile is verified. Students now see the Verified badge on it.`,
    action: { label: t`View Profile`, url: '/tutor/profile' },
  }),
  'profile.rejected': ({ reason }, t) => ({
    type: 'error',
    category: 'verification',
    title: t`Profile Rejected`,
    message: t`Your profile was not approved: ${text(reason)}`,
    action: { label: t`Update Profile`, url: '/tutor/profile' },
  }),
  'profile.unverified': (_, t) => ({
    type: 'warning',
    category: 'verification',
    title: t`Verification Removed`,
    message: t`Your profile is no longer verified and waits for an admin to review it again.`,
    action: { label: t`View Profile`, url: '/tutor/profile' },
  }),
  'profile.changed': ({ tutor, changed }, t) => ({
    type: 'info',
    category: 'verification',
    title: t`Verified Profile Changed`,
    message: changeMessage(text(tutor), changed, t),
    action: { label: t`Review`, url: '/admin/tutors' },
  }),
  'profile.reminded': ({ missing }, t) => ({
    type: 'warning',
    category: 'verification',
    title: t`Complete Your Profile`,
    message: t`Your profile is not complete yet. What is missing: ${Array.isArray(missing) ? missing.map((one) => t.of(text(one))).join(', ') : ''}.`,
    action: { label: t`Complete Profile`, url: '/tutor/profile' },
  }),
  'webhook.switched_off': (params, t) => ({
    type: 'warning',
    category: 'system',
    title: t`Webhook Switched Off`,
    message: t`${text(params.url)} has not accepted messages for 3 days, so we switched it off. Switch it back on when it works again.`,
    action: { label: t`View Webhooks`, url: '/account#webhooks' },
  }),
  'search.found': ({ search, url }, t) => ({
    type: 'success',
    category: 'general',
    title: t`Tutor Found`,
    message: t`A tutor now matches your saved search: ${describeFound(search, t)}`,
    action: { label: t`See Tutors`, url: text(url) },
  }),
  'archive.ready': (_, t) => ({
    type: 'success',
    category: 'system',
    title: t`Your Data Is Ready`,
    message: t`The copy of your data is ready. You can download it for one day.`,
    action: { label: t`Go to Download`, url: '/account#your-data' },
  }),
  custom: ({ type, category, title, message, action }) => ({
    type: NOTIFICATION_TYPES.find((copy) => copy === type) ?? 'info',
    category: NOTIFICATION_CATEGORIES.find((copy) => copy === category) ?? 'general',
    title: text(title),
    message: text(message),
    action: isAction(action) ? { label: action.label, url: action.url } : null,
  }),
};

function describeDecision({ state, subject }: StoredParams, t: Texts): string {
  switch (REPORT_STATES.find((copy) => copy === state) ?? 'open') {
    case 'open':
      return t`The problem on your session for ${t.nameOf(text(subject))} is open again.`;
    case 'in_review':
      return t`We are looking into the problem on your session for ${t.nameOf(text(subject))}.`;
    case 'resolved':
      return t`The problem on your session for ${t.nameOf(text(subject))} was resolved.`;
    case 'dismissed':
      return t`The report of a problem on your session for ${t.nameOf(text(subject))} was closed without further steps.`;
  }
}

/** Written each time a notification is read, in the language of the reader. */
export function notificationCopy(kind: NotificationKind, params: StoredParams, t: Texts = ENGLISH): NotificationCopy {
  return COPY[kind](params, t);
}

function tutorWelcome(appName: string, t: Texts): NotificationCopy {
  return {
    type: 'success',
    category: 'system',
    title: t`Welcome to ${appName}!`,
    message: t`Complete your profile to let students find and book you.`,
    action: { label: t`Complete Profile`, url: '/tutor/profile' },
  };
}

function studentWelcome(appName: string, t: Texts): NotificationCopy {
  return {
    type: 'success',
    category: 'system',
    title: t`Welcome to ${appName}!`,
    message: t`Browse tutors and book your first session.`,
    action: { label: t`Find Tutors`, url: '/tutors' },
  };
}

type BookingNews = { type: NotificationType; update: BookingUpdate; params: StoredParams; label: string };

function bookingCopy({ type, update, params, label }: BookingNews, t: Texts): NotificationCopy {
  const copy = bookingUpdateCopy(update, text(params.subject), t);
  return { type, category: 'booking', ...copy, action: { label, url: `/bookings/${text(params.bookingId)}` } };
}

function viewBooking({ bookingId }: StoredParams, t: Texts): NotificationAction {
  return { label: t`View Booking`, url: `/bookings/${text(bookingId)}` };
}

function starsOf(rating: unknown): string {
  const stars = typeof rating === 'number' ? Math.min(5, Math.max(1, Math.round(rating))) : 1;
  return '★'.repeat(stars) + '☆'.repeat(5 - stars);
}

function changeMessage(tutor: string, changed: unknown, t: Texts): string {
  const parts = ['education', 'experience', 'documents'].filter((part) => Array.isArray(changed) && changed.includes(part));
  switch (parts.join(' ')) {
    case 'education':
      return t`${tutor} has changed the education on a verified profile.`;
    case 'experience':
      return t`${tutor} has changed the experience on a verified profile.`;
    case 'documents':
      return t`${tutor} has changed the documents on a verified profile.`;
    case 'education experience':
      return t`${tutor} has changed the education and experience on a verified profile.`;
    case 'education documents':
      return t`${tutor} has changed the education and documents on a verified profile.`;
    case 'experience documents':
      return t`${tutor} has changed the experience and documents on a verified profile.`;
    case 'education experience documents':
      return t`${tutor} has changed the education, experience and documents on a verified profile.`;
    default:
      return t`${tutor} has changed a verified profile.`;
  }
}

/** The search is stored in English; its parts are translated one by one. */
const describeFound = (search: unknown, t: Texts): string =>
  text(search)
    .split(' · ')
    .map((part) => t.recognise(part))
    .join(' · ');

function isAction(action: unknown): action is NotificationAction {
  if (typeof action !== 'object' || action === null) return false;
  return 'label' in action && typeof action.label === 'string' && 'url' in action && typeof action.url === 'string';
}

function timeOf(instant: unknown, { zone }: StoredParams, t: Texts): string {
  const at = new Date(text(instant));
  return Number.isNaN(at.getTime()) ? '' : formatInstant(at, text(zone), t.locale);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
