import { useCallback, useState } from 'react';

export type Asked<T> = { isOpen: boolean; about: T; key: number; ask: (about: T) => void; close: () => void };

/** What a dialog is about, which it still shows while it closes; each opening begins anew, under a key of its own. */
export function useAsked<T>(first: T): Asked<T> {
  const [state, setState] = useState({ isOpen: false, about: first, key: 0 });
  const ask = useCallback((about: T) => setState(({ key }) => ({ isOpen: true, about, key: key + 1 })), []);
  const close = useCallback(() => setState((state) => ({ ...state, isOpen: false })), []);
  return { ...state, ask, close };
}
