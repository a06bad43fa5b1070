import { forgetDraft, keepDraft, keptDraft } from './kept-draft.ts';

/** Tabs that write a new post at once, each in a place of its own. */
const PLACES = Array.from({ length: 10 }, (_, index) => `new ${index + 1}`);
/** A tab that died without a word keeps its place no longer. */
const HELD_MS = 12 * 3600 * 1000;
const TAB = `${Date.now()}-${Math.random()}`;

// No draft: a place that is held is nothing that waits to be saved.
const keyOf = (place: string) => `blog place ${place}`;

/** The first place that no other tab holds, one with something kept in it before an empty one. */
export function takePlace(userId: string, tab = TAB): string {
  const free = PLACES.filter((place) => isFree(place, tab));
  const place = free.find((one) => keptDraft(userId, one) !== null) ?? free[0] ?? `new ${tab}`;
  holdPlace(place, tab);
  return place;
}

/** A free place with nothing in it, for a post that is to be made anew. */
export function emptyPlace(userId: string, tab = TAB): string {
  const place = PLACES.find((one) => isFree(one, tab) && keptDraft(userId, one) === null) ?? `new ${tab}`;
  holdPlace(place, tab);
  return place;
}

/** What was kept of a post that is gone waits for the next new post. */
export function moveToNewPost(userId: string, post: string): void {
  const kept = keptDraft(userId, post);
  if (!kept) return;
  const place = emptyPlace(userId);
  if (keepDraft(userId, place, { ...kept, seenAt: null })) forgetDraft(userId, post);
  leavePlace(place);
}

export function holdPlace(place: string, tab = TAB): void {
  try {
    if (isFree(place, tab)) localStorage.setItem(keyOf(place), JSON.stringify({ tab, until: Date.now() + HELD_MS }));
  } catch {}
}

/** What is kept there is for the next tab that writes a new post. */
export function leavePlace(place: string, tab = TAB): void {
  try {
    if (isFree(place, tab)) localStorage.removeItem(keyOf(place));
  } catch {}
}

function isFree(place: string, tab: string): boolean {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null');
    if (typeof held !== 'object' || held === null || !('tab' in held && 'until' in held)) return true;
    return held.tab === tab || !(Number(held.until) > Date.now());
  } catch {
    return true;
  }
}
