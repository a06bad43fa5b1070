export const BLOG_STATUSES = ['published', 'draft'] as const;
export type BlogStatus = (typeof BLOG_STATUSES)[number];

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

export const CATEGORY_COLOR = '#6366f1';
export const COLOR_FORMAT = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export const TUTOR_FILTERS = ['all', 'verified', 'unverified', 'pending', 'changed'] as const;
export type TutorFilter = (typeof TUTOR_FILTERS)[number];
export const TUTOR_ORDERS = ['newest', 'oldest', 'name', 'rating'] as const;
export type TutorOrder = (typeof TUTOR_ORDERS)[number];
export const STUDENT_ORDERS = ['newest', 'oldest', 'name'] as const;
export type StudentOrder = (typeof STUDENT_ORDERS)[number];
