import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SEARCH } from '#shared/vocabulary/limits.ts';

export type SearchText = {
  text: string;
  type: (text: string) => void;
  /** At once, without waiting for more. */
  search: () => void;
  clear: () => void;
};

/** `isRefined`: only what was being typed goes on, so it is no step to come back to. */
type OnSearch = (q: string | undefined, how: { isRefined: boolean }) => void;

/** What is typed becomes the search after a pause; what the address says wins when it changes by itself. */
export function useSearchText(q: string | undefined, onSearch: OnSearch): SearchText {
  const [text, setText] = useState(q ?? '');
  const sent = useRef(q);
  const wanted = text.trim() || undefined;

  const send = (next: string | undefined, how: { isRefined: boolean }) => {
    sent.current = next;
    if (next !== q) onSearch(next, how);
  };
  const sendTyped = useEffectEvent(() => {
    // What was sent at once need not stand in the address by now.
    if (wanted !== sent.current) send(wanted, { isRefined: q !== undefined && wanted !== undefined });
  });

  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q ?? '');
  }, [q]);

  useEffect(() => {
    if (wanted === sent.current) return;
    const timer = setTimeout(sendTyped, SEARCH.debounceMs);
    return () => clearTimeout(timer);
  }, [wanted]);

  return {
    text,
    type: setText,
    search: () => send(wanted, { isRefined: false }),
    clear: () => {
      setText('');
      send(undefined, { isRefined: false });
    },
  };
}
