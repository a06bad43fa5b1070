import { afterEach, beforeEach } from 'vitest';
import { showToasts, type Toast } from '#client/ui/toasts.ts';

/** What is said in toasts, by each test anew; call it once in a file. */
export function collectToasts() {
  const said: Toast[] = [];
  let stop = () => {};
  beforeEach(() => {
    said.length = 0;
    stop = showToasts((toast) => said.push(toast));
  });
  afterEach(() => stop());
  return { said, sentences: () => said.map(({ kind, message }) => [kind, message]) };
}
