/** In the order of a week as people here write it. */
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

/** What a stored notification tells; `notification-copy.ts` makes the English sentences of it. */
export const NOTIFICATION_KINDS = [
  'account.welcome',
  'account.password_changed',
  'booking.created',
  'booking.confirmed',
  'booking.cancelled',
  'booking.completed',
  'booking.moved',
  'booking.reminder',
  'proposal.made',
  'proposal.declined',
  'proposal.lapsed',
  'problem.reported',
  'problem.to_review',
  'review.received',
  'review.replied',
  'message.received',
  'profile.submitted',
  'profile.to_review',
  'profile.verified',
  'profile.rejected',
  'profile.unverified',
  'profile.changed',
  'custom',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What an uploaded file is for. */
export const UPLOAD_PURPOSES = ['photo', 'document'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

export const DOCUMENT_TYPES = ['qualification', 'identity', 'other'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** What went wrong with a session. */
export const PROBLEM_KINDS = ['not_held', 'quality', 'behaviour', 'other'] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** What else can be reported, and why. */
export const REPORTED_THINGS = ['message', 'review', 'profile'] as const;
export type ReportedThing = (typeof REPORTED_THINGS)[number];
export const REPORT_REASONS = ['spam', 'offensive', 'false', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** How far admins have come with a report. */
export const REPORT_STATES = ['open', 'in_review', 'resolved', 'dismissed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];
/** Admins are not done with it. */
export const UNDECIDED_REPORT_STATES = ['open', 'in_review'] as const satisfies readonly ReportState[];

export const CATEGORY_ICON = 'BookOpen';
export const CATEGORY_COLOR = '#6366f1';
/** The name a filter uses for subjects without a category; never an id. */
export const UNCATEGORIZED = 'uncategorized';

export const SEARCH_SORTS = ['rating', 'price', 'experience', 'name', 'createdAt'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];
export const SORT_DIRECTIONS = ['asc', 'desc'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];
