import { expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { measureLoop } from '#tests/support/event-loop/measure.ts';

const database = useDatabase();

/** In milliseconds: budget L1 of the performance document. */
const MAX_BLOCKED_MS = 50;

// spec s8-load.14 | S8 B | No request or frame up to the limits holds the event loop for more than 50 ms | tests/support/event-loop/shapes.ts
test('no request or frame up to the limits holds the event loop for more than 50 ms', async () => {
  const measurements = await measureLoop(database.url);
  expect(measurements.length).toBeGreaterThan(0);
  expect(measurements.every(({ blockedMs }) => Number.isFinite(blockedMs))).toBe(true);
  expect(measurements.filter(({ blockedMs }) => blockedMs > MAX_BLOCKED_MS)).toEqual([]);
});
