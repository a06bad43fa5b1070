import { useRef } from 'react';

/** A second press is ignored before the button looks busy. */
export function useOneAtATime<A extends unknown[]>(work: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
  const isRunning = useRef(false);
  return async (...args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await work(...args);
    } finally {
      isRunning.current = false;
    }
  };
}
