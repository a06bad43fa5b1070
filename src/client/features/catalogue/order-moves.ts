/** The same in another order: this one stands where the other one stood. */
export function placedAt(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

export const isSameOrder = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id, index) => id === others[index]);

/** Entries in the order of these ids, with their new places; one that is not named keeps to the end. */
export function inOrder<T extends { id: string; order: number }>(entries: readonly T[], ids: readonly string[]): T[] {
  const place = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return entries.toSorted((a, b) => place(a.id) - place(b.id)).map((entry) => ({ ...entry, order: place(entry.id) + 1 }));
}
