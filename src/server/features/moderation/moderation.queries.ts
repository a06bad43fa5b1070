import { and, eq } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { reviews } from '#db/schema/engagement.ts';
import { reports } from '#db/schema/moderation.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { SignedIn } from '#server/core/context.ts';
import { isAfterCursor, parseCursor, toPage } from '#server/core/cursor.ts';
import { anyOf } from '#server/core/ids.ts';
import type { OwnReportsInput, OwnReportsPage, ReportedInput } from '#shared/contracts/moderation.ts';
import type { ReportTarget } from '#shared/vocabulary/content.ts';

type FindReported = (ctx: SignedIn, ids: readonly string[]) => Promise<{ id: string | null }[]>;

/** A review or profile that was deleted and made anew counts as reported. */
const FIND_REPORTED: Record<ReportTarget, FindReported> = {
  message: ({ db, actor }, ids) =>
    db
      .select({ id: reports.messageId })
      .from(reports)
      .where(and(eq(reports.reporterId, actor.id), anyOf(reports.messageId, ids))),
  review: ({ db, actor }, ids) =>
    db
      .select({ id: reviews.id })
      .from(reviews)
      .innerJoin(reports, eq(reports.bookingId, reviews.bookingId))
      .where(and(eq(reports.reporterId, actor.id), anyOf(reviews.id, ids))),
  profile: ({ db, actor }, ids) =>
    db
      .select({ id: tutorProfiles.id })
      .from(tutorProfiles)
      .innerJoin(reports, and(eq(reports.aboutUserId, tutorProfiles.userId), eq(reports.about, 'profile')))
      .where(and(eq(reports.reporterId, actor.id), anyOf(tutorProfiles.id, ids))),
};

export async function listReportedAmong(ctx: SignedIn, { about, ids }: ReportedInput): Promise<string[]> {
  const rows = await FIND_REPORTED[about](ctx, ids);
  return rows.flatMap(({ id }) => id ?? []);
}

export async function listOwnReports({ db, actor }: SignedIn, { cursor, limit }: OwnReportsInput): Promise<OwnReportsPage> {
  const { about, reason, text, state, adminNote, createdAt } = reports;
  const rows = await db
    .select({ id: reports.id, about, reason, text, state, adminNote, createdAt })
    .from(reports)
    .where(and(eq(reports.reporterId, actor.id), isAfterCursor(createdAt, reports.id, parseCursor(cursor))))
    .orderBy(downwards(createdAt), downwards(reports.id))
    .limit(limit + 1);
  const { shown, nextCursor } = toPage(rows, limit);
  return { reports: shown, nextCursor };
}
