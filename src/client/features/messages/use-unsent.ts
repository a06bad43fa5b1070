import { useSyncExternalStore } from 'react';
import { type Unsent, type UnsentStore, unsentOf } from './unsent-store.ts';

/** What this person has written and not sent, live. */
export function useUnsent(userId: string): { store: UnsentStore; unsent: readonly Unsent[] } {
  const store = unsentOf(userId);
  return { store, unsent: useSyncExternalStore(store.subscribe, store.all) };
}
