import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';
import { SCROLL } from '#shared/vocabulary/limits.ts';

const STORED = 'scroll';
const MAX_STORED = 50;
const RESTORE_MS = 2000;
const SECTION_MS = 15_000;
const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * A link scrolls to the top; Back, Forward and Reload restore the position; a change of search parameters does neither.
 * The router's own restoration cannot wait for links.
 */
export function manageScroll(router: AnyRouter): () => void {
  const positions = new Map<string, number>(read());
  let isLink = true;
  let stopScrolling = () => {};
  window.history.scrollRestoration = 'manual';

  const savePosition = (key: string) => {
    positions.delete(key);
    positions.set(key, window.scrollY);
  };
  const store = () => {
    savePosition(getKey(router.latestLocation));
    write([...positions].slice(-MAX_STORED));
  };
  window.addEventListener('pagehide', store);
  window.addEventListener('scroll', showTrueHeights, { once: true });

  const stops = [
    router.history.subscribe(({ action }: { action: { type: string } }) => {
      isLink = action.type === 'PUSH' || action.type === 'REPLACE';
    }),
    router.subscribe('onBeforeLoad', ({ fromLocation }) => {
      if (fromLocation) savePosition(getKey(fromLocation));
    }),
    router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged, hashChanged }) => {
      stopScrolling();
      if (fromLocation && pathChanged) showTrueHeights();
      const position = positions.get(getKey(toLocation));
      if (position !== undefined && (!fromLocation || !isLink)) stopScrolling = restore(position);
      else if (toLocation.hash && (pathChanged || hashChanged)) stopScrolling = scrollToSection(toLocation.hash);
      else if (fromLocation && pathChanged) stopScrolling = scrollToTop();
    }),
  ];
  return () => {
    stopScrolling();
    window.removeEventListener('pagehide', store);
    for (const stop of stops) stop();
  };
}

/** Of what had an assumed one at first: a position among assumed heights is another place once the true ones are known. */
function showTrueHeights(): void {
  document.documentElement.dataset.moved = '';
}

function getKey({ state, href }: ParsedLocation): string {
  return state.__TSR_key ?? href;
}

function scrollToTop(): () => void {
  const hasReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (hasReducedMotion) window.scrollTo({ top: 0, behavior: 'instant' });
  const timer = hasReducedMotion ? undefined : setTimeout(() => window.scrollTo({ top: 0, behavior: 'smooth' }), SCROLL.routeMs);
  return () => clearTimeout(timer);
}

function restore(top: number): () => void {
  const scroll = () => window.scrollTo({ top, behavior: 'instant' });
  scroll();
  if (Math.abs(window.scrollY - top) < 1) return () => {};
  return whileGrowing(scroll, RESTORE_MS);
}

function scrollToSection(id: string): () => void {
  const scroll = () => document.getElementById(id)?.scrollIntoView();
  if (document.getElementById(id)) scroll();
  else window.scrollTo({ top: 0, behavior: 'instant' });
  return whileGrowing(scroll, SECTION_MS);
}

function whileGrowing(scroll: () => void, durationMs: number): () => void {
  const observer = new ResizeObserver(scroll);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of USER_EVENTS) window.removeEventListener(type, stop);
  };
  const timer = setTimeout(stop, durationMs);
  for (const type of USER_EVENTS) window.addEventListener(type, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

function read(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
  } catch {
    return [];
  }
}

function write(positions: [string, number][]): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(positions));
  } catch {}
}
