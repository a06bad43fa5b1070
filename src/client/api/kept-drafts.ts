/** What is typed and not sent yet is kept under names that begin so, and goes with whoever typed it. */
export const DRAFT = 'draft:';

/** Under which this browser keeps what somebody has written and not saved. */
export const draftKeyOf = (userId: string, what: string): string => `${DRAFT}${userId}:${what}`;

/** Whether this browser keeps anything of this person that is not saved. */
export function hasDrafts(userId = ''): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(draftKeyOf(userId, '')));
  } catch {
    return false;
  }
}

/** `tab` until it is closed, `browser` longer. */
export function forgetDrafts(where: 'tab' | 'browser'): void {
  try {
    const kept = where === 'tab' ? sessionStorage : localStorage;
    for (const key of Object.keys(kept)) if (key.startsWith(DRAFT)) kept.removeItem(key);
  } catch {}
}
