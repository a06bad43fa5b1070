// The queue of the product beside two libraries: docs/decisions/2026-11-29-the-job-runner-stays-our-own.md
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { installLibraries } from './jobs/libraries.ts';
import { measureFairness, measureLatency, measurePlanning, measureRecovery, measureThroughput, type Site, type Wait } from './jobs/measure.ts';
import { BACKLOG_OWNER } from './jobs/queue.ts';
import { QUEUES, type QueueName } from './jobs/queues.ts';

const JOBS = 20_000;
const DELAYED = 200_000;
const LATENCIES = 200;
const BACKLOGS = [5_000, 100_000];
const SAMPLES = 10;
const DAY_SECONDS = 86_400;

/** What the variants differ in. */
const PARTS_OF: Partial<Record<QueueName, readonly Part[]>> = {
  before: ['fairness'],
  bossByDatabase: ['fairness'],
  graphileBatched: ['latency', 'throughput'],
};

type Part = 'latency' | 'planning' | 'throughput' | 'delayed' | 'fairness' | 'recovery';

const print = (line: string) => process.stdout.write(`${line}\n`);

function percentiles(waits: readonly Wait[]): string {
  const times = waits.filter((wait) => wait !== 'too long').sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1);
  const missing = waits.length - times.length;
  if (times.length === 0) return 'not within 20 s';
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms${missing > 0 ? `, and ${missing} not within 20 s` : ''}`;
}

const PARTS: Record<Part, (site: Site) => Promise<void>> = {
  async latency(site) {
    print(`  latency                 ${percentiles(await measureLatency(site, LATENCIES))}`);
  },
  async planning(site) {
    const { waits, leftAfterRollback } = await measurePlanning(site, LATENCIES);
    print(`  planning in transaction ${percentiles(waits)}; ${leftAfterRollback} jobs left by ${LATENCIES} rollbacks`);
  },
  async throughput(site) {
    for (const processes of [1, 2]) {
      const { perSecond, connections, doubled } = await measureThroughput(site, { count: JOBS, processes });
      const note = doubled === 0 ? '' : `, ${doubled} too many or too few`;
      print(`  throughput, ${processes} process${processes > 1 ? 'es' : '  '}  ${perSecond.toFixed(0)} a second, ${connections} connections${note}`);
    }
  },
  async delayed(site) {
    await site.planner.clear();
    await site.planner.fill({ kind: 'mail', count: DELAYED, owner: BACKLOG_OWNER, delaySeconds: DAY_SECONDS });
    print(`  with ${DELAYED} delayed    ${percentiles(await measureLatency(site, LATENCIES))}`);
  },
  async fairness(site) {
    for (const backlog of BACKLOGS) {
      const { mail, webhook, slots } = await measureFairness(site, { backlog, samples: SAMPLES });
      print(`  behind ${String(backlog).padEnd(6)} webhooks  of another ${percentiles(webhook)}; mail ${percentiles(mail)}; ${slots} slots held`);
    }
  },
  async recovery(site) {
    const wait = await measureRecovery(site);
    print(`  after kill -9           ${wait === 'too long' ? 'not within 150 s' : `${(wait / 1000).toFixed(1)} s`}`);
  },
};

// The keys of PARTS, which `Object.keys` does not know.
const ALL_PARTS = Object.keys(PARTS) as Part[];

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, parts: { type: 'string' } } });
  // Unknown names fail at once, because they are no keys.
  const names = (values.only?.split(',') ?? Object.keys(QUEUES)) as QueueName[];
  const chosen = values.parts?.split(',') as Part[] | undefined;
  installLibraries();
  const folder = mkdtempSync(join(tmpdir(), 'vidya-bench-jobs-'));
  chmodSync(folder, 0o755);
  const server = await launchPostgres({ folder, settings: { max_connections: '100' } });
  try {
    for (const name of names) {
      const url = await ensureDatabase(server, name.toLowerCase());
      await QUEUES[name].setUp(url);
      const planner = await QUEUES[name].openPlanner(url);
      print(`${QUEUES[name].name} (${QUEUES[name].settings}), load ${loadavg()[0]?.toFixed(1)}`);
      for (const part of chosen ?? PARTS_OF[name] ?? ALL_PARTS) await PARTS[part]({ name, url, planner });
      await planner.close();
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
