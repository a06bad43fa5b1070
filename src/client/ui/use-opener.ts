import { type RefObject, useCallback, useEffect, useRef } from 'react';

const isInDialog = (element: Element | null): boolean => element?.closest('[role="dialog"]') != null;
const isFocusLost = (element: Element | null): boolean => element === null || element === document.body || isInDialog(element);

export type Opener = {
  /** The button that has led to a dialog. */
  opener: RefObject<HTMLElement | null>;
  /** What was done takes the button along, now or with the next answer. */
  returnFocus: () => void;
};

/**
 * A button that is gone gets no focus back from its dialog: what leads its article has it, and where that is gone, too, the page.
 * Whoever says whether the dialog is open is led back whenever it closes, also when nothing was done.
 */
export function useOpener(isOpen = false): Opener {
  const opener = useRef<HTMLElement | null>(null);
  const lead = useRef<HTMLElement | null>(null);
  const isReturning = useRef(false);

  const focusLead = useCallback(() => {
    isReturning.current = false;
    (lead.current?.isConnected ? lead.current : document.getElementById('content'))?.focus({ preventScroll: true });
  }, []);

  const focusLeadIfLost = useCallback(() => {
    if (isReturning.current && isFocusLost(document.activeElement)) focusLead();
  }, [focusLead]);

  useEffect(() => {
    if (!isOpen) return;
    return () => {
      isReturning.current = true;
    };
  }, [isOpen]);

  useEffect(() => {
    lead.current ??= opener.current?.closest('article')?.querySelector<HTMLElement>('[data-lead]') ?? null;
    if (!isOpen && !opener.current?.isConnected) focusLeadIfLost();
  });

  // All the buttons may go with it, or the whole article from a list that no longer shows it.
  useEffect(() => focusLeadIfLost, [focusLeadIfLost]);

  return {
    opener,
    returnFocus() {
      if (opener.current?.isConnected) isReturning.current = true;
      else focusLead();
    },
  };
}
