import { useCallback, useEffect, useRef } from 'react';

const isInDialog = (element: Element | null): boolean => element?.closest('[role="dialog"]') != null;
const isFocusLost = (element: Element | null): boolean => element === null || element === document.body || isInDialog(element);

export type Opener = {
  /** By default, what has the focus. */
  setOpener: (element?: Element | null) => void;
  focusOpener: () => void;
  returnFocus: () => void;
};

/**
 * Where the opener of a dialog is gone when it closes, the focus goes to the `data-lead` of its article, else to the page.
 * With `isOpen` also when nothing was done.
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
    if (!lead.current) lead.current = opener.current?.closest('article')?.querySelector<HTMLElement>('[data-lead]') ?? null;
    if (!isOpen && !opener.current?.isConnected) focusLeadIfLost();
  });

  // All the buttons may go with it, or the whole article.
  useEffect(() => focusLeadIfLost, [focusLeadIfLost]);

  return {
    setOpener(element = document.activeElement) {
      if (element instanceof HTMLElement) opener.current = element;
    },
    focusOpener: () => opener.current?.focus({ preventScroll: true }),
    returnFocus() {
      if (opener.current?.isConnected) isReturning.current = true;
      else focusLead();
    },
  };
}
