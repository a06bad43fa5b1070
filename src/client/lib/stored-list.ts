import { useSyncExternalStore } from 'react';
import { browserStorage } from './storage.ts';

export type StoredList<T> = {
  key: string;
  /** Null for an invalid entry: users can edit the storage. */
  parse: (entry: unknown) => T | null;
};

export function readList<T>({ key, parse }: StoredList<T>): readonly T[] {
  return parseList(browserStorage.read(key), parse);
}

export function writeList<T>({ key }: StoredList<T>, entries: readonly T[]): void {
  browserStorage.writeJson(key, entries);
}

export function useStoredList<T>({ key, parse }: StoredList<T>): readonly T[] {
  const text = useSyncExternalStore(
    browserStorage.subscribe,
    () => browserStorage.read(key),
    () => null,
  );
  return parseList(text, parse);
}

function parseList<T>(text: string | null, parse: (entry: unknown) => T | null): readonly T[] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(entries) ? entries.map(parse).filter((entry) => entry !== null) : [];
  } catch {
    return [];
  }
}
