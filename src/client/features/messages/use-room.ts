import { type RefObject, useLayoutEffect, useRef } from 'react';

const LEAST_PX = 320;
/** A keyboard takes more than the bar of a browser does. */
const KEYBOARD = 0.8;

/** Gives an element as `--room` the height that what stands above it and the keyboard of a phone leave. */
export function useRoom(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const visible = window.visualViewport;

    const measure = () => {
      const height = visible ? visible.height * visible.scale : window.innerHeight;
      const top = element.getBoundingClientRect().top + window.scrollY;
      element.style.setProperty('--room', `${Math.max(height - top, LEAST_PX)}px`);
      // The browser has moved the page so that the field can be seen, which it can anyway now.
      const isTyping = height < window.innerHeight * KEYBOARD && element.contains(document.activeElement);
      if (isTyping) window.scrollTo({ top: 0, behavior: 'instant' });
    };

    measure();
    // A line above may come or go.
    const watch = new ResizeObserver(measure);
    if (element.parentElement) watch.observe(element.parentElement);
    visible?.addEventListener('resize', measure);
    window.addEventListener('resize', measure);
    return () => {
      watch.disconnect();
      visible?.removeEventListener('resize', measure);
      window.removeEventListener('resize', measure);
    };
  }, []);

  return root;
}
