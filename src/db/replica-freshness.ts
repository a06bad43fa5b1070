/** Data that are older are not shown. */
export const MAX_LAG_MS = 5_000;
/** Of the positions that are kept, while a replica is away. */
const MAX_MISSING = 60;

export type Freshness = {
  /** Where the log of the primary ended, asked before the replica. */
  noteWritten: (position: number) => void;
  /** How far the replica had it, asked after the primary. */
  noteReplayed: (position: number) => 'used' | 'behind' | 'other';
  /** From now on, all that is committed by now counts. */
  requireAll: () => void;
  isCaughtUp: () => boolean;
  lagMs: () => number;
};

type Written = { position: number; at: number };

/** How old the data of a replica are, by positions in the log of the primary: no clock of another machine is asked, and a quiet primary is no lag. */
export function createFreshness({ now }: { now: () => number }): Freshness {
  /** What the replica does not have yet, oldest first. */
  let missing: Written[] = [];
  let lastWritten = 0;
  let lastReplayed = 0;
  /** How often everything was required, and up to which time it was there; at first it is required once, because no lag is known yet. */
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
      // It has what this primary had not yet written when it was asked last: a standby of another history, or of the primary before a failover.
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
