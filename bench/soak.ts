// spec s13-faults.4 | S13 6 | A soak at 70% of the measured capacity with a fault a minute: nothing lost or doubled, no connection, socket or
//   memory leaked | bench/soak/watch.ts, tests/support/random-operations/drive.ts
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { drive } from '#tests/support/random-operations/drive.ts';
import { findLeaks, type Resources } from './soak/leaks.ts';
import { watchResources } from './soak/watch.ts';

const SHARE = 0.7;
/** Argon2id is slow on purpose. */
const SIGN_IN_EVERY = 100;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '15' }, ramp: { type: 'string', default: '30' } } });
const seed = String(Date.now());
const print = (line: string) => void process.stdout.write(`${line}\n`);
const share = (list: readonly number[], part: number) => list.toSorted((one, other) => one - other)[Math.floor((list.length - 1) * part)] ?? 0;

print(`load average before: ${loadavg().map((load) => load.toFixed(2))}`);
const ramp = await drive({ seed, operations: Infinity, seconds: Number(values.ramp), signInEvery: SIGN_IN_EVERY });
const capacity = ramp.record.operations / ramp.seconds;
print(`capacity: ${capacity.toFixed(1)} operations a second, ${(ramp.record.latencies.length / ramp.seconds).toFixed(1)} requests a second`);

const length = Number(values.minutes) * 60;
const resources = watchResources({ seconds: length });
const soak = await drive({
  seed: `${seed} soak`,
  operations: Infinity,
  seconds: length,
  perSecond: SHARE * capacity,
  faults: { everyMs: 60_000, sparesOldest: true },
  signInEvery: SIGN_IN_EVERY,
  env: resources.env,
  watch: resources.start,
  report: print,
});
const { record, faults, events, seconds, problems } = soak;
const acknowledged = record.writes.filter(({ certainty }) => certainty === 'yes').length;
const unanswered = (record.statuses.get(0) ?? 0) + (record.statuses.get(503) ?? 0);
const percentiles = [0.5, 0.95, 0.99].map((part) => share(record.latencies, part).toFixed(0));
print(
  `soak of ${(seconds / 60).toFixed(1)} minutes at ${SHARE * 100}%: ${record.operations} operations, ${acknowledged} writes acknowledged, ${unanswered} unanswered, ${record.signIns} sign-ins, ${events} events on live streams`,
);
print(
  `answers: ${JSON.stringify(Object.fromEntries(record.statuses))}; p50, p95, p99: ${percentiles.join(', ')} ms; given up without an answer: ${record.hangs}`,
);
print(`faults: ${JSON.stringify(faults.counts)}`);

const found: Resources = resources.summary();
printResources(found);
problems.push(...ramp.problems, ...findLeaks(found));
for (const problem of problems) print(`PROBLEM ${problem}`);
print(`load average after: ${loadavg().map((load) => load.toFixed(2))}`);
print(problems.length === 0 ? 'Nothing is lost, doubled or leaked.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

function printResources({ first, last, before, after, processes }: Resources): void {
  print(`in the first third and in the last: ${first.connections} and ${last.connections} connections of the pools,`);
  print(`  ${first.clientSockets} and ${last.clientSockets} sockets of clients, ${first.megabytes} and ${last.megabytes} MB in all processes`);
  for (const { pid, first: begin, last: end } of processes) {
    print(
      `  process ${pid}: heap ${begin.heap.toFixed(1)} and ${end.heap.toFixed(1)} MB, ${begin.resident.toFixed(0)} and ${end.resident.toFixed(0)} MB in all`,
    );
  }
  print(
    `before and after the traffic: ${before.clientSockets} and ${after.clientSockets} sockets of clients, ${before.connections} and ${after.connections} connections of the pools, ${after.inTransaction} in a transaction`,
  );
}
