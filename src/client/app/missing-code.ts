const STYLE_AGAIN_MS = 3000;

const missing = new WeakSet<Error>();

/** Whether this error is that a page's code or style could not be fetched. */
export const isOfMissingCode = (error: unknown): boolean => error instanceof Error && missing.has(error);

/** Hears of code and styles that could not be fetched, as without a network. */
export function followMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
  // Vite asks for a style but once, whatever becomes of it: a part whose code comes later would stay without.
  document.addEventListener('error', ({ target }) => isStyle(target) && setTimeout(() => target.replaceWith(target.cloneNode()), STYLE_AGAIN_MS), {
    capture: true,
  });
}

function isStyle(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet';
}
