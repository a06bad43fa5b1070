const PREFIX = 'draft:';

/** Under which this browser keeps what somebody has written and not saved. */
export const draftKeyOf = (userId: string, what: string): string => `${PREFIX}${userId}:${what}`;

/** Whoever logs out leaves nothing unsaved behind. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {}
}
