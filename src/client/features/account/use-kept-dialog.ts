import { useCallback, useState } from 'react';
import { closeDialogDraft, forgetDialogDraft, readDialogDraft } from './dialog-draft.ts';

export type KeptDialog = {
  isOpen: boolean;
  key: number;
  open: () => void;
  close: (isTyped: boolean) => void;
  finish: () => void;
};

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
