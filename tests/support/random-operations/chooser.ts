export type Chooser = { below: (most: number) => number; oneOf: <T>(list: readonly T[]) => T };

/** The same seed and name always choose the same, in the order of the calls (mulberry32). */
export function chooser(seed: string, name: string): Chooser {
  let state = 2166136261;
  for (const letter of `${seed} ${name}`) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  const below = (most: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
  return {
    below,
    oneOf(list) {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new Error('nothing to choose from');
      return chosen;
    },
  };
}
