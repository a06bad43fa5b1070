import { useSyncExternalStore } from 'react';
import { toastsWanted } from './toasts.ts';
import { useOnDemand } from './use-on-demand.ts';

const loadStack = () => import('./toast-stack.tsx').then((module) => module.ToastStack);

/** The live region of the toasts: there from the start, so that the first one is announced too. Belongs inside the router. */
export function ToastRegion() {
  const isWanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.now);
  const ToastStack = useOnDemand(loadStack, { isWanted, onFailed: toastsWanted.giveUp });

  return (
    <div aria-live="polite" aria-relevant="additions">
      {ToastStack && <ToastStack />}
    </div>
  );
}
