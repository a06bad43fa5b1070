import { useSyncExternalStore } from 'react';

/** Whether the browser has a network at all. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(follow, () => navigator.onLine);
}

function follow(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
