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

/** Of this tab, whoever typed it. */
export function forgetDraftsOfTab(): void {
  forget(() => sessionStorage, DRAFT);
}

/** Of this person, and of nobody else who uses this browser. */
export function forgetDraftsOf(userId: string): void {
  forget(() => localStorage, draftKeyOf(userId, ''));
}

function forget(where: () => Storage, prefix: string): void {
  try {
    for (const key of Object.keys(where())) if (key.startsWith(prefix)) where().removeItem(key);
  } catch {}
}
