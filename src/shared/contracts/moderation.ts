import { z } from 'zod';
import { VALIDATION } from '#shared/messages.ts';
import { PARTIES } from '#shared/vocabulary/bookings.ts';
import { PROBLEM_KINDS, REPORT_REASONS, REPORT_STATES, REPORTED_THINGS } from '#shared/vocabulary/content.ts';
import { LIMITS, REPORTS, SEARCH } from '#shared/vocabulary/limits.ts';
import { id, text, written } from './common.ts';

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
