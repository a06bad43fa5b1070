import { useState } from 'react';

/**
 * What a dialog is about, as it was when it opened: the list behind it may be read again meanwhile, and a closing dialog keeps its text. `count` is the key of a
 * form that begins anew with each opening.
 */
export function useAtOpening<T>(value: T, opened: boolean): { value: T; count: number } {
  const [shown, setShown] = useState({ value, count: 0 });
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setShown({ value, count: shown.count + 1 });
  }
  return shown;
}
