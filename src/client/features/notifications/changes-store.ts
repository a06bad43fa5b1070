import { useMemo, useSyncExternalStore } from 'react';
import { session } from '#client/lib/session/session.ts';
import type { Change } from './changes.ts';
import { makeKeptPerUser } from './kept-per-user.ts';

const MOST_FAILED = 200;

/** What the server would not take or did not answer for, until it has. */
export const failedChanges = makeKeptPerUser({ keyOf: (userId) => `notification_changes_${userId}`, parse });

const NONE: readonly Change[] = [];
const underWay = new Map<string, readonly Change[]>();
const followers = new Set<() => void>();

// Whoever comes next, or comes back, has the server's word.
session.subscribe(({ kind }) => {
  if (kind === 'ended') underWay.clear();
});

function subscribe(follow: () => void): () => void {
  followers.add(follow);
  return () => void followers.delete(follow);
}

function putUnderWay(userId: string, changes: readonly Change[]): void {
  underWay.set(userId, changes);
  for (const follow of [...followers]) follow();
}

/** On its way to the server; other tabs hear of it from there. */
export function begin(userId: string, change: Change): void {
  putUnderWay(userId, [...(underWay.get(userId) ?? NONE), change]);
}

/** Done: no list or count needs it any more. */
export function finish(userId: string, { key }: Change): void {
  const isOther = (other: Change) => other.key !== key;
  if (failedChanges.of(userId).some((one) => one.key === key)) failedChanges.put(userId, failedChanges.of(userId).filter(isOther));
  putUnderWay(userId, (underWay.get(userId) ?? NONE).filter(isOther));
}

/** Kept in this browser, and sent again. */
export function keep(userId: string, change: Change): void {
  const others = failedChanges.of(userId).filter(({ key }) => key !== change.key);
  failedChanges.put(userId, [...others, change].slice(-MOST_FAILED));
  putUnderWay(
    userId,
    (underWay.get(userId) ?? NONE).filter(({ key }) => key !== change.key),
  );
}

/** All that lists and counts of the server's do not show yet. */
export function useChanges(userId: string | undefined): readonly Change[] {
  const failed = failedChanges.use(userId);
  const begun = useSyncExternalStore(subscribe, () => (userId === undefined ? NONE : (underWay.get(userId) ?? NONE)));
  return useMemo(() => [...failed, ...begun], [failed, begun]);
}

function parse(kept: unknown): Change | null {
  const { key, kind, id, through, unread }: Partial<Record<'key' | 'kind' | 'id' | 'through' | 'unread', unknown>> = { ...Object(kept) };
  if (typeof key !== 'string' || typeof unread !== 'number') return null;
  if ((kind === 'read' || kind === 'removed') && typeof id === 'string') return { kind, id, key, unread };
  if ((kind === 'allRead' || kind === 'cleared') && typeof through === 'string') return { kind, through, key, unread };
  return null;
}
