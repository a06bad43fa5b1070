import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { announcements } from '#db/schema/announcements.ts';
import { users } from '#db/schema/people.ts';
import type { Ctx, SignedIn } from '#server/core/context.ts';
import type { AnnouncementRow } from '#server/core/hub.ts';
import type { AnnouncementEvent } from '#shared/contracts/inbox.ts';
import { ANNOUNCEMENT_DAYS } from '#shared/vocabulary/limits.ts';
import type { Role } from '#shared/vocabulary/people.ts';

const DAY = 24 * 3_600_000;

const deliverableQuery = prepareOnce((db: Executor) =>
  db
    .select()
    .from(announcements)
    .where(
      and(
        gt(announcements.number, sql.placeholder('after')),
        isNull(announcements.withdrawnAt),
        sql`${announcements.createdAt} > ${sql.placeholder('from')}::timestamptz`,
      ),
    )
    .orderBy(asc(announcements.number))
    .prepare('announcements_deliverable'),
);

const accountQuery = prepareOnce((db: Executor) =>
  db
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('account_age'),
);

export async function listAnnouncementsAfter({ db, now }: Pick<Ctx, 'db' | 'now'>, number: number): Promise<AnnouncementRow[]> {
  const from = new Date(now().getTime() - ANNOUNCEMENT_DAYS * DAY).toISOString();
  return (await deliverableQuery(db).execute({ after: number, from })).map(toAnnouncement);
}

export async function listMissedAnnouncements(ctx: SignedIn, number: number): Promise<{ announced: readonly AnnouncementRow[]; last: number }> {
  const missed = await listAnnouncementsAfter(ctx, number);
  const last = missed.at(-1)?.number;
  if (last === undefined) return { announced: [], last: number };
  const [account] = await accountQuery(ctx.db).execute({ id: ctx.actor.id });
  return { announced: missed.filter(({ createdAt }) => account && createdAt >= account.createdAt), last };
}

export function toAnnouncementEvent(role: Role | null, { role: to, event }: AnnouncementRow): AnnouncementEvent | null {
  return to === null || to === role ? event : null;
}

function toAnnouncement(row: typeof announcements.$inferSelect): AnnouncementRow {
  const { number, type, role, id, title, message, actionLabel, actionUrl, createdAt } = row;
  const action = actionLabel !== null && actionUrl !== null ? { label: actionLabel, url: actionUrl } : null;
  return { number, role, createdAt, event: { type, announcement: { id, title, message, action, createdAt } } };
}
