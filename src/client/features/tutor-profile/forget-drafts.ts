const PREFIX = 'profile-draft:';

/** Under which this browser keeps what a tutor has not saved. */
export const draftKeyOf = (userId: string): string => `${PREFIX}${userId}`;

/** Whoever logs out leaves nothing of a profile behind. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {}
}
