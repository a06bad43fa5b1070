import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, check, index, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { ANNOUNCEMENT_TYPES } from '#shared/vocabulary/content.ts';
import type { TranslatedLocale } from '#shared/vocabulary/locales.ts';
import { roleEnum, users } from './people.ts';

export const announcementTypeEnum = pgEnum('announcement_type', ANNOUNCEMENT_TYPES);

/** In Sinhala and Tamil, where the admin has written it in them. */
const translations = () => ({
  ...{ titleSi: text(), messageSi: text(), actionLabelSi: text() },
  ...{ titleTa: text(), messageTa: text(), actionLabelTa: text() },
});

type Translation = { title: AnyPgColumn; message: AnyPgColumn; label: AnyPgColumn };

const checkTranslation = (locale: TranslatedLocale, { title, message, label }: Translation, actionLabel: AnyPgColumn) => [
  check(`announcements_${locale}_whole`, sql`num_nulls(${title}, ${message}) in (0, 2)`),
  check(`announcements_${locale}_label`, sql`${label} is null or num_nulls(${title}, ${actionLabel}) = 0`),
  check(`announcements_${locale}_length`, sql`char_length(${title}) between 1 and 200 and char_length(${message}) between 1 and 1000`),
];

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
    ...translations(),
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
    ...checkTranslation('si', { title: t.titleSi, message: t.messageSi, label: t.actionLabelSi }, t.actionLabel),
    ...checkTranslation('ta', { title: t.titleTa, message: t.messageTa, label: t.actionLabelTa }, t.actionLabel),
  ],
);
