import { and, eq, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { reviews } from '#db/schema/engagement.ts';
import { reports } from '#db/schema/moderation.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { SignedIn } from '#server/core/context.ts';
import { cursorFrom, pageOf } from '#server/core/cursor.ts';
import { anyOf } from '#server/core/ids.ts';
import type { OwnReportsInput, OwnReportsPage, ReportedInput } from '#shared/contracts/moderation.ts';
import type { ReportedThing } from '#shared/vocabulary/content.ts';

type Asked = (asked: SignedIn, ids: readonly string[]) => Promise<{ id: string | null }[]>;

/** Of each kind, what a report is about: what was made anew in its place is the same thing. */
const REPORTED: Record<ReportedThing, Asked> = {
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

/** Of these, what the caller has reported, whatever became of it. */
export async function reportedAmong(asked: SignedIn, { about, ids }: ReportedInput): Promise<string[]> {
  const rows = await REPORTED[about](asked, ids);
  return rows.flatMap(({ id }) => id ?? []);
}

/** A page of what the caller has reported, the newest first, with what admins have made of it. */
export async function ownReports({ db, actor }: SignedIn, { cursor, limit }: OwnReportsInput): Promise<OwnReportsPage> {
  const { at, id } = cursorFrom(cursor);
  const { about, reason, text, state, adminNote, createdAt } = reports;
  const rows = await db
    .select({ id: reports.id, about, reason, text, state, adminNote, createdAt })
    .from(reports)
    .where(and(eq(reports.reporterId, actor.id), sql`(${createdAt}, ${reports.id}) < (${at}::timestamptz, ${id}::uuid)`))
    .orderBy(downwards(createdAt), downwards(reports.id))
    .limit(limit + 1);
  const { shown, nextCursor } = pageOf(rows, limit);
  return { reports: shown, nextCursor };
}
