import { expect, test } from 'vitest';
import { drive } from '#tests/support/random-operations/drive.ts';

const OPERATIONS = Number(process.env.OPERATIONS ?? 20_000);
const SECONDS = Number(process.env.OPERATIONS_SECONDS ?? Infinity);
const SEED = process.env.OPERATIONS_SEED ?? String(Date.now());

/** A new process costs some seconds of processor time. */
const FAULT_EVERY_MS = OPERATIONS > 100_000 ? 20_000 : 10_000;
/** A million takes hours on a small machine. */
const MAX_MS = 24 * 3_600_000;

// spec s13-faults.3 | S13 6 | Random operations by 20 people while servers and PostgreSQL are killed: no overlap, no illegal move, no acknowledged
//   write lost or doubled, every event once | src/server/core/unit-of-work.ts, src/server/core/idempotency.ts, src/server/core/deliver.ts
// spec s13-faults.15 | S13 6 | Meanwhile parties propose other times: a booking never has two open proposals, and each accepted one changes the
//   time once | src/server/features/bookings/proposals.commands.ts
// spec s13-faults.16 | S13 6 | Meanwhile eight people hold live streams, which have each event of their inbox once and in order |
//   src/server/core/hub.ts, src/server/features/inbox/inbox.queries.ts
test(
  `${OPERATIONS} random operations while servers and PostgreSQL are killed (OPERATIONS_SEED=${SEED})`,
  async () => {
    const { record, faults, events, seconds, problems } = await drive({
      seed: SEED,
      operations: OPERATIONS,
      seconds: SECONDS,
      faults: { everyMs: FAULT_EVERY_MS, sparesOldest: false },
      report: (line) => void process.stdout.write(`${line}\n`),
    });
    const figures = {
      seed: SEED,
      operations: record.operations,
      seconds: Math.round(seconds),
      perSecond: Math.round(record.operations / seconds),
      acknowledged: record.writes.filter(({ certainty }) => certainty === 'yes').length,
      unanswered: (record.statuses.get(0) ?? 0) + (record.statuses.get(503) ?? 0),
      hangs: record.hangs,
      events,
      signIns: record.signIns,
      megabytesOfDriver: Math.round(process.memoryUsage().heapUsed / 1024 ** 2),
      longestStandstillMs: Math.max(0, ...faults.standstills),
      ...faults.counts,
    };
    process.stdout.write(`${JSON.stringify({ ...figures, statuses: Object.fromEntries(record.statuses) })}\n`);
    expect(problems).toEqual([]);
    expect(new Set(record.writes.map(({ kind }) => kind))).toEqual(new Set(['made', 'moved', 'proposed', 'settled', 'reviewed', 'sent']));
  },
  MAX_MS,
);
