import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';
import { SCROLL } from '#shared/vocabulary/limits.ts';

const STORED = 'scroll';
const MOST_STORED = 50;
const PATIENCE_MS = 2000;
/** A section may wait for a slow network. */
const PATIENCE_FOR_SECTION_MS = 15_000;
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * A link scrolls to the top, Back, Forward and Reload restore the position, a change of search parameters does neither.
 * The router's own restoration knows no delay for links.
 */
export function followScroll(router: AnyRouter): () => void {
  const positions = new Map<string, number>(read());
  let isLink = true;
  let giveUp = () => {};
  window.history.scrollRestoration = 'manual';

  const remember = (key: string) => {
    positions.delete(key);
    positions.set(key, window.scrollY);
  };
  const store = () => {
    remember(keyOf(router.latestLocation));
    write([...positions].slice(-MOST_STORED));
  };
  window.addEventListener('pagehide', store);

  const stops = [
    router.history.subscribe(({ action }: { action: { type: string } }) => {
      isLink = action.type === 'PUSH' || action.type === 'REPLACE';
    }),
    router.subscribe('onBeforeLoad', ({ fromLocation }) => {
      if (fromLocation) remember(keyOf(fromLocation));
    }),
    router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged, hashChanged }) => {
      giveUp();
      const position = positions.get(keyOf(toLocation));
      if (position !== undefined && (!fromLocation || !isLink)) giveUp = restore(position);
      else if (toLocation.hash && (pathChanged || hashChanged)) giveUp = follow(toLocation.hash);
      else if (fromLocation && pathChanged) giveUp = scrollToTop();
    }),
  ];
  return () => {
    giveUp();
    window.removeEventListener('pagehide', store);
    for (const stop of stops) stop();
  };
}

/** The key of a history entry; the first one has none. */
function keyOf({ state, href }: ParsedLocation): string {
  return state.__TSR_key ?? href;
}

function scrollToTop(): () => void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isCalm) window.scrollTo({ top: 0, behavior: 'instant' });
  const timer = isCalm ? undefined : setTimeout(() => window.scrollTo({ top: 0, behavior: 'smooth' }), SCROLL.routeMs);
  return () => clearTimeout(timer);
}

function restore(top: number): () => void {
  const scroll = () => window.scrollTo({ top, behavior: 'instant' });
  scroll();
  if (Math.abs(window.scrollY - top) < 1) return () => {};
  return whileGrowing(scroll, PATIENCE_MS);
}

/** To a section, which may come after its page, and what stands above it later still. */
function follow(id: string): () => void {
  const scroll = () => document.getElementById(id)?.scrollIntoView();
  if (document.getElementById(id)) scroll();
  else window.scrollTo({ top: 0, behavior: 'instant' });
  return whileGrowing(scroll, PATIENCE_FOR_SECTION_MS);
}

/** Again while the page is still growing, unless the reader does something. */
function whileGrowing(scroll: () => void, patienceMs: number): () => void {
  const growth = new ResizeObserver(scroll);
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const type of ACTS) window.removeEventListener(type, stop);
  };
  const timer = setTimeout(stop, patienceMs);
  for (const type of ACTS) window.addEventListener(type, stop, { passive: true });
  growth.observe(document.body);
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
