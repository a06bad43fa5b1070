import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { tooLong, VALIDATION } from '#shared/messages.ts';
import { PARTIES } from '#shared/vocabulary/bookings.ts';
import { PROBLEM_KINDS, REPORT_REASONS, REPORT_STATES, REPORT_TARGETS } from '#shared/vocabulary/content.ts';
import { LIMITS, REPORTS, SEARCH, SELECTION } from '#shared/vocabulary/limits.ts';
import { ACCOUNT_STATUSES, type AccountStatus, OAUTH_PROVIDERS, ROLES } from '#shared/vocabulary/people.ts';
import { done, hasVisibleText, id, ids, requiredText, rupees, text, toWellFormed } from './common.ts';

const accountStatus = z.object({
  userId: id,
  status: z.enum(ACCOUNT_STATUSES, { error: ERRORS['account.status_invalid'].message }),
  /** Shown to the suspended person. */
  reason: z
    .string({ error: ERRORS['account.suspension_reason'].message })
    .overwrite(toWellFormed)
    .trim()
    .max(LIMITS.reason, tooLong('Reason', LIMITS.reason))
    .default(''),
});
type NewStatus = { status: AccountStatus; reason: string };
const hasReason = ({ status, reason }: NewStatus): boolean => status === 'active' || hasVisibleText(reason);
const MISSING_REASON = { path: ['reason'], error: ERRORS['account.suspension_reason'].message };

export const setAccountStatusInput = accountStatus.refine(hasReason, MISSING_REASON);
export type SetAccountStatusInput = z.infer<typeof setAccountStatusInput>;
const chosenAccounts = z.object({ userIds: ids(SELECTION.accounts) });
export const setAccountStatusesInput = accountStatus.omit({ userId: true }).extend(chosenAccounts.shape).refine(hasReason, MISSING_REASON);
export type SetAccountStatusesInput = z.infer<typeof setAccountStatusesInput>;
/** `refusals`: why it failed for the others. */
export const changedAccounts = done.extend({ refusals: z.array(z.object({ userId: z.string(), message: z.string() })) });
export type ChangedAccounts = z.infer<typeof changedAccounts>;
export const newAccountStatus = accountStatus.omit({ userId: true });

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

export const consequencesInput = chosenAccounts;
export type ConsequencesInput = z.infer<typeof consequencesInput>;
/** The consequences for one account, or their sum for several. */
export const consequences = z.object({
  /** No other admin could sign in. */
  isLastAdmin: z.boolean(),
  cancelled: z.int(),
  refund: rupees,
  completed: z.int(),
  /** Written by the account. */
  reviews: z.int(),
});
export type Consequences = z.infer<typeof consequences>;

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
  text: requiredText('Description', LIMITS.problem, { missing: VALIDATION.problemText }),
});
export type ReportProblemInput = z.infer<typeof reportProblemInput>;

export const reportInput = z.object({
  about: z.enum(REPORT_TARGETS),
  id,
  reason: z.enum(REPORT_REASONS, { error: VALIDATION.reportReason }),
  text: text('Description', LIMITS.reportText).default(''),
});
export type ReportInput = z.infer<typeof reportInput>;

export const reportedInput = z.object({ about: z.enum(REPORT_TARGETS), ids: z.array(id).max(100) });
export type ReportedInput = z.infer<typeof reportedInput>;

export const ownReportsInput = z
  .object({ cursor: z.string().max(200).nullish(), limit: z.int().min(1).max(SEARCH.mostPerPage).default(REPORTS.pageSize) })
  .prefault({});
export type OwnReportsInput = z.infer<typeof ownReportsInput>;
export const ownReportView = z.object({
  id: z.string(),
  about: z.enum(REPORT_TARGETS),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  state: z.enum(REPORT_STATES),
  adminNote: z.string(),
  createdAt: z.date(),
});
export const ownReportsPage = z.object({ reports: z.array(ownReportView), nextCursor: z.string().nullable() });
export type OwnReportsPage = z.infer<typeof ownReportsPage>;
