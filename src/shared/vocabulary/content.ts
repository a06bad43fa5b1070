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

export const CATEGORY_ICON = 'BookOpen';
export const CATEGORY_COLOR = '#6366f1';
/** The name a filter uses for subjects without a category; never an id. */
export const UNCATEGORIZED = 'uncategorized';

export const SEARCH_SORTS = ['rating', 'price', 'experience', 'name', 'createdAt'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];
export const SORT_DIRECTIONS = ['asc', 'desc'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];
