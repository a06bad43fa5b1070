import { useEffect } from 'react';
import { DRAFT } from '#client/lib/drafts/draft-keys.ts';
import { forgetInTab, keepInTab, keptInTab } from '#client/lib/drafts/tab-storage.ts';

const keyOf = (what: string): string => `${DRAFT}dialog ${what}`;

/** What was typed in this dialog and not sent, in this tab; the caller checks each value, for whoever uses the browser may have written it. */
export function readDialogDraft(what: string): { isOpen: boolean; values: Partial<Record<string, unknown>> | null } {
  const { isOpen, values } = keptInTab(keyOf(what));
  return { isOpen: isOpen === true, values: typeof values === 'object' && values !== null ? { ...values } : null };
}

export function forgetDialogDraft(what: string): void {
  forgetInTab(keyOf(what));
}

/** The dialog was closed with something typed in it: a reload does not open it. */
export function closeDialogDraft(what: string): void {
  const { values } = readDialogDraft(what);
  if (values) keepInTab(keyOf(what), { isOpen: false, values });
}

export type DialogDraft = { what: string; opened: boolean; isTyped: boolean; values: object };

/** Keeps what is typed for when the page is left and comes back, as on the way to Google and back. */
export function useDialogDraft({ what, opened, isTyped, values }: DialogDraft): void {
  useEffect(() => {
    if (!opened) return;
    if (isTyped) keepInTab(keyOf(what), { isOpen: true, values });
    else forgetDialogDraft(what);
  }, [what, opened, isTyped, values]);
}
