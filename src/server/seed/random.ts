/** A source of the same numbers for the same name; a list that grows in one place moves nothing elsewhere. */
export type Random = {
  /** In [0, 1). */
  next: () => number;
  /** Both ends included. */
  int: (from: number, to: number) => number;
  chance: (share: number) => boolean;
  pick: <T>(from: readonly [T, ...T[]] | readonly T[]) => T;
  shuffled: <T>(from: readonly T[]) => T[];
};

export function randomOf(name: string): Random {
  const next = mulberry32(hash(name));
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: <T>(from: readonly T[]) => {
      const chosen = from[int(0, from.length - 1)];
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen;
    },
    shuffled: (from) =>
      from
        .map((value) => ({ value, at: next() }))
        .sort((one, other) => one.at - other.at)
        .map(({ value }) => value),
  };
}

/** A version 7 UUID of an instant: the same name and instant give the same one. */
export function idOf(name: string, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const { next } = randomOf(name);
  const hex = (digits: number) =>
    Math.floor(next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const variant = '89ab'[Math.floor(next() * 4)] ?? '8';
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
}

/** FNV-1a. */
function hash(name: string): number {
  let value = 0x811c9dc5;
  for (const char of name) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
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
