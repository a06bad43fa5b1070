import { sql } from 'drizzle-orm';
import { bigint, check, index, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { ANNOUNCEMENT_TYPES } from '#shared/vocabulary/content.ts';
import { roleEnum, users } from './people.ts';

export const announcementTypeEnum = pgEnum('announcement_type', ANNOUNCEMENT_TYPES);

export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    /** Numbered in commit order; the cursor of streams. */
    number: bigint({ mode: 'number' }).notNull().unique(),
    type: announcementTypeEnum().notNull(),
    role: roleEnum(),
    title: text().notNull(),
    message: text().notNull(),
    actionLabel: text(),
    actionUrl: text(),
    sentBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    withdrawnAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index('announcements_newest_idx').on(t.createdAt.desc(), t.id.desc()),
    index('announcements_sent_by_idx').on(t.sentBy),
    check('announcements_to_one_role', sql`(${t.type} = 'system_message') = (${t.role} is not null)`),
    check('announcements_title_length', sql`char_length(${t.title}) between 1 and 200`),
    check('announcements_message_length', sql`char_length(${t.message}) between 1 and 1000`),
    check('announcements_action_whole', sql`num_nulls(${t.actionLabel}, ${t.actionUrl}) in (0, 2)`),
    check('announcements_action_harmless', sql`${t.actionUrl} ~ '^(/(?!/)|https://)'`),
  ],
);
