import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '#tests/support/server.ts';
import { residentOf } from '../http/cpu.ts';
import { connectSubscribers, productProtocol } from '../realtime/subscribers.ts';

/** Connected and closed first, so that pools and pages are allocated. */
const FIRST_CONNECTIONS = { times: 4, count: 250 };
const COLLECTIONS = 4;
const POLL_MS = 250;
const SHOWN_LINES = 50;

type Options = { databaseUrl: string; folder: string; tokens: readonly string[] };

/** Kilobytes of resident memory for each socket of somebody signed in, garbage collected before and after. */
export async function measureSockets({ databaseUrl, folder, tokens }: Options): Promise<number> {
  const heaps = mkdtempSync(join(tmpdir(), 'vidya-heaps-'));
  const env = { DATA_DIR: folder, NODE_OPTIONS: `--require=${resolve('tests/support/heap-probe.cjs')}`, HEAP_PROBE_FOLDER: heaps };
  const server = await startServer({ databaseUrl, env, mostLines: SHOWN_LINES });
  const pid = server.process.pid ?? 0;
  const protocol = productProtocol(server.url.replace('http', 'ws'), tokens);
  const readResident = async () => {
    for (let index = 0; index < COLLECTIONS; index += 1) await collect(pid, join(heaps, String(pid)));
    return residentOf(pid);
  };
  try {
    for (let index = 0; index < FIRST_CONNECTIONS.times; index += 1)
      await (await connectSubscribers(Math.min(FIRST_CONNECTIONS.count, tokens.length), protocol)).close();
    const empty = await readResident();
    const subscribers = await connectSubscribers(tokens.length, protocol);
    const full = await readResident();
    await subscribers.close();
    return ((full - empty) * 1024) / tokens.length;
  } finally {
    await server.stop();
    rmSync(heaps, { recursive: true, force: true });
  }
}

/** The probe writes its file when garbage is collected. */
async function collect(pid: number, file: string): Promise<void> {
  await pause(POLL_MS);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await pause(POLL_MS / 10);
}
