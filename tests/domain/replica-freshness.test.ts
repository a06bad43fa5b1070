import { describe, expect, test } from 'vitest';
import { createFreshness, MAX_LAG_MS } from '#db/replica-freshness.ts';

const SECOND = 1_000;

function freshnessFrom(start: { written: number; replayed: number }) {
  let time = 0;
  const freshness = createFreshness({ now: () => time });
  /** The primary is asked first. */
  const look = ({ written, replayed }: { written: number; replayed: number }) => {
    freshness.noteWritten(written);
    return freshness.noteReplayed(replayed);
  };
  look(start);
  const pass = (ms: number) => {
    time += ms;
  };
  return { ...freshness, look, pass };
}

// spec s14-scale.13 | S14 6 | How far a replica is behind is known from positions in the log alone: a quiet primary is no lag, and no clock of
//   another machine counts | src/db/replica-freshness.ts
describe('the lag of a replica', () => {
  test('is nothing where it has all that was written, however long ago', () => {
    const replica = freshnessFrom({ written: 100, replayed: 100 });
    replica.pass(3_600 * SECOND);
    expect(replica.look({ written: 100, replayed: 100 })).toBe('used');
    expect(replica.lagMs()).toBe(0);
  });

  test('is the time since the oldest of what it does not have', () => {
    const replica = freshnessFrom({ written: 100, replayed: 100 });
    replica.look({ written: 200, replayed: 100 });
    replica.pass(2 * SECOND);
    replica.look({ written: 300, replayed: 100 });
    replica.pass(SECOND);
    expect(replica.lagMs()).toBe(3 * SECOND);
    replica.look({ written: 300, replayed: 250 });
    expect(replica.lagMs()).toBe(SECOND);
  });

  test('of more than the bound ends its use, until it has caught up', () => {
    const replica = freshnessFrom({ written: 100, replayed: 100 });
    replica.look({ written: 200, replayed: 100 });
    replica.pass(MAX_LAG_MS);
    expect(replica.look({ written: 200, replayed: 199 })).toBe('used');
    replica.pass(1);
    expect(replica.look({ written: 200, replayed: 199 })).toBe('behind');
    expect(replica.look({ written: 200, replayed: 200 })).toBe('used');
  });

  test('is never taken for less than it is, also after an hour of writes without the replica', () => {
    const replica = freshnessFrom({ written: 100, replayed: 100 });
    for (let second = 1; second <= 3_600; second += 1) {
      replica.noteWritten(100 + second);
      replica.pass(SECOND);
    }
    expect(replica.look({ written: 3_700, replayed: 3_650 })).toBe('behind');
    expect(replica.lagMs()).toBeGreaterThanOrEqual(50 * SECOND);
    expect(replica.look({ written: 3_701, replayed: 3_701 })).toBe('used');
  });
});

describe('what a replica must have', () => {
  test('is at first all that was written when it was first looked at', () => {
    const replica = freshnessFrom({ written: 100, replayed: 90 });
    expect(replica.isCaughtUp()).toBe(false);
    replica.look({ written: 120, replayed: 99 });
    expect(replica.isCaughtUp()).toBe(false);
    replica.look({ written: 130, replayed: 100 });
    expect(replica.isCaughtUp()).toBe(true);
  });

  test('is, after a change that nobody may miss, what was written when the primary was asked next', () => {
    const replica = freshnessFrom({ written: 100, replayed: 100 });
    replica.requireAll();
    expect(replica.isCaughtUp()).toBe(false);
    replica.look({ written: 200, replayed: 199 });
    expect(replica.isCaughtUp()).toBe(false);
    replica.look({ written: 500, replayed: 200 });
    expect(replica.isCaughtUp()).toBe(true);
  });

  test('is asked anew for a change that came while the replica was asked', () => {
    const replica = freshnessFrom({ written: 100, replayed: 100 });
    replica.requireAll();
    replica.noteWritten(200);
    replica.requireAll();
    replica.noteReplayed(200);
    expect(replica.isCaughtUp()).toBe(false);
    replica.look({ written: 201, replayed: 201 });
    expect(replica.isCaughtUp()).toBe(true);
  });
});

// spec s14-scale.14 | S14 6 | A standby that has what the primary never wrote, as after a failover to another one, is not read |
//   src/db/replica-freshness.ts
test('a standby that is ahead of the primary follows another one', () => {
  const replica = freshnessFrom({ written: 100, replayed: 100 });
  replica.look({ written: 100, replayed: 150 });
  expect(replica.look({ written: 120, replayed: 150 })).toBe('other');
});
