import { and, asc, gt, isNull, sql } from 'drizzle-orm';
import { toAnnouncementTexts } from '#db/announcement-texts.ts';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { announcements } from '#db/schema/announcements.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import type { AnnouncementRow } from '#server/core/hub.ts';
import type { AnnouncementEvent } from '#shared/contracts/inbox.ts';
import { DAY_MS } from '#shared/vocabulary/durations.ts';
import { ANNOUNCEMENT_DAYS } from '#shared/vocabulary/limits.ts';
import type { Role } from '#shared/vocabulary/people.ts';

const isDeliverable = and(
  gt(announcements.number, sql.placeholder('after')),
  isNull(announcements.withdrawnAt),
  sql`${announcements.createdAt} > ${sql.placeholder('from')}::timestamptz`,
);

const deliverableQuery = prepareOnce((db: Executor) =>
  db.select().from(announcements).where(isDeliverable).orderBy(asc(announcements.number)).prepare('announcements_deliverable'),
);

/** One row at least. */
const positionQuery = prepareOnce((db: Executor) =>
  db
    .select({
      lastSeq: sql`coalesce((select last_seq from inboxes where user_id = ${sql.placeholder('userId')}), 0)`.mapWith(Number),
      signedUpAt: sql`(select created_at from users where id = ${sql.placeholder('userId')})`.mapWith(announcements.createdAt),
      announcement: announcements,
    })
    .from(sql`(select) here`)
    .leftJoin(announcements, isDeliverable)
    .orderBy(asc(announcements.number))
    .prepare('inbox_position'),
);

const oldestAnnouncement = (now: Date): string => new Date(now.getTime() - ANNOUNCEMENT_DAYS * DAY_MS).toISOString();

export async function listAnnouncementsAfter({ db, now }: Pick<Ctx, 'db' | 'now'>, number: number): Promise<AnnouncementRow[]> {
  return (await deliverableQuery(db).execute({ after: number, from: oldestAnnouncement(now()) })).map(toAnnouncement);
}

export type InboxPosition = { lastSeq: number; announced: readonly AnnouncementRow[]; lastAnnouncement: number };

/** Where the inbox stands, and the announcements after this number for an account of this age. */
export async function readPosition({ db, actor, now }: SignedIn, number: number): Promise<InboxPosition> {
  const rows = await positionQuery(db).execute({ userId: actor.id, after: number, from: oldestAnnouncement(now()) });
  const missed = rows.flatMap(({ announcement, signedUpAt }) => (announcement ? [{ row: toAnnouncement(announcement), signedUpAt }] : []));
  return {
    lastSeq: rows[0]?.lastSeq ?? 0,
    announced: missed.flatMap(({ row, signedUpAt }) => (row.createdAt >= signedUpAt ? [row] : [])),
    lastAnnouncement: missed.at(-1)?.row.number ?? number,
  };
}

export function toAnnouncementEvent(role: Role | null, { role: to, event }: AnnouncementRow): AnnouncementEvent | null {
  return to === null || to === role ? event : null;
}

function toAnnouncement(row: typeof announcements.$inferSelect): AnnouncementRow {
  const { number, type, role, id, title, message, actionLabel, actionUrl, createdAt } = row;
  const action = actionLabel !== null && actionUrl !== null ? { label: actionLabel, url: actionUrl } : null;
  const translations = toAnnouncementTexts(row);
  return { number, role, createdAt, event: { type, announcement: { id, title, message, action, translations, createdAt } } };
}
