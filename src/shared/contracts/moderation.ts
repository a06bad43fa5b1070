import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { PARTIES } from '#shared/vocabulary/bookings.ts';
import { PROBLEM_KINDS, REPORT_REASONS, REPORT_STATES, REPORTED_THINGS } from '#shared/vocabulary/content.ts';
import { LIMITS, REPORTS, SEARCH } from '#shared/vocabulary/limits.ts';
import { ACCOUNT_STATUSES, OAUTH_PROVIDERS, ROLES } from '#shared/vocabulary/people.ts';
import { id, isSeen, rupees, text, wellFormed, written } from './common.ts';

const accountStatus = z.object({
  userId: id,
  status: z.enum(ACCOUNT_STATUSES, { error: ERRORS['account.status_invalid'].message }),
  /** Of a suspension: the person reads it. */
  reason: z
    .string({ error: ERRORS['account.suspension_reason'].message })
    .overwrite(wellFormed)
    .trim()
    .max(LIMITS.reason, tooLong('Reason', LIMITS.reason))
    .default(''),
});
export const setAccountStatusInput = accountStatus.refine(({ status, reason }) => status === 'active' || isSeen(reason), {
  path: ['reason'],
  error: ERRORS['account.suspension_reason'].message,
});
export type SetAccountStatusInput = z.infer<typeof setAccountStatusInput>;
/** What is set of an account that is named elsewhere. */
export const newAccountStatus = accountStatus.omit({ userId: true });

/** An account as admins see it. */
export const accountView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.enum(ROLES).nullable(),
  status: z.enum(ACCOUNT_STATUSES),
  phone: z.string(),
  profileImage: z.string(),
  socialProvider: z.enum(OAUTH_PROVIDERS).nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type AccountView = z.infer<typeof accountView>;
export const changedAccount = z.object({ message: z.string(), user: accountView });
export type ChangedAccount = z.infer<typeof changedAccount>;

/** What suspending or deleting somebody would do at this moment, beside ending their sessions. */
export const consequencesInput = z.object({ userId: id });
export type ConsequencesInput = z.infer<typeof consequencesInput>;
export const consequences = z.object({
  /** Nobody else could administer. */
  isLastAdmin: z.boolean(),
  /** Bookings that would be cancelled, with all of their price given back. */
  cancelled: z.int(),
  refund: rupees,
  /** Sessions that have ended and would count as completed. */
  completed: z.int(),
  /** What they have written. */
  reviews: z.int(),
});
export type Consequences = z.infer<typeof consequences>;

/** What a party says went wrong with a session. */
export const problemView = z.object({
  id: z.string(),
  by: z.enum(PARTIES),
  kind: z.enum(PROBLEM_KINDS),
  text: z.string(),
  state: z.enum(REPORT_STATES),
  adminNote: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type ProblemView = z.infer<typeof problemView>;

export const reportProblemInput = z.object({
  bookingId: id,
  kind: z.enum(PROBLEM_KINDS, { error: VALIDATION.problemKind }),
  text: written('Description', LIMITS.problem, { missing: VALIDATION.problemText }),
});
export type ReportProblemInput = z.infer<typeof reportProblemInput>;

/** A message, a review, or a tutor's profile, by its id. */
export const reportInput = z.object({
  about: z.enum(REPORTED_THINGS),
  id,
  reason: z.enum(REPORT_REASONS, { error: VALIDATION.reportReason }),
  text: text('Description', LIMITS.reportText).default(''),
});
export type ReportInput = z.infer<typeof reportInput>;

/** Which of these the caller has reported. */
export const reportedInput = z.object({ about: z.enum(REPORTED_THINGS), ids: z.array(id).max(100) });
export type ReportedInput = z.infer<typeof reportedInput>;

/** What the caller has reported: a page by cursor, the newest first. */
export const ownReportsInput = z
  .object({ cursor: z.string().max(200).nullish(), limit: z.int().min(1).max(SEARCH.mostPerPage).default(REPORTS.pageSize) })
  .prefault({});
export type OwnReportsInput = z.infer<typeof ownReportsInput>;
export const ownReportView = z.object({
  id: z.string(),
  about: z.enum(REPORTED_THINGS),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  state: z.enum(REPORT_STATES),
  adminNote: z.string(),
  createdAt: z.date(),
});
export const ownReportsPage = z.object({ reports: z.array(ownReportView), nextCursor: z.string().nullable() });
export type OwnReportsPage = z.infer<typeof ownReportsPage>;
