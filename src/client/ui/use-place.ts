import { type RefObject, useLayoutEffect, useRef } from 'react';

const GAP = 4;
const EDGE = 8;

/** Keeps a panel beside its button while the page scrolls, above all that would cut it off: a table scrolls sideways. */
export function usePlace(isOpen: boolean, anchor: RefObject<HTMLElement | null>): RefObject<HTMLUListElement | null> {
  const panel = useRef<HTMLUListElement>(null);

  useLayoutEffect(() => {
    if (!isOpen) return;
    const place = () => {
      const element = panel.current;
      const button = anchor.current?.getBoundingClientRect();
      if (!element || !button) return;
      const { width, height } = element.getBoundingClientRect();
      const isBelow = button.bottom + GAP + height <= window.innerHeight - EDGE;
      element.style.top = `${isBelow ? button.bottom + GAP : Math.max(EDGE, button.top - GAP - height)}px`;
      element.style.left = `${Math.max(EDGE, Math.min(button.right, window.innerWidth - EDGE) - width)}px`;
    };
    place();
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [isOpen, anchor]);

  return panel;
}
