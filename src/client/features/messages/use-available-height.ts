import { type RefObject, useLayoutEffect, useRef } from 'react';

const MIN_HEIGHT_PX = 320;
/** A keyboard takes more than the bar of a browser does. */
const KEYBOARD_SHARE = 0.8;

/** Sets `--room` of an element to the height between its top and the keyboard of a phone. */
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
      // The browser has scrolled the page to show the field, which is visible anyway now.
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
