import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Has a panel open upwards, or from the start of its button on, where what it scrolls with would cut it off: `data-up`, `data-start`. */
export function usePlace(isOpen: boolean): RefObject<HTMLUListElement | null> {
  const panel = useRef<HTMLUListElement>(null);

  useLayoutEffect(() => {
    const element = panel.current;
    if (!isOpen || !element) return;
    const room = (element.closest('[data-scrolled]') ?? document.documentElement).getBoundingClientRect();
    const { bottom, left } = element.getBoundingClientRect();
    element.toggleAttribute('data-up', bottom > room.bottom);
    element.toggleAttribute('data-start', left < room.left);
  }, [isOpen]);

  return panel;
}
