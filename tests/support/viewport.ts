import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Nothing is in view until the returned function scrolls everything that is observed into it. */
export function stubViewport(): () => Promise<void> {
  const callbacks = new Set<IntersectionObserverCallback>();
  class Observer implements Pick<IntersectionObserver, 'observe' | 'disconnect'> {
    readonly callback: IntersectionObserverCallback;
    constructor(callback: IntersectionObserverCallback) {
      this.callback = callback;
    }
    observe() {
      callbacks.add(this.callback);
    }
    disconnect() {
      callbacks.delete(this.callback);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  // The client reads nothing else of an entry.
  const entry = { isIntersecting: true } as IntersectionObserverEntry;
  return () =>
    act(async () => {
      for (const callback of [...callbacks]) callback([entry], new IntersectionObserver(() => {}));
    });
}
