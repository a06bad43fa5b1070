import { type RefObject, useCallback, useEffect, useRef } from 'react';

const inDialog = (element: Element | null): boolean => element?.closest('[role="dialog"]') != null;
const isLost = (element: Element | null): boolean => element === null || element === document.body || inDialog(element);

export type WayBack = {
  /** The button that has led to a dialog. */
  opener: RefObject<HTMLElement | null>;
  /** The booking was moved, and takes the button along, now or with the next answer. */
  leadBack: () => void;
};

/** A button that is gone gets no focus back from its dialog: its booking has it, and where that is gone, too, the page. */
export function useWayBack(): WayBack {
  const opener = useRef<HTMLElement | null>(null);
  const lead = useRef<HTMLElement | null>(null);
  const isAwaited = useRef(false);

  const go = useCallback(() => {
    isAwaited.current = false;
    (lead.current?.isConnected ? lead.current : document.getElementById('content'))?.focus({ preventScroll: true });
  }, []);

  const goWhereAwaited = useCallback(() => {
    if (isAwaited.current) go();
  }, [go]);

  useEffect(() => {
    lead.current ??= opener.current?.closest('article')?.querySelector<HTMLElement>('[data-lead]') ?? null;
    if (!opener.current?.isConnected && isLost(document.activeElement)) goWhereAwaited();
  });

  // All the buttons may go with it, or the whole booking from a list that no longer shows it.
  useEffect(() => goWhereAwaited, [goWhereAwaited]);

  return {
    opener,
    leadBack() {
      if (opener.current?.isConnected) isAwaited.current = true;
      else go();
    },
  };
}
