import { useState } from 'react';
import { type Draft, tabDraft } from '#client/lib/drafts/draft.ts';
import { type DraftField, flag, record } from '#client/lib/drafts/schema.ts';

/** Also stores whether the dialog was open, because it opens again when the user returns from Google. */
export type DialogDraft<T> = Draft<T> & { isOpen: () => boolean; open: () => void; close: () => void };

export function dialogDraft<T>(name: string, values: DraftField<T>): DialogDraft<T> {
  const draft = tabDraft(`dialog ${name}`, record({ isOpen: flag(), values }));

  function setOpen(isOpen: boolean): void {
    const stored = draft.read();
    if (stored) draft.write({ ...stored, isOpen });
  }

  return {
    read: () => draft.read()?.values ?? null,
    write: (typed) => draft.write({ isOpen: true, values: typed }),
    remove: draft.remove,
    isOpen: () => draft.read()?.isOpen ?? false,
    open: () => setOpen(true),
    close: () => setOpen(false),
  };
}

export type DialogState = {
  isOpen: boolean;
  key: number;
  open: () => void;
  close: () => void;
  /** Closes without a transition, which would return the focus: the focus goes to the outcome. */
  finish: () => void;
};

export function useDialog(draft?: Pick<DialogDraft<unknown>, 'isOpen' | 'open' | 'close'>): DialogState {
  const [{ isOpen, key }, setState] = useState(() => ({ isOpen: draft?.isOpen() ?? false, key: 0 }));
  return {
    isOpen,
    key,
    open() {
      draft?.open();
      setState({ isOpen: true, key: key + 1 });
    },
    close() {
      draft?.close();
      setState((current) => ({ ...current, isOpen: false }));
    },
    finish: () => setState((current) => ({ isOpen: false, key: current.key + 1 })),
  };
}
