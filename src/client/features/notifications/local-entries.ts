import { useSyncExternalStore } from 'react';

/** What this browser alone keeps for somebody: an announcement is no stored notification. The bell reads it on every page; what writes comes later. */
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

const NONE: readonly LocalNotification[] = [];

export const keyOf = (userId: string): string => `notifications_${userId}`;
const followers = new Set<() => void>();
const known = new Map<string, { text: string; entries: readonly LocalNotification[] }>();

export function read(userId: string): readonly LocalNotification[] {
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

/** They are others now. */
export function tellFollowers(): void {
  for (const follow of followers) follow();
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
