import type { AnnouncementEvent } from '#shared/contracts/inbox.ts';
import { keyOf, type LocalNotification, read, tellFollowers } from './local-entries.ts';

const MOST = 50;
/** Tabs get the same news a moment apart, and each says it. */
const SAME_MOMENT_MS = 10_000;

function write(userId: string, entries: readonly LocalNotification[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(entries.slice(0, MOST)));
  } catch {}
  tellFollowers();
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
