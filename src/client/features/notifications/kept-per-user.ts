import { useSyncExternalStore } from 'react';

export type KeptPerUser<T> = {
  /** The same array as long as nothing has changed. */
  of: (userId: string) => readonly T[];
  put: (userId: string, entries: readonly T[]) => void;
  subscribe: (follow: () => void) => () => void;
  use: (userId: string | undefined) => readonly T[];
};

type Shape<T> = {
  keyOf: (userId: string) => string;
  /** Of something that anybody who uses the browser may have written; null is no entry. */
  parse: (entry: unknown) => T | null;
};

const NONE: readonly never[] = [];

/** A list that this browser keeps for somebody, in step with other tabs; where it keeps nothing, it lasts as long as the page. */
export function makeKeptPerUser<T>({ keyOf, parse }: Shape<T>): KeptPerUser<T> {
  const followers = new Set<() => void>();
  const known = new Map<string, { text: string | null; entries: readonly T[] }>();
  const unkept = new Map<string, readonly T[]>();

  function of(userId: string): readonly T[] {
    const unkeptEntries = unkept.get(userId);
    if (unkeptEntries) return unkeptEntries;
    const text = textAt(keyOf(userId));
    const before = known.get(userId);
    if (before?.text === text) return before.entries;
    const entries = listIn(text)
      .map(parse)
      .filter((entry) => entry !== null);
    known.set(userId, { text, entries });
    return entries;
  }

  function subscribe(follow: () => void): () => void {
    followers.add(follow);
    window.addEventListener('storage', follow);
    return () => {
      followers.delete(follow);
      window.removeEventListener('storage', follow);
    };
  }

  return {
    of,
    subscribe,
    put(userId, entries) {
      unkept.delete(userId);
      try {
        localStorage.setItem(keyOf(userId), JSON.stringify(entries));
      } catch {
        unkept.set(userId, entries);
      }
      for (const follow of [...followers]) follow();
    },
    use: (userId) => useSyncExternalStore(subscribe, () => (userId === undefined ? NONE : of(userId))),
  };
}

function textAt(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function listIn(text: string | null): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept : NONE;
  } catch {
    return NONE;
  }
}
