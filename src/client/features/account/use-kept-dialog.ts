import { useCallback, useState } from 'react';
import { closeDialogDraft, forgetDialogDraft, readDialogDraft } from './dialog-draft.ts';

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

/**
 * A dialog that says again what was typed when it was closed by mistake, until it is cancelled or has done its work.
 * Where its form keeps a draft under this name, it is also open again when the page comes back from somewhere else.
 */
export function useKeptDialog(draft?: string): KeptDialog {
  const [{ isOpen, key }, setState] = useState(() => {
    const found = draft === undefined ? null : readDialogDraft(draft);
    return { isOpen: found?.isOpen ?? false, key: 0, isKept: found !== null && found.values !== null };
  });
  const open = useCallback(() => setState(({ key, isKept }) => ({ isOpen: true, key: isKept ? key : key + 1, isKept })), []);
  const close = useCallback(
    (isTyped: boolean) => {
      if (draft !== undefined) (isTyped ? closeDialogDraft : forgetDialogDraft)(draft);
      setState(({ key }) => ({ isOpen: false, key, isKept: isTyped }));
    },
    [draft],
  );
  const finish = useCallback(() => {
    if (draft !== undefined) forgetDialogDraft(draft);
    setState(({ key }) => ({ isOpen: false, key: key + 1, isKept: false }));
  }, [draft]);
  return { isOpen, key, open, close, finish };
}
