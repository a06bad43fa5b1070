import { useSyncExternalStore } from 'react';

let seenAt: string | null = null;
const watchers = new Set<() => void>();

/** Takes from when the last answer is, where the service worker has given what it kept; null for one of the server's. */
export function heardLastSeen(header: string | null): void {
  if (header === seenAt) return;
  seenAt = header;
  for (const renew of watchers) renew();
}

/** From when what is shown may be; null while the server answers. */
export function useLastSeen(): Date | null {
  const at = useSyncExternalStore(watch, () => seenAt);
  return at === null ? null : new Date(at);
}

function watch(renew: () => void): () => void {
  watchers.add(renew);
  return () => void watchers.delete(renew);
}
