import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { workersOf } from '#tests/support/random-operations/faults.ts';

const EVERY_MS = 5_000;
/** Each forced collection pauses its process for some tens of milliseconds. */
const COLLECTIONS = 24;
const COLLECTING_MS = 2_000;
const CLOSING_MS = 10_000;

export type Sample = { connections: number; inTransaction: number; clientSockets: number; megabytes: number };
/** The resident memory of a process, and its heap after a forced collection. */
type Memory = { resident: number; heap: number };
type Watched = { leader: number; sql: Sql; port: number };

/**
 * A killed process starts again with little memory, so leaks are looked for in processes that run all the time (the leader and the oldest worker,
 * which the faults spare). Their heaps are measured after a forced collection, because garbage would hide a leak.
 */
export function watchResources({ seconds }: { seconds: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'vidya-heaps-'));
  const samples: Sample[] = [];
  const memories = new Map<number, Memory[]>();
  let before: Sample;
  let after: Sample;

  async function watchMemory({ leader }: Watched): Promise<void> {
    for (const [pid, memory] of await readMemories(folder, [leader, ...workersOf(leader)])) memories.set(pid, [...(memories.get(pid) ?? []), memory]);
  }
  return {
    env: { NODE_OPTIONS: `--require=${resolve('tests/support/heap-probe.cjs')}`, HEAP_PROBE_FOLDER: folder },
    async start(watched: Watched) {
      before = await takeSample(watched);
      // A sample is left out while PostgreSQL or a process is away.
      const sampling = setInterval(() => void takeSample(watched).then((sample) => samples.push(sample), ignore), EVERY_MS);
      const collecting = setInterval(() => void watchMemory(watched).catch(ignore), (seconds * 1000) / COLLECTIONS);
      return async () => {
        clearInterval(sampling);
        clearInterval(collecting);
        after = await untilClosed(watched, before.clientSockets);
        rmSync(folder, { recursive: true, force: true });
      };
    },
    summary() {
      const most = Math.max(...[...memories.values()].map(({ length }) => length));
      const lasting = [...memories].filter(([, { length }]) => length >= 0.9 * most);
      return {
        ...thirdsOf(samples),
        before,
        after,
        processes: lasting.map(([pid, list]) => ({ pid, ...thirdsOf(list) })),
      };
    },
  };
}

function ignore(): void {}

async function takeSample({ leader, sql, port }: Watched): Promise<Sample> {
  const [row] = await sql<{ connections: number; inTransaction: number }[]>`
    select count(*)::int as connections, count(*) filter (where state like 'idle in transaction%')::int as "inTransaction"
    from pg_stat_activity where application_name in ('vidya', 'vidya (listens)') and pid <> pg_backend_pid()`;
  const resident = [leader, ...workersOf(leader)].reduce((sum, pid) => sum + residentOf(pid), 0);
  return {
    connections: row?.connections ?? 0,
    inTransaction: row?.inTransaction ?? 0,
    clientSockets: countClientSockets(port),
    megabytes: Math.round(resident),
  };
}

async function untilClosed(watched: Watched, sockets: number): Promise<Sample> {
  for (const end = performance.now() + CLOSING_MS; ; await pause(100)) {
    const sample = await takeSample(watched);
    if ((sample.clientSockets <= sockets && sample.inTransaction === 0) || performance.now() > end) return sample;
  }
}

async function readMemories(folder: string, pids: readonly number[]): Promise<[number, Memory][]> {
  // One that has just started has no handler yet, and would end.
  const ready = pids.filter((pid) => readdirSync(folder).includes(String(pid)));
  for (const pid of ready) {
    rmSync(join(folder, String(pid)));
    process.kill(pid, 'SIGUSR2');
  }
  for (const end = performance.now() + COLLECTING_MS; performance.now() < end; await pause(20)) {
    const names = readdirSync(folder);
    if (ready.every((pid) => names.includes(String(pid)))) break;
  }
  return ready.flatMap((pid): [number, Memory][] => {
    try {
      return [[pid, { resident: residentOf(pid), heap: Number(readFileSync(join(folder, String(pid)), 'utf8')) / 1024 ** 2 }]];
    } catch {
      return [];
    }
  });
}

/** In megabytes. */
function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

const LISTENING = '0A';
const TIME_WAIT = '06';

/** Connections to the server's port, those included that only one side has closed. */
function countClientSockets(port: number): number {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state = '']) => local?.endsWith(ending) && state !== LISTENING && state !== TIME_WAIT).length;
}

function thirdsOf<T extends { [measure: string]: number }>(samples: readonly T[]): { first: T; last: T } {
  const third = Math.max(1, Math.floor(samples.length / 3));
  return { first: mediansOf(samples.slice(0, third)), last: mediansOf(samples.slice(-third)) };
}

function mediansOf<T extends { [measure: string]: number }>(samples: readonly T[]): T {
  const median = (measure: string) =>
    samples.map((sample) => sample[measure] ?? 0).sort((one, other) => one - other)[Math.floor(samples.length / 2)] ?? 0;
  const [any = {}] = samples;
  // It has the keys of the samples.
  return Object.fromEntries(Object.keys(any).map((measure) => [measure, median(measure)])) as T;
}
