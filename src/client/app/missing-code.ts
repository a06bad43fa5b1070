const STYLE_RETRY_MS = 3000;

const missing = new WeakSet<Error>();

export const isMissingCode = (error: unknown): boolean => error instanceof Error && missing.has(error);

export function watchMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
  // Vite requests a style sheet only once, even when it fails: code that is loaded later would stay without it.
  document.addEventListener('error', ({ target }) => isStyle(target) && setTimeout(() => target.replaceWith(target.cloneNode()), STYLE_RETRY_MS), {
    capture: true,
  });
}

function isStyle(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet';
}
