import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { BACKLOG_OWNER, clock, type Kind, type Planner, type Started } from './queue.ts';
import type { QueueName } from './queues.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
const POLL_MS = 5;
/** How long the silent receiver is waited for, as in the product. */
const TIMEOUT_MS = 10_000;
const MAX_WAIT_MS = 20_000;
const MAX_RECOVERY_MS = 150_000;
const PAUSE_MS = 25;
const WARM_UP = 20;

export type Site = { name: QueueName; url: string; planner: Planner };
export type Worker = { started: Started[]; kill: () => Promise<void> };
export type Wait = number | 'too long';

export async function startWorker({ name, url }: Pick<Site, 'name' | 'url'>): Promise<Worker> {
  const child = fork(WORKER, [name, url], { execArgv: ['--import', 'tsx'] });
  const started: Started[] = [];
  child.on('message', (message: 'ready' | Started[]) => {
    if (message !== 'ready') started.push(...message);
  });
  await once(child, 'message');
  return { started, kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function waitUntil(isDone: () => boolean, mostMs: number): Promise<boolean> {
  for (const end = clock() + mostMs; clock() < end; await pause(POLL_MS)) if (isDone()) return true;
  return isDone();
}

/** From the call that plans the job to its start in the other process. */
async function waitFor({ planner }: Site, workers: readonly Worker[], kind: Kind): Promise<Wait> {
  const [name, plannedAt] = [randomUUID(), clock()];
  await planner.plan(kind, { name, owner: randomUUID(), plannedAt, takesMs: 0 });
  const find = () => workers.flatMap(({ started }) => started).find((job) => job.name === name);
  await waitUntil(() => find() !== undefined, MAX_WAIT_MS);
  const job = find();
  return job ? job.at - plannedAt : 'too long';
}

export async function measureLatency(site: Site, count: number, kind: Kind = 'mail'): Promise<Wait[]> {
  const worker = await startWorker(site);
  const waits: Wait[] = [];
  try {
    for (let index = 0; index < WARM_UP + count; index += 1) {
      const wait = await waitFor(site, [worker], kind);
      if (index >= WARM_UP || wait === 'too long') waits.push(wait);
      if (wait === 'too long') break;
      await pause(PAUSE_MS);
    }
    return waits;
  } finally {
    await worker.kill();
  }
}

export async function measurePlanning({ planner }: Site, count: number): Promise<{ waits: Wait[]; leftAfterRollback: number }> {
  const waits: Wait[] = [];
  await planner.clear();
  const item = () => ({ name: 'planned', owner: randomUUID(), plannedAt: clock(), takesMs: 0 });
  for (let index = 0; index < count; index += 1) await planner.plan('mail', item(), { isRolledBack: true });
  const leftAfterRollback = await planner.countWaiting();
  for (let index = 0; index < count; index += 1) {
    const start = clock();
    await planner.plan('mail', item());
    waits.push(clock() - start);
  }
  await planner.clear();
  return { waits, leftAfterRollback };
}

/** Jobs that do nothing, from the start of the first to the start of the last. */
export async function measureThroughput(site: Site, { count, processes }: { count: number; processes: number }) {
  await site.planner.clear();
  await site.planner.fill({ kind: 'mail', count, owner: BACKLOG_OWNER });
  const workers = await Promise.all(Array.from({ length: processes }, () => startWorker(site)));
  const all = () => workers.flatMap(({ started }) => started);
  try {
    await waitUntil(() => workers.reduce((sum, { started }) => sum + started.length, 0) >= count, 180_000);
    const times = all().map(({ at }) => at);
    const seconds = (times.reduce((a, b) => Math.max(a, b), 0) - times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)) / 1000;
    return { perSecond: times.length / seconds, connections: await countConnections(site.url), doubled: times.length - count };
  } finally {
    for (const { kill } of workers) await kill();
  }
}

async function countConnections(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, connection: { application_name: 'counter' } });
  const [row] = await sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name not in ('bench', 'counter')`;
  await sql.end();
  return row?.count;
}

/** One receiver that does not answer, and others that do. */
export async function measureFairness(site: Site, { backlog, samples }: { backlog: number; samples: number }) {
  await site.planner.clear();
  await site.planner.fill({ kind: 'webhook', count: backlog, owner: BACKLOG_OWNER, takesMs: TIMEOUT_MS });
  const worker = await startWorker(site);
  const waits: Record<Kind, Wait[]> = { mail: [], webhook: [] };
  const countSlow = () => worker.started.filter(({ owner }) => owner === BACKLOG_OWNER).length;
  try {
    await waitUntil(() => countSlow() > 0, MAX_WAIT_MS);
    const firstAt = clock();
    await pause(1_000);
    for (let index = 0; index < samples; index += 1) {
      for (const kind of ['mail', 'webhook'] as const) if (!waits[kind].includes('too long')) waits[kind].push(await waitFor(site, [worker], kind));
    }
    const slots = worker.started.filter(({ owner, at }) => owner === BACKLOG_OWNER && at < firstAt + TIMEOUT_MS - 1_000).length;
    return { ...waits, slots };
  } finally {
    await worker.kill();
  }
}

export async function measureRecovery(site: Site): Promise<Wait> {
  await site.planner.clear();
  const killed = await startWorker(site);
  await site.planner.plan('webhook', { name: 'killed', owner: randomUUID(), plannedAt: clock(), takesMs: 600_000 });
  await waitUntil(() => killed.started.length > 0, MAX_WAIT_MS);
  await killed.kill();
  const killedAt = clock();
  const other = await startWorker(site);
  try {
    await waitUntil(() => other.started.some(({ name }) => name === 'killed'), MAX_RECOVERY_MS);
    const job = other.started.find(({ name }) => name === 'killed');
    return job ? job.at - killedAt : 'too long';
  } finally {
    await other.kill();
  }
}
