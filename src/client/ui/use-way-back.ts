import { type RefObject, useCallback, useEffect, useRef } from 'react';

const inDialog = (element: Element | null): boolean => element?.closest('[role="dialog"]') != null;
const isLost = (element: Element | null): boolean => element === null || element === document.body || inDialog(element);

export type WayBack = {
  /** The button that has led to a dialog. */
  opener: RefObject<HTMLElement | null>;
  /** What was done takes the button along, now or with the next answer. */
  leadBack: () => void;
};

/**
 * A button that is gone gets no focus back from its dialog: what leads its article has it, and where that is gone, too, the page.
 * Whoever says whether the dialog is open is led back whenever it closes, also when nothing was done.
 */
export function useWayBack(isOpen = false): WayBack {
  const opener = useRef<HTMLElement | null>(null);
  const lead = useRef<HTMLElement | null>(null);
  const isAwaited = useRef(false);

  const go = useCallback(() => {
    isAwaited.current = false;
    (lead.current?.isConnected ? lead.current : document.getElementById('content'))?.focus({ preventScroll: true });
  }, []);

  const goWhereAwaited = useCallback(() => {
    if (isAwaited.current && isLost(document.activeElement)) go();
  }, [go]);

  useEffect(() => {
    if (!isOpen) return;
    return () => {
      isAwaited.current = true;
    };
  }, [isOpen]);

  useEffect(() => {
    lead.current ??= opener.current?.closest('article')?.querySelector<HTMLElement>('[data-lead]') ?? null;
    if (!isOpen && !opener.current?.isConnected) goWhereAwaited();
  });

  // All the buttons may go with it, or the whole article from a list that no longer shows it.
  useEffect(() => goWhereAwaited, [goWhereAwaited]);

  return {
    opener,
    leadBack() {
      if (opener.current?.isConnected) isAwaited.current = true;
      else go();
    },
  };
}
