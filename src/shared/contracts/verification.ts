import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { tooLong } from '#shared/messages.ts';
import { TUTOR_FILTERS, TUTOR_ORDERS } from '#shared/vocabulary/content.ts';
import { ADMIN_TABLES, LIMITS } from '#shared/vocabulary/limits.ts';
import { ACCOUNT_STATUSES, VERIFICATION_STATUSES } from '#shared/vocabulary/people.ts';
import { hasVisibleText, id, person, searched, toWellFormed } from './common.ts';
import { tutorProfileView } from './tutors.ts';

const check = z.boolean().default(false);
const checks = z.object({ documents: check, education: check, experience: check, background: check, interview: check });
/** What the admin saw; what has changed since must be reviewed again. Without it the current profile is decided on. */
const version = { revision: z.int().optional(), verificationStatus: z.enum(VERIFICATION_STATUSES).optional() };

/** Without checks all count as ticked. */
export const approveInput = z.object({ id, verificationChecks: checks.optional(), ...version });
export type ApproveInput = z.infer<typeof approveInput>;

export const reviewInput = z.object({ id, verificationChecks: checks, ...version });
export type ReviewInput = z.infer<typeof reviewInput>;

export const rejectInput = z.object({
  id,
  reason: z
    .string({ error: ERRORS['verification.reason'].message })
    .overwrite(toWellFormed)
    .trim()
    .refine(hasVisibleText, { error: ERRORS['verification.reason'].message, abort: true })
    .max(LIMITS.reason, tooLong('Reason', LIMITS.reason)),
  ...version,
});
export type RejectInput = z.infer<typeof rejectInput>;

/** `isVerified` as the admin saw it; otherwise nothing changes. */
export const toggleVerificationInput = z.object({ id, isVerified: z.boolean().optional() });
export type ToggleVerificationInput = z.infer<typeof toggleVerificationInput>;

export const tutorInput = z.object({ id });
export type TutorInput = z.infer<typeof tutorInput>;

export const tutorTableInput = z.object({
  search: searched.default(''),
  filter: z.enum(TUTOR_FILTERS).default('all'),
  sortBy: z.enum(TUTOR_ORDERS).default('newest'),
  minRating: z.number().min(0).max(5).optional(),
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(ADMIN_TABLES.mostPerPage).default(ADMIN_TABLES.pageSize),
});
export type TutorTableInput = z.infer<typeof tutorTableInput>;

export const tutorRow = z.object({
  id: z.string(),
  user: person,
  phone: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
  subjects: z.array(z.string()),
  isVerified: z.boolean(),
  verificationStatus: z.enum(VERIFICATION_STATUSES),
  revision: z.number(),
  changedAt: z.date().nullable(),
  /** Percent of the nine items of the admin's checklist. */
  completeness: z.number(),
  /** By the ten items that decide submission. */
  isComplete: z.boolean(),
  rating: z.number(),
  totalReviews: z.number(),
  createdAt: z.date(),
});
export type TutorRow = z.infer<typeof tutorRow>;

export const tutorTable = z.object({
  tutors: z.array(tutorRow),
  page: z.number(),
  totalPages: z.number(),
  total: z.number(),
  counts: z.record(z.enum(TUTOR_FILTERS), z.number()),
});
export type TutorTable = z.infer<typeof tutorTable>;

export const approvalView = z.object({
  education: tutorProfileView.shape.education,
  experience: tutorProfileView.shape.experience,
  documents: z.array(z.object({ id: z.string(), type: z.string(), uploadedAt: z.date() })),
  approvedBy: z.string(),
  approvedAt: z.date(),
});
export type ApprovalView = z.infer<typeof approvalView>;

export const verificationView = z.object({
  changedAt: z.date().nullable(),
  remindedAt: z.date().nullable(),
  approval: approvalView.nullable(),
  /** Why a profile that waits again was rejected the last time; else empty. */
  lastRejection: z.string(),
});
export type VerificationView = z.infer<typeof verificationView>;

export const tutorDocumentInput = z.object({ tutorId: id, id });
export type TutorDocumentInput = z.infer<typeof tutorDocumentInput>;
export const documentLink = z.object({ url: z.string() });
export type DocumentLink = z.infer<typeof documentLink>;

export const leavingTutor = z.object({
  bookings: z.number(),
  inProgress: z.number(),
  blogs: z.number(),
  favourites: z.number(),
  documents: z.number(),
});
export type LeavingTutor = z.infer<typeof leavingTutor>;
