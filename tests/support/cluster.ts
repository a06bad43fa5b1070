import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPostgres } from '#server/infra/embedded-postgres/launch.ts';

export type Cluster = { url: (database: string) => string; stop: () => Promise<void> };

// Durability is off; statistics are gathered by tests that need them.
const CARELESS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  autovacuum: 'off',
  max_wal_size: '256MB',
};
const PLENTY_BYTES = 4 * 1024 ** 3;

export async function startCluster(): Promise<Cluster> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: (database) => inDatabase(given, database), stop: async () => {} };
  const folder = mkdtempSync(join(parentFolder(), 'vidya-test-'));
  chmodSync(folder, 0o755);
  const server = await launchPostgres({ folder, settings: CARELESS });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Memory where there is plenty of it: on a disk, opening the many small files of new databases takes a fifth of the time of the tests. */
function parentFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > PLENTY_BYTES ? memory : tmpdir();
}

export function inDatabase(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}
