import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPostgres } from '#server/infra/embedded-postgres/launch.ts';

export type Cluster = { url: (database: string) => string; stop: () => Promise<void> };

// A power cut may take this data: nobody will miss it. What needs statistics gathers them itself.
const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200', autovacuum: 'off' };

/** The PostgreSQL of TEST_DATABASE_URL, or an embedded one that is gone with the tests. */
export async function startCluster(): Promise<Cluster> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: (database) => inDatabase(given, database), stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'vidya-test-'));
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

export function inDatabase(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}
