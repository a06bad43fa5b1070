import { useSyncExternalStore } from 'react';

const FLAG = 'profile-reminder-dismissed';

const listeners = new Set<() => void>();
/** For a browser that keeps nothing: what was wished holds until the page is left. */
let wished: boolean | null = null;

/** Whether the tutor does not want to be reminded of the profile at present; all tabs agree. */
export function useIsReminderDismissed(): boolean {
  return useSyncExternalStore(subscribe, isDismissed);
}

export function dismissReminder(): void {
  write(true, () => localStorage.setItem(FLAG, 'true'));
}

/** The profile is complete: when it no longer is, that is news. */
export function forgetDismissal(): void {
  if (isDismissed()) write(false, () => localStorage.removeItem(FLAG));
}

function isDismissed(): boolean {
  if (wished !== null) return wished;
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}

function write(next: boolean, keep: () => void): void {
  try {
    keep();
    wished = null;
  } catch {
    wished = next;
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
