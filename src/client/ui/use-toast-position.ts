import { useEffect } from 'react';
import { type ToastPosition, toastPosition } from './toasts.ts';

/** Where toasts appear while this is shown. */
export function useToastPosition(place: ToastPosition): void {
  useEffect(() => toastPosition.take(place), [place]);
}
