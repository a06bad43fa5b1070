import { z } from 'zod';
import { PROBLEM_KINDS, REPORT_KINDS, REPORT_REASONS, REPORT_STATES } from '#shared/vocabulary/content.ts';
import { LIMITS, REPORTS, SEARCH } from '#shared/vocabulary/limits.ts';
import { ACCOUNT_STATUSES } from '#shared/vocabulary/people.ts';
import { id, text } from './common.ts';

/** What admins look through: a page by cursor, the newest first. */
export const reportsDeskInput = z
  .object({
    kind: z.enum(REPORT_KINDS).optional(),
    state: z.enum(REPORT_STATES).optional(),
    cursor: z.string().max(200).nullish(),
    limit: z.int().min(1).max(SEARCH.mostPerPage).default(REPORTS.pageSize),
  })
  .prefault({});
export type ReportsDeskInput = z.infer<typeof reportsDeskInput>;

const party = z.object({ id: z.string(), name: z.string(), status: z.enum(ACCOUNT_STATUSES) });
export type ReportParty = z.infer<typeof party>;

/** People are null once they have left. */
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
  /** Who wrote or shows it; of a session the other party. */
  person: party.nullable(),
  /** What it said when it was reported; nothing for a session. */
  snapshot: z.string(),
  /** Where it is still there. */
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
  /** The id of the tutor's profile. */
  profileId: z.string().nullable(),
  session: z.object({ bookingId: z.string(), subject: z.string(), startTime: z.date(), endTime: z.date() }).nullable(),
});
export type ReportedCase = z.infer<typeof reportedCase>;
export const reportsDeskPage = z.object({ reports: z.array(reportedCase), nextCursor: z.string().nullable() });
export type ReportsDeskPage = z.infer<typeof reportsDeskPage>;

export const reportedMessagesInput = z.object({ id });
export type ReportedMessagesInput = z.infer<typeof reportedMessagesInput>;
/** The one that was reported and the ten before it, the oldest first. */
export const reportedMessage = z.object({ id: z.string(), sender: z.string(), text: z.string(), createdAt: z.date(), isReported: z.boolean() });
export type ReportedMessage = z.infer<typeof reportedMessage>;

/** `from` and `seenNote`: state and note as they were shown; what has moved on meanwhile is left alone. */
export const changeReportInput = z.object({
  kind: z.enum(REPORT_KINDS),
  id,
  from: z.enum(REPORT_STATES),
  seenNote: text('Note', LIMITS.reason),
  state: z.enum(REPORT_STATES),
  note: text('Note', LIMITS.reason).default(''),
});
export type ChangeReportInput = z.infer<typeof changeReportInput>;

/** By the report of the review; `isHidden`: what it is to be. */
export const hideReviewInput = z.object({ reportId: id, isHidden: z.boolean() });
export type HideReviewInput = z.infer<typeof hideReviewInput>;
