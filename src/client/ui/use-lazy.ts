import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

type LazyOptions = {
  isNeeded: boolean;
  onError?: () => void;
};

const RETRY_MS = 5000;

// Parts by their `load`: one that is mounted again is there with the first frame.
const loadedParts = new WeakMap<() => Promise<unknown>, unknown>();

/** Null until the code is loaded. Define `load` outside the component. */
export function useLazy<P>(load: () => Promise<ComponentType<P>>, { isNeeded, onError }: LazyOptions): ComponentType<P> | null {
  const [Component, setComponent] = useState<ComponentType<P> | null>(() => {
    // What is stored was loaded by this very function.
    return isNeeded ? ((loadedParts.get(load) as ComponentType<P> | undefined) ?? null) : null;
  });

  const handleError = useEffectEvent((retry: () => void) => (onError ? onError() : retry()));

  useEffect(() => whenIdle(() => loadPart(load).catch(() => null)), [load]);

  useEffect(() => {
    if (!isNeeded || Component) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const loadComponent = () =>
      loadPart(load).then(
        (part) => isCurrent && setComponent(() => part),
        () => {
          if (isCurrent) handleError(() => (timer = setTimeout(loadComponent, RETRY_MS)));
        },
      );
    void loadComponent();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [load, isNeeded, Component]);

  return Component;
}

async function loadPart<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  const part = await load();
  loadedParts.set(load, part);
  return part;
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
