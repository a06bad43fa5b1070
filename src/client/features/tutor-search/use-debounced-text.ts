import { useEffect, useEffectEvent, useState } from 'react';
import { SEARCH } from '#shared/vocabulary/limits.ts';

export type DebouncedText = {
  text: string;
  isSettled: boolean;
  type: (text: string) => void;
  send: () => void;
  /** Sends it at once. */
  replace: (text: string) => void;
  clear: () => void;
};

type Options = {
  isValid?: (text: string) => boolean;
  onSend: (text: string | undefined, options: { isRefined: boolean }) => void;
};

export function useDebouncedText(value: string | undefined, { isValid = () => true, onSend }: Options): DebouncedText {
  const saved = value ?? '';
  const [text, setText] = useState(saved);
  const [settled, setSettled] = useState(saved);
  const [sent, setSent] = useState(saved);
  const [previous, setPrevious] = useState(saved);
  const trimmed = text.trim();

  if (saved !== previous) {
    setPrevious(saved);
    if (saved !== sent) {
      setText(saved);
      setSettled(saved);
      setSent(saved);
    }
  }

  const settle = (next: string, { isTyping }: { isTyping: boolean }) => {
    setSettled(next);
    if (next === sent || !isValid(next)) return;
    setSent(next);
    if (next !== saved) onSend(next || undefined, { isRefined: isTyping && saved !== '' && next !== '' });
  };
  const settleTyped = useEffectEvent(() => settle(trimmed, { isTyping: true }));

  useEffect(() => {
    if (trimmed === settled) return;
    const timer = setTimeout(settleTyped, SEARCH.debounceMs);
    return () => clearTimeout(timer);
  }, [trimmed, settled]);

  const replace = (next: string) => {
    setText(next);
    settle(next, { isTyping: false });
  };

  return {
    text,
    isSettled: trimmed === settled,
    type: setText,
    send: () => settle(trimmed, { isTyping: false }),
    replace,
    clear: () => replace(''),
  };
}
