import { useRef, useState } from 'react';

/** A second press is ignored before the button looks busy. */
export function useOneAtATime<A extends unknown[]>(work: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
  const isRunning = useRef(false);
  return async (...args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    await work(...args).finally(() => {
      isRunning.current = false;
    });
  };
}

/** One at a time, with a state for the button meanwhile. */
export function useBusy<A extends unknown[]>(work: (...args: A) => Promise<void>): { isBusy: boolean; run: (...args: A) => Promise<void> } {
  const [isBusy, setBusy] = useState(false);
  const run = useOneAtATime((...args: A) => {
    setBusy(true);
    return work(...args).finally(() => setBusy(false));
  });
  return { isBusy, run };
}
