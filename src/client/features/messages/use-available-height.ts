import { type RefObject, useLayoutEffect, useRef } from 'react';

const MIN_HEIGHT_PX = 320;
/** An on-screen keyboard takes more of the height than the bars of a browser. */
const KEYBOARD_SHARE = 0.8;

/** Sets `--room` to the height between the top of the element and the keyboard of a phone. */
export function useAvailableHeight(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const viewport = window.visualViewport;

    const measure = () => {
      const height = viewport ? viewport.height * viewport.scale : window.innerHeight;
      const top = element.getBoundingClientRect().top + window.scrollY;
      element.style.setProperty('--room', `${Math.max(height - top, MIN_HEIGHT_PX)}px`);
      // The browser scrolled the page to show the field, which is now visible anyway.
      const isTyping = height < window.innerHeight * KEYBOARD_SHARE && element.contains(document.activeElement);
      if (isTyping) window.scrollTo({ top: 0, behavior: 'instant' });
    };

    measure();
    // A banner above may come or go.
    const observer = new ResizeObserver(measure);
    if (element.parentElement) observer.observe(element.parentElement);
    viewport?.addEventListener('resize', measure);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      viewport?.removeEventListener('resize', measure);
      window.removeEventListener('resize', measure);
    };
  }, []);

  return root;
}
