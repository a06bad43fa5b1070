import { useEffect, useEffectEvent, useState } from 'react';
import { SEARCH } from '#shared/vocabulary/limits.ts';

export type SearchText = {
  text: string;
  type: (text: string) => void;
  /** At once, without waiting for more. */
  search: () => void;
  clear: () => void;
};

/** What is typed becomes the search after a pause; what the address says wins when it changes by itself. */
export function useSearchText(q: string | undefined, onSearch: (q: string | undefined) => void): SearchText {
  const [text, setText] = useState(q ?? '');
  const [known, setKnown] = useState(q);
  const wanted = text.trim() || undefined;

  if (q !== known) {
    setKnown(q);
    setText(q ?? '');
  }

  const send = useEffectEvent((next: string | undefined) => {
    setKnown(next);
    if (next !== q) onSearch(next);
  });

  useEffect(() => {
    const timer = setTimeout(() => send(wanted), SEARCH.debounceMs);
    return () => clearTimeout(timer);
  }, [wanted]);

  return { text, type: setText };
}
