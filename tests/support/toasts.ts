import { afterEach, beforeEach } from 'vitest';
import { showToasts, type Toast } from '#client/ui/toasts.ts';

/** Toasts of the running test; call it once in a file. */
export function collectToasts() {
  const toasts: Toast[] = [];
  let stop = () => {};
  beforeEach(() => {
    toasts.length = 0;
    stop = showToasts((toast) => toasts.push(toast));
  });
  afterEach(() => stop());
  return { toasts: toasts, listToasts: () => toasts.map(({ kind, message }) => [kind, message]) };
}
