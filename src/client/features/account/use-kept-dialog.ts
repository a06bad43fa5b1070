import { useCallback, useState } from 'react';

export type KeptDialog = {
  isOpen: boolean;
  /** Of the dialog: what was typed goes with it. */
  key: number;
  open: () => void;
  /** What was typed stays for the next time where there is something. */
  close: (isTyped: boolean) => void;
  /** It did what it was for: gone at once, so that the focus is where the outcome is, and not given back. */
  finish: () => void;
};

/** A dialog that says again what was typed when it was closed by mistake, until it is cancelled or has done its work. */
export function useKeptDialog(): KeptDialog {
  const [{ isOpen, key }, setState] = useState({ isOpen: false, key: 0, isKept: false });
  const open = useCallback(() => setState(({ key, isKept }) => ({ isOpen: true, key: isKept ? key : key + 1, isKept })), []);
  const close = useCallback((isTyped: boolean) => setState(({ key }) => ({ isOpen: false, key, isKept: isTyped })), []);
  const finish = useCallback(() => setState(({ key }) => ({ isOpen: false, key: key + 1, isKept: false })), []);
  return { isOpen, key, open, close, finish };
}
