import { MAIL_KINDS, type MailKind } from '#shared/vocabulary/notifications.ts';
import type { Role } from '#shared/vocabulary/people.ts';

export type MailName =
  | 'welcome'
  | 'password_reset'
  | 'password_changed'
  | 'sensitive_action'
  | 'email_confirmation'
  | 'email_change'
  | 'email_changed'
  | 'account_closed'
  | 'account_suspended'
  | 'account_reinstated'
  | 'webhook_off'
  | 'new_device'
  | 'second_factor'
  | 'booking'
  | 'review_received'
  | 'profile_submitted'
  | 'profile_reminder'
  | 'verification_decided'
  | 'search_found'
  | 'archive_ready';
export type BookingMailName = 'requested' | 'confirmed' | 'cancelled' | 'moved' | 'reminder' | 'proposed' | 'answer_asked';

type MailOrder = { mail: 'booking'; kind: BookingMailName } | { mail: Exclude<MailName, 'booking'> };

const KINDS: Record<Exclude<MailName, 'booking'>, MailKind | null> = {
  welcome: null,
  password_reset: null,
  password_changed: null,
  sensitive_action: null,
  email_confirmation: null,
  email_change: null,
  email_changed: null,
  account_closed: null,
  account_suspended: null,
  account_reinstated: null,
  webhook_off: null,
  new_device: null,
  second_factor: null,
  review_received: 'reviews',
  profile_submitted: null,
  profile_reminder: 'profile',
  verification_decided: 'profile',
  search_found: 'searches',
  archive_ready: null,
};

export function mailKindOf(order: MailOrder): MailKind | null {
  if (order.mail !== 'booking') return KINDS[order.mail];
  return order.kind === 'reminder' ? 'reminders' : 'bookings';
}

const ROLES_OF_KIND: Record<MailKind, readonly Role[]> = {
  bookings: ['student', 'tutor'],
  reminders: ['student', 'tutor'],
  reviews: ['tutor'],
  profile: ['tutor'],
  searches: ['student'],
};

export function mailKindsFor(role: Role | null): readonly MailKind[] {
  return MAIL_KINDS.filter((kind) => role !== null && ROLES_OF_KIND[kind].includes(role));
}

type MailKindText = {
  label: string;
  mails: string;
  covers: string;
};

export const MAIL_KIND_TEXT: Record<MailKind, MailKindText> = {
  bookings: {
    label: 'Bookings',
    mails: 'mails about bookings',
    covers: 'Requests, confirmations, cancellations and new times.',
  },
  reminders: { label: 'Session reminders', mails: 'session reminders', covers: 'Reminders a day and an hour before a confirmed session.' },
  reviews: { label: 'Reviews', mails: 'mails about reviews', covers: 'New reviews from your students.' },
  profile: {
    label: 'Profile and verification',
    mails: 'mails about your profile',
    covers: 'Results of profile reviews, and reminders of what is missing.',
  },
  searches: { label: 'Saved searches', mails: 'mails about saved searches', covers: 'New tutors who match your saved searches.' },
};
