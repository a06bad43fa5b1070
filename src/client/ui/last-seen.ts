import { useSyncExternalStore } from 'react';
import { LAST_SEEN } from '#shared/vocabulary/offline.ts';

let seenAt: string | null = null;
const listeners = new Set<() => void>();

export function setLastSeen(header: string | null): void {
  const at = header === LAST_SEEN.now ? null : header;
  if (header === null || at === seenAt) return;
  seenAt = at;
  for (const renew of listeners) renew();
}

export function useLastSeen(): Date | null {
  const at = useSyncExternalStore(
    subscribe,
    () => seenAt,
    () => null,
  );
  return at === null ? null : new Date(at);
}

function subscribe(renew: () => void): () => void {
  listeners.add(renew);
  return () => void listeners.delete(renew);
}
