import { z } from 'zod';
import { PROBLEM_KINDS, REPORT_KINDS, REPORT_REASONS, REPORT_STATES } from '#shared/vocabulary/content.ts';
import { LIMITS, REPORTS, SEARCH, SELECTION } from '#shared/vocabulary/limits.ts';
import { ACCOUNT_STATUSES } from '#shared/vocabulary/people.ts';
import { id, text } from './common.ts';

export const adminReportsInput = z
  .object({
    kind: z.enum(REPORT_KINDS).optional(),
    state: z.enum(REPORT_STATES).optional(),
    cursor: z.string().max(200).nullish(),
    limit: z.int().min(1).max(SEARCH.mostPerPage).default(REPORTS.pageSize),
  })
  .prefault({});
export type AdminReportsInput = z.infer<typeof adminReportsInput>;

const party = z.object({ id: z.string(), name: z.string(), status: z.enum(ACCOUNT_STATUSES) });
export type ReportParty = z.infer<typeof party>;

export const reportedCase = z.object({
  id: z.string(),
  kind: z.enum(REPORT_KINDS),
  reason: z.enum([...PROBLEM_KINDS, ...REPORT_REASONS]),
  text: z.string(),
  state: z.enum(REPORT_STATES),
  adminNote: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
  reporter: party.nullable(),
  person: party.nullable(),
  /** The content when it was reported; empty for a session. */
  snapshot: z.string(),
  hasMessage: z.boolean(),
  review: z
    .object({
      id: z.string(),
      rating: z.number(),
      text: z.string(),
      isHidden: z.boolean(),
      tutor: z.object({ id: z.string(), name: z.string() }).nullable(),
    })
    .nullable(),
  profileId: z.string().nullable(),
  session: z.object({ bookingId: z.string(), subject: z.string(), startTime: z.date(), endTime: z.date() }).nullable(),
});
export type ReportedCase = z.infer<typeof reportedCase>;
export const adminReportsPage = z.object({ reports: z.array(reportedCase), nextCursor: z.string().nullable() });
export type AdminReportsPage = z.infer<typeof adminReportsPage>;

export const reportedMessagesInput = z.object({ id });
export type ReportedMessagesInput = z.infer<typeof reportedMessagesInput>;
export const reportedMessage = z.object({ id: z.string(), sender: z.string(), text: z.string(), createdAt: z.date(), isReported: z.boolean() });
export type ReportedMessage = z.infer<typeof reportedMessage>;

/** `from` and `seenNote`: state and note as the admin saw them. A report that has changed since is not touched. */
const seenReport = z.object({ kind: z.enum(REPORT_KINDS), id, from: z.enum(REPORT_STATES), seenNote: text('Note', LIMITS.reason) });
export const changeReportsInput = z.object({
  reports: z.array(seenReport).min(1).max(SELECTION.most),
  state: z.enum(REPORT_STATES),
  /** Where it is missing, each report keeps its note. */
  note: text('Note', LIMITS.reason).optional(),
});
export type ChangeReportsInput = z.infer<typeof changeReportsInput>;

export const hideReviewInput = z.object({ reportId: id, isHidden: z.boolean() });
export type HideReviewInput = z.infer<typeof hideReviewInput>;
