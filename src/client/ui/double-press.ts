import { useLayoutEffect } from 'react';
import { DOUBLE_PRESS } from '#shared/vocabulary/limits.ts';

type View = { element: Element; name: string | null };
type Press = { x: number; y: number; view: View | null; at: number; isIgnored: boolean };

/** In pixels of the window; when, as in `timeStamp` of an event. */
type EarlyPress = { target: EventTarget | null; x: number; y: number; at: number };

let changedAt = Number.NEGATIVE_INFINITY;

/** For an element with `data-view={name}`. */
export function useViewChange(name: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name itself is not needed, only that it has changed.
  useLayoutEffect(() => {
    changedAt = performance.now();
  }, [name]);
}

/**
 * Ignores the second press of a double press that would land in another view (a dialog, a step of it, or the page behind) than the first:
 * what lies there now has not been seen yet. Keys that repeat while they are held do not enter another view either. `early` is the last
 * press before this was called: the next one may be its second.
 */
export function guardDoublePresses(page: Window, early?: EarlyPress | null): void {
  let last = early ? toFirstPress(early) : null;
  let current: Press | null = null;
  let keyView: View | null = null;

  const on = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
    page.addEventListener(type, listener, { capture: true });

  on('pointerdown', (event) => {
    const { clientX: x, clientY: y, timeStamp: at } = event;
    const view = getView(event);
    // Assistive technology may press without a position.
    const isAgain = last !== null && (x !== 0 || y !== 0) && Math.hypot(x - last.x, y - last.y) < DOUBLE_PRESS.px;
    const isIgnored = isAgain && isOtherView(view, last?.view) && at - Math.max(last?.at ?? 0, changedAt) < DOUBLE_PRESS.ms;
    current = last = { x, y, view: isIgnored ? (last?.view ?? null) : view, at, isIgnored };
    if (isIgnored) event.stopImmediatePropagation();
  });
  on('pointerup', ({ timeStamp }) => {
    if (last) last.at = timeStamp;
  });
  on('pointercancel', () => {
    current = null;
  });
  // The press would move the focus, and open a keyboard or a list.
  on('mousedown', (event) => current?.isIgnored && stop(event));
  on('click', (event) => {
    const press = current;
    current = null;
    // Its beginning was before this listened.
    if (!last && event.detail > 0) last = toFirstPress({ target: event.target, x: event.clientX, y: event.clientY, at: event.timeStamp });
    // A click without a press comes from the keyboard or assistive technology.
    if (press && event.detail > 0 && (press.isIgnored || isOtherView(getView(event), press.view))) stop(event);
  });
  on('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    const view = getView(event);
    if (!event.repeat) keyView = view;
    else if (isOtherView(view, keyView)) stop(event);
  });
}

function toFirstPress({ target, x, y, at }: EarlyPress): Press {
  return { x, y, view: getView({ target }), at, isIgnored: false };
}

function getView({ target }: { target: EventTarget | null }): View | null {
  const element = target instanceof Element ? target.closest('[data-view], #root') : null;
  return element && { element, name: element.getAttribute('data-view') };
}

function isOtherView(view: View | null, first: View | null | undefined): boolean {
  return view !== null && (view.element !== first?.element || view.name !== first.name);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
