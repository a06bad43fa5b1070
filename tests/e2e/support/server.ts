import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { migrate } from '#db/migrate.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { startServer } from '#tests/support/server.ts';

/** The built product on a database of its own, filled with the demo data of today. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  const admin = postgres(cluster.url('postgres'), { max: 1, onnotice: () => {} });
  await admin`create database ${admin(name)}`;
  const databaseUrl = cluster.url(name);
  await migrate(databaseUrl, 'drizzle');
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: mkdtempSync(join(tmpdir(), 'vidya-e2e-')) };
  const seeded = spawnSync(process.execPath, ['--import', 'tsx', 'src/server/cli/seed.ts'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (seeded.status !== 0) throw new Error(`the demo data could not be made:\n${seeded.stdout}${seeded.stderr}`);
  const server = await startServer({ databaseUrl, env });
  process.env.E2E_URL = server.url;
  process.env.E2E_DATABASE_URL = databaseUrl;
  return async () => {
    await server.stop();
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin.end({ timeout: 5 });
    await cluster.stop();
    rmSync(env.DATA_DIR, { recursive: true, force: true });
  };
}
