import type { AnnouncementEvent } from '#shared/contracts/inbox.ts';
import { announcementTitle, isDuplicateLocal } from '#shared/domain/live-update-copy.ts';
import { NOTIFICATIONS } from '#shared/vocabulary/limits.ts';
import { type LocalNotification, localEntries } from './local-entries.ts';

/** Tabs get the same news a moment apart, and each says it. */
const SAME_MOMENT_MS = 10_000;
const TYPE = 'info';

/** Keeps an announcement, once; false where it is known for longer than a moment, and nobody has to be told. */
export function keepAnnouncement(userId: string, { announcement: { id, title, message, action, createdAt } }: AnnouncementEvent, now: Date): boolean {
  const entries = localEntries.of(userId);
  const before = entries.find((entry) => entry.id === id);
  if (before) return now.getTime() - before.toldAt < SAME_MOMENT_MS;
  const told = entries.map((entry) => ({ type: TYPE, title: entry.title, createdAt: new Date(entry.toldAt) }));
  const kept = { id, title: announcementTitle(title), message, action, createdAt: createdAt.toISOString(), toldAt: now.getTime(), read: false };
  const isRemoved = isDuplicateLocal(told, { type: TYPE, title: kept.title }, now);
  localEntries.put(userId, [{ ...kept, isRemoved }, ...entries].slice(0, NOTIFICATIONS.loaded));
  return !isRemoved;
}

export const markLocalRead = (userId: string, id: string): void => change(userId, { read: true }, id);
export const markAllLocalRead = (userId: string): void => change(userId, { read: true });
export const removeLocal = (userId: string, id: string): void => change(userId, { isRemoved: true }, id);
export const clearLocal = (userId: string): void => change(userId, { isRemoved: true });

function change(userId: string, changes: Partial<LocalNotification>, id?: string): void {
  const entries = localEntries.of(userId);
  if (entries.length === 0) return;
  localEntries.put(
    userId,
    entries.map((entry) => (id === undefined || entry.id === id ? { ...entry, ...changes } : entry)),
  );
}
