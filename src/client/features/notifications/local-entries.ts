import { useSyncExternalStore } from 'react';
import type { AnnouncementEvent } from '#shared/contracts/inbox.ts';

/** What this browser alone keeps for somebody: an announcement is no stored notification. */
export type LocalNotification = {
  id: string;
  title: string;
  message: string;
  action: { label: string; url: string } | null;
  createdAt: string;
  /** When it came. */
  toldAt: number;
  read: boolean;
};

const MOST = 50;
/** Tabs get the same news a moment apart, and each says it. */
const SAME_MOMENT_MS = 10_000;
const NONE: readonly LocalNotification[] = [];

const keyOf = (userId: string): string => `notifications_${userId}`;
const followers = new Set<() => void>();
const known = new Map<string, { text: string; entries: readonly LocalNotification[] }>();

function read(userId: string): readonly LocalNotification[] {
  let text: string | null = null;
  try {
    text = localStorage.getItem(keyOf(userId));
  } catch {}
  if (text === null) return NONE;
  const before = known.get(userId);
  if (before?.text === text) return before.entries;
  const entries = entriesIn(text);
  known.set(userId, { text, entries });
  return entries;
}

/** Whatever else may have written there is as good as nothing. */
function entriesIn(text: string): readonly LocalNotification[] {
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry?.id === 'string' && typeof entry.title === 'string') : NONE;
  } catch {
    return NONE;
  }
}

function write(userId: string, entries: readonly LocalNotification[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(entries.slice(0, MOST)));
  } catch {}
  for (const follow of followers) follow();
}

/** Keeps an announcement, once; false where it is known for longer than a moment, and nobody has to be told. */
export function keepAnnouncement(userId: string, { announcement: { id, title, message, action, createdAt } }: AnnouncementEvent, now: Date): boolean {
  const entries = read(userId);
  const before = entries.find((entry) => entry.id === id);
  if (before) return now.getTime() - before.toldAt < SAME_MOMENT_MS;
  write(userId, [{ id, title, message, action, createdAt: createdAt.toISOString(), toldAt: now.getTime(), read: false }, ...entries]);
  return true;
}

export function markLocalRead(userId: string): void {
  const entries = read(userId);
  if (entries.some((entry) => !entry.read))
    write(
      userId,
      entries.map((entry) => ({ ...entry, read: true })),
    );
}

function subscribe(follow: () => void): () => void {
  followers.add(follow);
  window.addEventListener('storage', follow);
  return () => {
    followers.delete(follow);
    window.removeEventListener('storage', follow);
  };
}

/** The newest first, in step with other tabs. */
export function useLocalNotifications(userId: string | undefined): readonly LocalNotification[] {
  return useSyncExternalStore(subscribe, () => (userId === undefined ? NONE : read(userId)));
}
