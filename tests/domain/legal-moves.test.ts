import { expect, test } from 'vitest';
import { transitionProblem } from '#shared/domain/booking-lifecycle.ts';
import { BOOKING_ACTORS, BOOKING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { LEGAL_MOVES } from '#tests/support/random-operations/invariants.ts';

const HOUR = 3_600_000;
const START = new Date('2026-11-24T10:00:00Z');
const END = new Date(START.getTime() + HOUR);
const MOMENTS = [-24, 0.5, 24].map((hours) => new Date(START.getTime() + hours * HOUR));

// spec s13-faults.13 | S13 6 | The legal moves that the random operations are checked by are those of the domain, written down a second time |
//   src/shared/domain/booking-lifecycle.ts, tests/support/random-operations/invariants.ts
test('the moves that random operations accept are those that somebody may make at some time', () => {
  const legal = BOOKING_STATUSES.flatMap((from) =>
    BOOKING_STATUSES.filter((to) =>
      BOOKING_ACTORS.some((by) =>
        MOMENTS.some((now) => transitionProblem({ status: from, startTime: START, endTime: END }, { by, to, reason: 'Ill' }, now) === null),
      ),
    ).map((to) => `${from} ${to}`),
  );
  expect(LEGAL_MOVES.toSorted()).toEqual(legal.toSorted());
});
