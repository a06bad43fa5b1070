import { forgetInTab, keepInTab, keptInTab } from './kept-in-tab.ts';

const STORED = 'google-started';
/** As long as the server waits for Google's answer. */
const VALID_MS = 10 * 60_000;

/** Call it where a link leads to Google: whoever comes back to this tab soon after is expected. */
export function noteGoogleStart(): void {
  keepInTab(STORED, { at: Date.now() });
}

/** Whether this tab has sent its user to Google a moment ago. It counts once: a second arrival was not asked for. */
export function takeGoogleStart(): boolean {
  const { at } = keptInTab(STORED);
  forgetInTab(STORED);
  const age = typeof at === 'number' ? Date.now() - at : Number.POSITIVE_INFINITY;
  return age >= 0 && age < VALID_MS;
}
