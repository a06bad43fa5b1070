// spec s8-load.10, s8-load.14
import postgres from 'postgres';
import { migrate } from '#db/migrate.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { measureLoop } from '#tests/support/event-loop/measure.ts';

const MAX_MS = 50;
const SHOWN = 25;

/** How long one request or frame blocks the event loop of the server. */
async function main(): Promise<void> {
  const cluster = await startCluster();
  const admin = postgres(cluster.url('postgres'), { max: 1, onnotice: () => {} });
  await admin`create database bench_loop`;
  await admin.end();
  await migrate(cluster.url('bench_loop'), 'drizzle');
  const results = await measureLoop(cluster.url('bench_loop'));
  await cluster.stop();

  results.sort((one, other) => other.blockedMs - one.blockedMs);
  for (const { target, shape, blockedMs } of results.slice(0, SHOWN))
    process.stdout.write(`${blockedMs.toFixed(1).padStart(7)} ms  ${target}: ${shape}\n`);
  const worst = results[0]?.blockedMs ?? 0;
  process.stdout.write(`longest of ${results.length}: ${worst.toFixed(1)} ms (goal: at most ${MAX_MS} ms)\n`);
  process.exitCode = worst <= MAX_MS ? 0 : 1;
}

await main();
