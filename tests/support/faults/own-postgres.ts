import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { migrate } from '#db/migrate.ts';
import { type EmbeddedPostgres, ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';

/** A killed process loses nothing that it has handed to the kernel, so `fsync` may be off. */
const SETTINGS = { fsync: 'off', max_connections: '200' };

export type OwnPostgres = {
  url: string;
  /** kill -9 of the server; it is started again after a quarter of a second. */
  crash: () => void;
  /** Until `start`, either orderly or by kill -9. */
  stop: (how: 'orderly' | 'killed') => Promise<void>;
  start: () => Promise<void>;
  /** Resolves with the time (`performance.now`) at which it answered. */
  untilReady: () => Promise<number>;
  close: () => Promise<void>;
};

/** A PostgreSQL of the test's own, migrated, on a port that it keeps. */
export async function launchOwnPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'vidya-fault-'));
  chmodSync(folder, 0o755);
  let server: EmbeddedPostgres | null = await launchPostgres({ folder, settings: SETTINGS });
  const url = await ensureDatabase(server, 'vidya');
  await migrate(url, 'drizzle');
  const crash = () => process.kill(Number(readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  const stop: OwnPostgres['stop'] = async (how) => {
    const stopping = server;
    server = null;
    if (how === 'killed') crash();
    await stopping?.stop();
  };
  return {
    url,
    crash,
    stop,
    async start() {
      server = await launchPostgres({ folder, settings: SETTINGS });
    },
    untilReady: () => untilAnswering(url),
    async close() {
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswering(url: string): Promise<number> {
  for (;;) {
    const sql = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false, connect_timeout: 1 });
    const isReachable = await sql`select 1`.then(
      () => true,
      () => false,
    );
    await sql.end({ timeout: 0 });
    if (isReachable) return performance.now();
    await pause(10);
  }
}
