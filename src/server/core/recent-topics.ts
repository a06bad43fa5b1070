export type RecentTopics = {
  add: (topic: string) => void;
  /** From now on it is not known what came before. */
  forget: () => void;
  rotate: () => void;
  /** Also true where it is no longer known. */
  hasComeSince: (topic: string, at: number) => boolean;
};

/** Of the clocks of two processes, both of which follow that of PostgreSQL. */
const SKEW_MS = 2_000;

/** What was notified lately: what came between two calls of `rotate` is forgotten by the second that follows. */
export function createRecentTopics(now: () => number): RecentTopics {
  let [newer, older] = [new Map<string, number>(), new Map<string, number>()];
  let [newerFrom, olderFrom] = [now(), now()];

  return {
    add: (topic) => void newer.set(topic, now()),
    forget() {
      newerFrom = now();
      olderFrom = newerFrom;
    },
    rotate() {
      [newer, older] = [new Map(), newer];
      [newerFrom, olderFrom] = [now(), newerFrom];
    },
    hasComeSince(topic, at) {
      const from = at - SKEW_MS;
      return from < olderFrom || (newer.get(topic) ?? older.get(topic) ?? Number.NEGATIVE_INFINITY) >= from;
    },
  };
}
