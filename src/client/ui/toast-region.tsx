import { useSyncExternalStore } from 'react';
import { toastCode } from './toasts.ts';
import { useLazy } from './use-lazy.ts';

const loadStack = () => import('./toast-stack.tsx').then((module) => module.ToastStack);

/** Rendered from the start, so that the first toast is announced too. Belongs inside the router. */
export function ToastRegion() {
  const isNeeded = useSyncExternalStore(toastCode.subscribe, toastCode.now);
  const ToastStack = useLazy(loadStack, { isNeeded, onError: toastCode.reset });

  return (
    <div aria-live="polite" aria-relevant="additions">
      {ToastStack && <ToastStack />}
    </div>
  );
}
