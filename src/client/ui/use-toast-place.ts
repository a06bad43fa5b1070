import { useEffect } from 'react';
import { type ToastPlace, toastPlace } from './toasts.ts';

/** Where toasts appear while this is shown. */
export function useToastPlace(place: ToastPlace): void {
  useEffect(() => toastPlace.take(place), [place]);
}
