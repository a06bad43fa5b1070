import { forgetInTab, keepInTab, keptInTab } from '#client/lib/drafts/tab-storage.ts';
import { returnPath } from '#client/lib/session/session.ts';

const STORED = 'confirmed-return';

/** Before the page is left for Google's: where to come back to, in this tab alone. */
export function noteReturn(): void {
  const { pathname, search, hash } = window.location;
  keepInTab(STORED, { path: `${pathname}${search}${hash}` });
}

/** Where this tab was; it counts once. */
export function takeReturn(): string {
  const { path } = keptInTab(STORED);
  forgetInTab(STORED);
  return returnPath(path) ?? '/account';
}
