/** A replica with older data is not read. */
export const MAX_LAG_MS = 5_000;
/** How many positions are remembered while the replica does not catch up. */
const MAX_MISSING = 60;

export type Freshness = {
  /** The end of the primary's log, read before the replica is asked. */
  noteWritten: (position: number) => void;
  /** How far the replica has replayed that log, read after the primary was asked. */
  noteReplayed: (position: number) => 'used' | 'behind' | 'other';
  /** The replica has to have everything that is committed by now before it is read again. */
  requireAll: () => void;
  isCaughtUp: () => boolean;
  lagMs: () => number;
};

type Written = { position: number; at: number };

/** The lag of a replica, from positions in the log of the primary: it needs no clock of another machine, and a primary without writes causes no lag. */
export function createFreshness({ now }: { now: () => number }): Freshness {
  /** What the replica does not have yet, oldest first. */
  let missing: Written[] = [];
  let lastWritten = 0;
  let lastReplayed = 0;
  /** `requireAll` was called `required` times, and the replica has caught up with the first `met`. It starts at 1, because no lag is known yet. */
  let required = 1;
  let met = 0;
  let goal: { required: number; position: number } | null = null;

  function lagMs(): number {
    const [oldest] = missing;
    return oldest ? now() - oldest.at : 0;
  }

  return {
    noteWritten(position) {
      lastWritten = position;
      const newest = missing.at(-1);
      if (position > (newest?.position ?? lastReplayed)) {
        if (newest && missing.length >= MAX_MISSING) newest.position = position;
        else missing.push({ position, at: now() });
      }
      if (met < required && goal?.required !== required) goal = { required, position };
    },
    noteReplayed(position) {
      // Ahead of the primary: it belongs to another history, or to the primary before a failover.
      const isOther = lastReplayed > lastWritten;
      lastReplayed = position;
      missing = missing.filter((written) => written.position > position);
      if (goal && position >= goal.position) {
        met = goal.required;
        goal = null;
      }
      if (isOther) return 'other';
      return lagMs() > MAX_LAG_MS ? 'behind' : 'used';
    },
    requireAll() {
      required += 1;
    },
    isCaughtUp: () => met === required,
    lagMs,
  };
}
