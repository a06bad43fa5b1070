export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const BLOG_STATUSES = ['published', 'draft'] as const;
export type BlogStatus = (typeof BLOG_STATUSES)[number];

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

export const UPLOAD_PURPOSES = ['photo', 'document'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

export const DOCUMENT_TYPES = ['qualification', 'identity', 'other'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const PROBLEM_KINDS = ['not_held', 'quality', 'behaviour', 'other'] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export const REPORT_TARGETS = ['message', 'review', 'profile'] as const;
export type ReportTarget = (typeof REPORT_TARGETS)[number];
export const REPORT_REASONS = ['spam', 'offensive', 'false', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_STATES = ['open', 'in_review', 'resolved', 'dismissed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];
export const UNDECIDED_REPORT_STATES = ['open', 'in_review'] as const satisfies readonly ReportState[];

export const REPORT_KINDS = ['session', ...REPORT_TARGETS] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const ANNOUNCEMENT_TYPES = ['broadcast', 'system_message'] as const;
export type AnnouncementType = (typeof ANNOUNCEMENT_TYPES)[number];

export const AUDIT_ACTIONS = [
  'tutor.verified',
  'tutor.rejected',
  'tutor.unverified',
  'tutor.reviewed',
  'tutor.reminded',
  'tutor.deleted',
  'student.deleted',
  'account.suspended',
  'account.reinstated',
  'category.created',
  'category.updated',
  'category.activated',
  'category.deactivated',
  'category.deleted',
  'categories.reordered',
  'subject.created',
  'subject.updated',
  'subject.activated',
  'subject.deactivated',
  'subject.deleted',
  'topic.created',
  'topic.updated',
  'topic.activated',
  'topic.deactivated',
  'topic.deleted',
  'report.changed',
  'review.hidden',
  'review.shown',
  'upload.removed',
  'announcement.sent',
  'announcement.withdrawn',
  'booking.notified',
  'notification.created',
  'notifications.removed',
  'table.exported',
  'job.retried',
  'job.discarded',
  'admin.created',
  'admin.removed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const CATEGORY_COLOR = '#6366f1';
export const COLOR_FORMAT = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
/** With a letter that can be seen. */
export const ALIAS_FORMAT = /(?!\p{Default_Ignorable_Code_Point})\p{L}/u;

export const TUTOR_FILTERS = ['all', 'verified', 'unverified', 'pending', 'changed'] as const;
export type TutorFilter = (typeof TUTOR_FILTERS)[number];
export const TUTOR_ORDERS = ['newest', 'oldest', 'name', 'rating'] as const;
export type TutorOrder = (typeof TUTOR_ORDERS)[number];
export const STUDENT_ORDERS = ['newest', 'oldest', 'name'] as const;
export type StudentOrder = (typeof STUDENT_ORDERS)[number];
