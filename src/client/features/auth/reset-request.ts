import { keepInTab, keptInTab, textOf } from '#client/lib/drafts/tab-storage.ts';

const STORED = 'reset-request';

/** The code that is on its way can be tried with this id alone; kept in the tab, so that a reload of the page does not lose it. */
export function keepResetRequest(email: string, requestId: string): void {
  keepInTab(STORED, { email: plain(email), requestId });
}

/** Undefined where this tab has not asked for this address. */
export function resetRequestFor(email: string): string | undefined {
  const kept = keptInTab(STORED);
  return kept.email === plain(email) ? textOf(kept.requestId) || undefined : undefined;
}

const plain = (email: string): string => email.trim().toLowerCase();
