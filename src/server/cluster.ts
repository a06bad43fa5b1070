import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { isReplacement, REPLACES_ANOTHER } from './config.ts';
import type { Sibling } from './edge/socketio-relay.ts';
import { closeLostConnections } from './infra/cluster-handoffs.ts';
import type { Log } from './infra/log.ts';

export type Assignment = { databaseUrl: string; connections: number };

/** The port of each worker at which the others reach its Socket.IO clients. */
type RelayPorts = Record<number, number>;
type Command = { command: 'serve'; assignment: Assignment } | { command: 'relay_ports'; relayPorts: RelayPorts } | { command: 'stop' };
type Report = { report: 'alive' } | { report: 'listening' } | { report: 'relay_listening'; relayPort: number } | { report: 'ready'; port: number };

/** A worker that exits sooner counts as a failed start. */
const SHORT_LIFE_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const HEARTBEAT_MS = 1_000;
/** A worker that sends no message for this long is stuck: it is killed and replaced. */
const STUCK_MS = 5_000;
/** Longer than a worker takes to stop. */
const STOPPING_MS = 20_000;

export type Workers = { port: number; stop: () => Promise<void> };

type Start = { processes: number; assignment: Promise<Assignment>; log: Log };

export async function startWorkers({ processes, assignment, log }: Start): Promise<Workers> {
  const relayPorts: RelayPorts = {};
  let isRunning = false;
  let isStopping = false;
  let earlyExits = 0;
  const lastReportAt = new Map<number, number>();
  const sendRelayPorts = () => {
    for (const worker of workers()) send(worker, { command: 'relay_ports', relayPorts });
  };

  function fork(): Promise<number> {
    const forkedAt = performance.now();
    const othersServe = isRunning && lastReportAt.size > 0;
    const worker = cluster.fork(othersServe ? { [REPLACES_ANOTHER]: 'true' } : {});
    closeLostConnections(worker.process);
    const prepare = () =>
      assignment.then(
        (ready) => send(worker, isStopping ? { command: 'stop' } : { command: 'serve', assignment: ready }),
        () => worker.process.kill(),
      );
    return new Promise((resolve, reject) => {
      worker.on('message', (message: Report) => {
        if (message.report === 'listening') void prepare();
        if (lastReportAt.has(worker.id) || message.report === 'ready') lastReportAt.set(worker.id, performance.now());
        if (message.report === 'ready') resolve(message.port);
        if (message.report === 'relay_listening') {
          relayPorts[worker.id] = message.relayPort;
          sendRelayPorts();
        }
      });
      worker.on('error', (error) => log.error({ err: error, pid: worker.process.pid }, 'a server process cannot be reached'));
      worker.once('exit', (code, signal) => {
        delete relayPorts[worker.id];
        lastReportAt.delete(worker.id);
        sendRelayPorts();
        reject(new Error(`A server process ended before it was ready (${signal ?? `exit code ${code}`})`));
        if (isRunning && !isStopping) void replace({ pid: worker.process.pid, code, signal }, performance.now() - forkedAt);
      });
    });
  }
  async function replace(dead: { pid: number | undefined; code: number; signal: string }, livedMs: number): Promise<void> {
    earlyExits = livedMs < SHORT_LIFE_MS ? earlyExits + 1 : 0;
    const waitMs = earlyExits === 0 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (earlyExits - 1));
    log.error({ ...dead, waitMs }, 'a server process has ended; another takes its place');
    await pause(waitMs);
    if (isStopping) return;
    const forkedAt = performance.now();
    await fork().then(
      () => log.info({ ms: Math.round(performance.now() - forkedAt) }, 'a new server process serves'),
      () => undefined,
    );
  }
  let checkedAt = performance.now();
  function killStuckWorkers(): void {
    const now = performance.now();
    const wasLate = now - checkedAt > 2 * HEARTBEAT_MS;
    checkedAt = now;
    // If the primary or the machine was suspended, messages of the workers may be waiting unread.
    if (wasLate) for (const id of lastReportAt.keys()) lastReportAt.set(id, now);
    for (const worker of workers()) {
      const silentMs = now - (lastReportAt.get(worker.id) ?? now);
      if (silentMs < STUCK_MS) continue;
      log.error(
        { pid: worker.process.pid, silentMs: Math.round(silentMs) },
        'a server process is stuck: its event loop has stood still; it is killed',
      );
      lastReportAt.delete(worker.id);
      worker.process.kill('SIGKILL');
    }
  }
  const checking = setInterval(killStuckWorkers, HEARTBEAT_MS).unref();

  async function stop(): Promise<void> {
    isStopping = true;
    clearInterval(checking);
    const gone = workers().map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of workers()) send(worker, { command: 'stop' });
    const timeout = setTimeout(() => {
      for (const worker of workers()) worker.process.kill('SIGKILL');
    }, STOPPING_MS);
    await Promise.all(gone);
    clearTimeout(timeout);
  }

  try {
    const [port = 0] = await Promise.all(Array.from({ length: processes }, fork));
    isRunning = true;
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type ClusterMembership = {
  replacesAnother: boolean;
  assignment: Promise<Assignment>;
  sibling: Sibling;
  ready: (port: number) => void;
  /** A signal may reach all processes and call this twice. */
  onStop: (stop: () => void) => void;
};

export function joinCluster(): ClusterMembership | null {
  const { worker } = cluster;
  if (!worker) return null;
  let relayPorts: RelayPorts = {};
  let markKnown = () => {};
  const known = new Promise<void>((resolve) => {
    markKnown = resolve;
  });
  // A worker that does not serve yet has nothing to finish.
  let end = (): void => process.exit(0);
  const assignment = new Promise<Assignment>((resolve) => {
    process.on('message', (message: Command) => {
      if (message.command === 'serve') resolve(message.assignment);
      if (message.command === 'relay_ports') relayPorts = message.relayPorts;
      if (relayPorts[worker.id] !== undefined) markKnown();
      if (message.command === 'stop') end();
    });
    // A message that arrives before this listener is registered would be lost.
    report({ report: 'listening' });
    setInterval(report, HEARTBEAT_MS, { report: 'alive' } satisfies Report).unref();
  });
  return {
    replacesAnother: isReplacement(),
    assignment,
    sibling: {
      id: worker.id,
      portOf: (id) => relayPorts[id],
      announcePort(relayPort) {
        report({ report: 'relay_listening', relayPort });
        return known;
      },
    },
    ready: (port) => report({ report: 'ready', port }),
    onStop(stop) {
      end = stop;
    },
  };
}

/** A dead worker may still be listed, and its `exit` event would never come. */
function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isDead() === false ? worker : []));
}

function send(worker: Worker, command: Command): void {
  if (worker.isConnected()) worker.send(command, () => {});
}

function report(message: Report): void {
  process.send?.(message);
}
