import { i18nOfPage } from '#client/lib/i18n.ts';
import { tabStorage } from '#client/lib/storage.ts';
import { readList, type StoredList, writeList } from '#client/lib/stored-list.ts';
import type { AnnouncementEvent } from '#shared/contracts/inbox.ts';
import { announcementTitle, isDuplicateLocal } from '#shared/domain/live-update-copy.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { NOTIFICATIONS } from '#shared/vocabulary/limits.ts';
import { TRANSLATED_LOCALES, type TranslatedLocale } from '#shared/vocabulary/locales.ts';
import type { AnnouncementText, AnnouncementTexts } from '#shared/vocabulary/notifications.ts';

/** The server keeps no notification for an announcement, so this browser stores it and what was done with it. */
export type StoredAnnouncement = {
  id: string;
  title: string;
  message: string;
  action: { label: string; url: string } | null;
  translations: AnnouncementTexts;
  createdAt: string;
  receivedAt: number;
  read: boolean;
  /** Hidden but still stored, because a reopened page receives announcements again. */
  isRemoved: boolean;
};

/** Tabs receive the same announcement a moment apart, and each shows it. */
const SAME_MOMENT_MS = 10_000;
const TYPE = 'info';

export function storedAnnouncements(userId: string): StoredList<StoredAnnouncement> {
  return { key: `notifications_${userId}`, parse };
}

const shownKey = (id: string) => `announcement_shown_${id}`;

/** False if it has been known for longer than a moment or this tab has shown it, and must not be shown again. */
export function storeAnnouncement(userId: string, { announcement }: AnnouncementEvent, now: Date): boolean {
  const list = storedAnnouncements(userId);
  const entries = readList(list);
  const previous = entries.find(({ id }) => id === announcement.id);
  const isShownHere = tabStorage.read(shownKey(announcement.id)) !== null;
  tabStorage.write(shownKey(announcement.id), '1');
  if (previous) return !isShownHere && now.getTime() - previous.receivedAt < SAME_MOMENT_MS;
  const title = announcementTitle(announcement.title, textsOf(i18nOfPage()));
  const { id, message, action, translations = {}, createdAt } = announcement;
  const known = entries.map((entry) => ({ type: TYPE, title: entry.title, createdAt: entry.createdAt }));
  // Whoever was away receives those of days in one moment.
  const isRemoved = isDuplicateLocal(known, { type: TYPE, title }, createdAt);
  const entry = { id, title, message, action, translations, createdAt: createdAt.toISOString(), receivedAt: now.getTime(), read: false, isRemoved };
  writeList(list, [entry, ...entries].slice(0, NOTIFICATIONS.loaded));
  return !isRemoved;
}

export function changeAnnouncements(userId: string, change: Partial<Pick<StoredAnnouncement, 'read' | 'isRemoved'>>, ids: readonly string[]): void {
  const list = storedAnnouncements(userId);
  const entries = readList(list);
  if (entries.length === 0) return;
  writeList(
    list,
    entries.map((entry) => (ids.includes(entry.id) ? { ...entry, ...change } : entry)),
  );
}

export function countUnreadAnnouncements(entries: readonly StoredAnnouncement[]): number {
  return entries.filter(({ read, isRemoved }) => !read && !isRemoved).length;
}

function parse(entry: unknown): StoredAnnouncement | null {
  const stored: Partial<Record<keyof StoredAnnouncement, unknown>> = { ...Object(entry) };
  const { id, title, message, action, translations, createdAt, receivedAt, read, isRemoved } = stored;
  if (typeof id !== 'string' || typeof title !== 'string' || Number.isNaN(Date.parse(String(createdAt)))) return null;
  return {
    id,
    title,
    message: typeof message === 'string' ? message : '',
    action: parseAction(action),
    translations: parseTranslations(translations),
    createdAt: String(createdAt),
    receivedAt: typeof receivedAt === 'number' ? receivedAt : 0,
    read: read === true,
    isRemoved: isRemoved === true,
  };
}

function parseTranslations(value: unknown): AnnouncementTexts {
  const texts: Partial<Record<TranslatedLocale, unknown>> = { ...Object(value) };
  return Object.fromEntries(
    TRANSLATED_LOCALES.flatMap((locale) => {
      const text = parseText(texts[locale]);
      return text ? [[locale, text]] : [];
    }),
  );
}

function parseText(value: unknown): AnnouncementText | null {
  const { title, message, actionLabel }: Partial<Record<'title' | 'message' | 'actionLabel', unknown>> = { ...Object(value) };
  if (typeof title !== 'string' || typeof message !== 'string') return null;
  return { title, message, actionLabel: typeof actionLabel === 'string' ? actionLabel : '' };
}

function parseAction(value: unknown): StoredAnnouncement['action'] {
  const { label, url }: Partial<Record<'label' | 'url', unknown>> = { ...Object(value) };
  return typeof label === 'string' && typeof url === 'string' ? { label, url } : null;
}
