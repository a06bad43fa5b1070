import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { nextMessage, stopChild } from '../child.ts';
import { cpuOf, cpuOfTree } from './cpu.ts';

/** `requests`: as they are sent, each once. */
export type Load = { url: string; requests: readonly string[]; connections: number };
/** `latencies` in milliseconds; `bytes`: of the body of an answer; `lastBody`: of the last that failed. */
export type Loaded = { ms: number; latencies: number[]; bytes: number; failed: number; lastBody: string };

export type Server = { name: string; url: string; pid: number; stop: () => Promise<void> };

/** Addresses of photos begin with it. */
const SITE = 'https://vidya.example';
const PRODUCTION = fileURLToPath(new URL('./production.env', import.meta.url));
const MIN_CORES = 4;

type Started = { name: string; databaseUrl: string; folder: string; flags?: readonly string[] };

/** `bundled`: where the programs are; `folder`: where the product keeps its files. */
export async function startServer(bundled: string, { name, databaseUrl, folder, flags = [] }: Started): Promise<Server> {
  const child = fork(`${bundled}/${name}.js`, [databaseUrl, SITE, folder], {
    execArgv: [`--env-file=${PRODUCTION}`, ...flags],
  });
  const url = await nextMessage<string>(child);
  return { name, url, pid: pidOf(child), stop: () => stopChild(child) };
}

export function startLoad(folder: string) {
  const child = fork(`${folder}/load.js`, { execArgv: [] });
  return {
    pid: pidOf(child),
    async run(load: Load): Promise<Loaded> {
      child.send(load);
      return nextMessage<Loaded>(child);
    },
    stop: () => stopChild(child),
  };
}
export type LoadProcess = ReturnType<typeof startLoad>;

/** Pins servers, PostgreSQL and the load generator to separate cores. Returns a description of that. */
export function pinProcesses({ servers, postmaster, load }: { servers: readonly Server[]; postmaster: number | null; load: number }): string {
  if (availableParallelism() < MIN_CORES) return `nothing is pinned to a core: there are fewer than ${MIN_CORES}`;
  const pin = (cores: string, pid: number) => spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)]).status === 0;
  const isDone = [
    ...servers.map(({ pid }) => pin('0', pid)),
    ...(postmaster === null ? [] : [pin('1', postmaster)]),
    pin(`2-${availableParallelism() - 1}`, load),
  ];
  return isDone.every(Boolean)
    ? 'servers on core 0, PostgreSQL on core 1, requests from the others'
    : 'nothing is pinned to a core: there is no taskset';
}

/** Microseconds of a server and of PostgreSQL; null where `/proc` does not say. */
export const readCpu = (pid: number, postmaster: number | null) => ({
  node: process.platform === 'linux' ? cpuOf(pid) : null,
  database: postmaster === null ? null : cpuOfTree(postmaster),
});

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the process has no id');
  return pid;
}
