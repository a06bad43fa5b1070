import { eq, getTableColumns } from 'drizzle-orm';
import { toAnnouncementTexts } from '#db/announcement-texts.ts';
import { downwards } from '#db/columns.ts';
import { announcements } from '#db/schema/announcements.ts';
import { users } from '#db/schema/people.ts';
import type { CtxAs } from '#server/core/context.ts';
import { isAfterCursor, parseCursor, toPage } from '#server/core/cursor.ts';
import type { AnnouncementsInput, AnnouncementsPage, AnnouncementView } from '#shared/contracts/announcements.ts';

type Row = Omit<typeof announcements.$inferSelect, 'number' | 'sentBy'> & { sender: string | null };

export async function listAnnouncements({ db }: CtxAs<'admin'>, { cursor, limit }: AnnouncementsInput): Promise<AnnouncementsPage> {
  const { createdAt, number: _, sentBy, ...columns } = getTableColumns(announcements);
  const rows = await db
    .select({ ...columns, createdAt, sender: users.name })
    .from(announcements)
    .leftJoin(users, eq(users.id, sentBy))
    .where(isAfterCursor(createdAt, announcements.id, parseCursor(cursor)))
    .orderBy(downwards(createdAt), downwards(announcements.id))
    .limit(limit + 1);
  const { shown: page, nextCursor } = toPage(rows, limit);
  return { announcements: page.map(toAnnouncementView), nextCursor };
}

export function toAnnouncementView({ role, actionLabel, actionUrl, sender, ...row }: Row): AnnouncementView {
  const { id, type, title, message, withdrawnAt, createdAt } = row;
  const action = actionLabel !== null && actionUrl !== null ? { label: actionLabel, url: actionUrl } : null;
  const translations = toAnnouncementTexts(row);
  return { id, type, audience: role ?? 'everyone', title, message, action, translations, sentBy: sender ?? '', withdrawnAt, createdAt };
}
