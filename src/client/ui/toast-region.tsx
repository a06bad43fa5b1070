import { useSyncExternalStore } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { toastCode } from './toasts.ts';

const ToastStack = lazyPart(() => import('./toast-stack.tsx').then((module) => module.ToastStack));

/** Rendered from the start, so that the first toast is announced too. Belongs inside the router. */
export function ToastRegion() {
  const isNeeded = useSyncExternalStore(toastCode.subscribe, toastCode.now, () => false);

  return (
    <div aria-live="polite" aria-relevant="additions">
      <ToastStack isNeeded={isNeeded} onLoadError={toastCode.reset} />
    </div>
  );
}
