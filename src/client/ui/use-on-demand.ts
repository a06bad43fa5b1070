import { type ComponentType, useEffect, useState } from 'react';

type Wish = {
  /** Whether it is to be shown now; before that it is fetched while the browser is idle. */
  isWanted: boolean;
  /** Its code could not be fetched, and the next wish tries again; without this, it is tried until it comes. */
  onFailed?: () => void;
};

const AGAIN_MS = 5000;

/** A component whose code arrives after the first paint; null until it is wanted and there. `load` belongs to the module, not to the render. */
export function useOnDemand<P>(load: () => Promise<ComponentType<P>>, { isWanted, onFailed }: Wish): ComponentType<P> | null {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);

  useEffect(() => whenIdle(() => load().catch(() => null)), [load]);

  useEffect(() => {
    if (!isWanted || Part) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchPart = () =>
      load().then(
        (part) => isCurrent && setPart(() => part),
        () => {
          if (!isCurrent) return;
          if (onFailed) onFailed();
          else timer = setTimeout(fetchPart, AGAIN_MS);
        },
      );
    void fetchPart();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [load, isWanted, onFailed, Part]);

  return Part;
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
