import { useCallback, useEffect, useRef } from 'react';

/** One function for all renders, that does what the last of them said: for parts that are drawn anew only when they must. */
export function useStable<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
