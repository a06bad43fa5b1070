import type { TranslatedLocale } from './locales.ts';

export const NOTIFICATION_TYPES = ['success', 'warning', 'error', 'info'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const NOTIFICATION_CATEGORIES = ['system', 'booking', 'verification', 'payment', 'review', 'general'] as const;
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number];

export const NOTIFICATION_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
export type NotificationPriority = (typeof NOTIFICATION_PRIORITIES)[number];

export const NOTIFICATION_KINDS = [
  'account.welcome',
  'account.password_changed',
  'account.suspended',
  'account.reinstated',
  'booking.created',
  'booking.confirmed',
  'booking.cancelled',
  'booking.completed',
  'booking.moved',
  'booking.reminder',
  'booking.answer_asked',
  'proposal.made',
  'proposal.declined',
  'proposal.lapsed',
  'problem.reported',
  'problem.to_review',
  'problem.decided',
  'review.received',
  'review.replied',
  'message.received',
  'profile.submitted',
  'profile.to_review',
  'profile.verified',
  'profile.rejected',
  'profile.unverified',
  'profile.changed',
  'profile.reminded',
  'webhook.switched_off',
  'search.found',
  'archive.ready',
  'custom',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const MAIL_KINDS = ['bookings', 'reminders', 'reviews', 'profile', 'searches'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** An announcement in another language than English; an empty label stands for that of the English text. */
export type AnnouncementText = { title: string; message: string; actionLabel: string };
export type AnnouncementTexts = { [L in TranslatedLocale]?: AnnouncementText | undefined };
