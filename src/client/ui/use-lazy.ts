import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

type LazyOptions = {
  isNeeded: boolean;
  onError?: () => void;
};

const RETRY_MS = 5000;

/** Null until the code is loaded. Define `load` outside the component. */
export function useLazy<P>(load: () => Promise<ComponentType<P>>, { isNeeded, onError }: LazyOptions): ComponentType<P> | null {
  const [Component, setComponent] = useState<ComponentType<P> | null>(null);

  const handleError = useEffectEvent((retry: () => void) => (onError ? onError() : retry()));

  useEffect(() => whenIdle(() => load().catch(() => null)), [load]);

  useEffect(() => {
    if (!isNeeded || Component) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const loadComponent = () =>
      load().then(
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

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
