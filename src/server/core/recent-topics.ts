export type RecentTopics = {
  add: (topic: string) => void;
  /** After this, `hasComeSince` is true for every earlier time. */
  forget: () => void;
  rotate: () => void;
  /** True as well for a time that is no longer remembered. */
  hasComeSince: (topic: string, at: number) => boolean;
};

/** How far the clocks of two processes may differ; both follow the clock of PostgreSQL. */
const SKEW_MS = 2_000;

/** Remembers recent notifications in two generations; `rotate` drops the older one. */
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
