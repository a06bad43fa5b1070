// spec s13-faults.4 | S13 6 | A soak at 70% of the measured capacity with a fault a minute: nothing lost or doubled, no connection or memory
//   leaked | bench/soak/watch.ts, tests/support/random-operations/drive.ts
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { drive } from '#tests/support/random-operations/drive.ts';
import { watchResources } from './soak/watch.ts';

const SHARE = 0.7;
const MOST_GROWTH = 1.3;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '15' }, ramp: { type: 'string', default: '30' } } });
const seed = String(Date.now());
const print = (line: string) => void process.stdout.write(`${line}\n`);
const share = (list: readonly number[], part: number) => list.toSorted((one, other) => one - other)[Math.floor((list.length - 1) * part)] ?? 0;

print(`load average before: ${loadavg().map((load) => load.toFixed(2))}`);
const ramp = await drive({ seed, operations: Infinity, seconds: Number(values.ramp), faultEveryMs: Infinity });
const capacity = ramp.record.operations / ramp.seconds;
print(`capacity: ${capacity.toFixed(1)} operations a second, ${(ramp.record.latencies.length / ramp.seconds).toFixed(1)} requests a second`);

const resources = watchResources();
const soak = await drive({
  seed: `${seed} soak`,
  operations: Infinity,
  seconds: Number(values.minutes) * 60,
  perSecond: SHARE * capacity,
  faultEveryMs: 60_000,
  watch: resources.start,
  report: print,
});
const { record, faults, seconds, problems } = soak;
const acknowledged = record.writes.filter(({ certainty }) => certainty === 'yes').length;
const unanswered = (record.statuses.get(0) ?? 0) + (record.statuses.get(503) ?? 0);
const percentiles = [0.5, 0.95, 0.99].map((part) => share(record.latencies, part).toFixed(0));
print(
  `soak of ${(seconds / 60).toFixed(1)} minutes at ${SHARE * 100}%: ${record.operations} operations, ${acknowledged} writes acknowledged, ${unanswered} unanswered`,
);
print(
  `answers: ${JSON.stringify(Object.fromEntries(record.statuses))}; p50, p95, p99: ${percentiles.join(', ')} ms; given up without an answer: ${record.hangs}`,
);
print(`faults: ${JSON.stringify(faults)}`);

const { first, last, idle } = resources.summary();
print(
  `processes' memory (MB, all servers): ${first.megabytes} in the first third, ${last.megabytes} in the last; connections: ${first.connections} and ${last.connections}`,
);
print(`after the traffic: ${idle.connections} connections of the pools, ${idle.inTransaction} in a transaction, ${idle.sockets} sockets open`);
if (last.megabytes > MOST_GROWTH * first.megabytes) problems.push(`memory has grown from ${first.megabytes} to ${last.megabytes} MB`);
if (last.connections > MOST_GROWTH * first.connections) problems.push(`connections have grown from ${first.connections} to ${last.connections}`);
if (idle.inTransaction > 0) problems.push(`${idle.inTransaction} connections are left in a transaction`);
for (const problem of problems) print(`PROBLEM ${problem}`);
print(`load average after: ${loadavg().map((load) => load.toFixed(2))}`);
print(problems.length === 0 ? 'Nothing is lost, doubled or leaked.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
