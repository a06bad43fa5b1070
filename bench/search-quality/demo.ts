import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { TODAY } from '#bench/search/cases.ts';
import { type Connection, connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { seedIfEmpty } from '#seed/seed.ts';
import { startCluster } from '#tests/support/cluster.ts';

const DATABASE = 'bench_search_quality';

/** The demo data of a day that never changes, and so the same ratings in every run. */
export async function withDemoDatabase<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const cluster = await startCluster();
  const folder = mkdtempSync(join(tmpdir(), 'vidya-bench-'));
  try {
    const control = postgres(cluster.url('postgres'), { max: 1, onnotice: () => {} });
    await control`drop database if exists ${control(DATABASE)} with (force)`;
    await control`create database ${control(DATABASE)}`;
    await control.end();
    const databaseUrl = cluster.url(DATABASE);
    await migrate(databaseUrl, 'drizzle');
    await seedIfEmpty({ databaseUrl, today: TODAY, appTimezone: 'Asia/Colombo', filesDir: folder });
    const connection = connect(databaseUrl, { max: 3, name: 'vidya bench' });
    return await work(connection).finally(connection.close);
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
