export type Random = ReturnType<typeof createRandom>;

/** The same numbers for the same name, so that a new record changes nothing elsewhere. */
export function createRandom(name: string) {
  const next = mulberry32(fnv1a(name));
  /** Both ends included. */
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (share: number): boolean => next() < share,
    pick<T>(items: readonly T[]): T {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    shuffle: <T>(items: readonly T[]): T[] =>
      items
        .map((item) => ({ item, key: next() }))
        .sort((one, other) => one.key - other.key)
        .map(({ item }) => item),
  };
}

/** A version 7 UUID of an instant: the same name and instant give the same one. */
export function createId(name: string, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const { next } = createRandom(name);
  const hex = (digits: number) =>
    Math.floor(next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const variant = '89ab'[Math.floor(next() * 4)] ?? '8';
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
