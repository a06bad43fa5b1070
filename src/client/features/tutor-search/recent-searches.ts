import { readList, type StoredList, writeList } from '#client/lib/stored-list.ts';
import { LIMITS, SUGGESTIONS } from '#shared/vocabulary/limits.ts';

/** Of this browser, the last one first. */
export const RECENT_SEARCHES: StoredList<string> = {
  key: 'recent_searches',
  parse: (entry) => (typeof entry === 'string' && entry.trim() !== '' && entry.length <= LIMITS.searchText ? entry : null),
};

export function storeRecentSearch(text: string): void {
  const stored = text.trim();
  if (stored.length < SUGGESTIONS.letters) return;
  writeList(RECENT_SEARCHES, [stored, ...listOthers(stored)].slice(0, SUGGESTIONS.recent));
}

export function removeRecentSearch(text: string): void {
  writeList(RECENT_SEARCHES, listOthers(text));
}

export function clearRecentSearches(): void {
  writeList(RECENT_SEARCHES, []);
}

const listOthers = (text: string): string[] => readList(RECENT_SEARCHES).filter((other) => other.toLowerCase() !== text.toLowerCase());
