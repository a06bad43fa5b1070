import { useState } from 'react';
import { DRAFT } from '#client/lib/drafts/draft-keys.ts';
import { forgetInTab, keepInTab, keptInTab, textOf } from '#client/lib/drafts/tab-storage.ts';

export type KeptText = {
  text: string;
  /** It was typed over something that reads otherwise by now. */
  isOvertaken: boolean;
  type: (text: string) => void;
  /** It was sent. */
  forget: () => void;
};

type Typed = { text: string; over: string };

/** What is typed in a dialog, kept in this tab until it is sent, by whatever the dialog is closed; `stored` stands there until something is typed. */
export function useKeptText(what: string, stored = ''): KeptText {
  const [kept, setKept] = useState({ what, typed: read(what) });
  if (kept.what !== what) setKept({ what, typed: read(what) });
  const { typed } = kept;
  const forget = () => {
    setKept({ what, typed: null });
    forgetInTab(DRAFT + what);
  };

  return {
    text: typed?.text ?? stored,
    isOvertaken: typed !== null && typed.over !== stored,
    type(text) {
      if (text === stored) return forget();
      const next = { text, over: typed?.over ?? stored };
      setKept({ what, typed: next });
      keepInTab(DRAFT + what, next);
    },
    forget,
  };
}

function read(what: string): Typed | null {
  const { text, over } = keptInTab(DRAFT + what);
  return typeof text === 'string' ? { text, over: textOf(over) } : null;
}
