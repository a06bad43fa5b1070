import { useSyncExternalStore } from 'react';

/** Holds the ids of all who were reminded in this browser and did not want it, as words. */
const FLAG = 'profile-reminder-dismissed';

const listeners = new Set<() => void>();
/** For a browser that keeps nothing: what was wished holds until the page is left. */
let wished: readonly string[] | null = null;

/** Whether this tutor does not want to be reminded of the profile at present; all tabs agree. */
export function useIsReminderDismissed(userId: string): boolean {
  return useSyncExternalStore(subscribe, () => dismissed().includes(userId));
}

export function dismissReminder(userId: string): void {
  write([...dismissed().filter((id) => id !== userId), userId]);
}

/** The profile is complete: when it no longer is, that is news. */
export function forgetDismissal(userId: string): void {
  if (dismissed().includes(userId)) write(dismissed().filter((id) => id !== userId));
}

function dismissed(): readonly string[] {
  if (wished !== null) return wished;
  try {
    return (localStorage.getItem(FLAG) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

function write(ids: readonly string[]): void {
  try {
    if (ids.length > 0) localStorage.setItem(FLAG, ids.join(' '));
    else localStorage.removeItem(FLAG);
    wished = null;
  } catch {
    wished = ids;
  }
  for (const tell of listeners) tell();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  window.addEventListener('storage', onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onChange);
  };
}
