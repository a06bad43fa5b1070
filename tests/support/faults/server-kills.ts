import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServerProcess, startServer, stopProcess } from '#tests/support/server.ts';
import { UNREACHED_LIMITS } from './server-limits.ts';

export type KillableServer = {
  url: string;
  /** kill -9 of one of the two processes that serve; false while none runs. */
  killWorker: () => boolean;
  /** kill -9 of the leader, with which the others end, and a start on the same port. */
  killAll: () => Promise<void>;
  stop: () => Promise<unknown>;
};

/** A production server of two processes that is killed. */
export async function startKillable({ databaseUrl, env = {} }: { databaseUrl: string; env?: NodeJS.ProcessEnv }): Promise<KillableServer> {
  const port = await steadyPort();
  const start = () => startServer({ databaseUrl, port, env: { WEB_CONCURRENCY: '2', RATE_LIMITS: UNREACHED_LIMITS, ...env } });
  let server: ServerProcess | null = await start();
  const { url } = server;
  let turn = 0;
  return {
    url,
    killWorker() {
      const workers = childrenOf(server?.process.pid);
      turn += 1;
      return kill(workers[turn % Math.max(1, workers.length)]);
    },
    async killAll() {
      const leader = server;
      if (!leader) return;
      server = null;
      const workers = childrenOf(leader.process.pid);
      await stopProcess(leader.process, 'SIGKILL');
      for (const worker of workers) kill(worker);
      server = await start();
    },
    stop: async () => server?.stop(),
  };
}

export function childrenOf(pid: number | undefined): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export function kill(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
    return false;
  }
}

export async function until(condition: () => boolean | Promise<boolean>, { most, what }: { most: number; what: string }): Promise<void> {
  for (const end = performance.now() + most; !(await condition()); await pause(20)) {
    if (performance.now() > end) throw new Error(`after ${most} ms: ${what}`);
  }
}

/** Below those that outgoing connections are given, so that it is still free after a restart. */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = 18_000 + Math.floor(Math.random() * 10_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
