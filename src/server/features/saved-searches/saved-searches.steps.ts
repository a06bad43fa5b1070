import type { EventRecorder } from '#server/core/events.ts';
import { enqueue } from '#server/core/jobs.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { SAVED_SEARCHES } from '#shared/vocabulary/limits.ts';

const SLOT_MS = SAVED_SEARCHES.checkMinutes * MINUTE_MS;

/** The runs are at full ten minutes, whoever plans them. */
export const nextRun = (after: Date): Date => new Date((Math.floor(after.getTime() / SLOT_MS) + 1) * SLOT_MS);

/** The key names the run, so that one under way can plan the next. */
export function planCheck(unit: EventRecorder & { now: () => Date }): void {
  const dueAt = nextRun(unit.now());
  enqueue(unit, { kind: 'searches.check', params: {}, dueAt, key: `searches.check ${dueAt.toISOString()}` });
}
