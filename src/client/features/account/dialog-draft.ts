import { useEffect } from 'react';
import { DRAFT } from '#client/lib/drafts/draft-keys.ts';
import { forgetInTab, keepInTab, keptInTab } from '#client/lib/drafts/tab-storage.ts';

const keyOf = (what: string): string => `${DRAFT}dialog ${what}`;

export function readDialogDraft(what: string): { isOpen: boolean; values: Partial<Record<string, unknown>> | null } {
  const { isOpen, values } = keptInTab(keyOf(what));
  return { isOpen: isOpen === true, values: typeof values === 'object' && values !== null ? { ...values } : null };
}

export function forgetDialogDraft(what: string): void {
  forgetInTab(keyOf(what));
}

export function closeDialogDraft(what: string): void {
  const { values } = readDialogDraft(what);
  if (values) keepInTab(keyOf(what), { isOpen: false, values });
}

export type DialogDraft = { what: string; opened: boolean; isTyped: boolean; values: object };

export function useDialogDraft({ what, opened, isTyped, values }: DialogDraft): void {
  useEffect(() => {
    if (!opened) return;
    if (isTyped) keepInTab(keyOf(what), { isOpen: true, values });
    else forgetDialogDraft(what);
  }, [what, opened, isTyped, values]);
}
