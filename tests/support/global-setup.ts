import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '#db/migrate.ts';
import { launchPostgres } from '#server/infra/embedded-postgres/launch.ts';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
    template: string;
  }
}

// A power cut may take this data: nobody will miss it.
const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200', autovacuum: 'off' };

/** One PostgreSQL and one migrated template for all test files; they clone it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = `template_app_${process.pid}`;
  const { url, stop } = process.env.TEST_DATABASE_URL ? given(process.env.TEST_DATABASE_URL) : await embedded();
  const admin = postgres(url('postgres'), { max: 1, onnotice: () => {} });
  await admin`create database ${admin(template)}`;
  await migrate(url(template), 'drizzle');
  project.provide('adminUrl', url('postgres'));
  project.provide('template', template);
  return async () => {
    await admin`drop database if exists ${admin(template)} with (force)`;
    await admin.end({ timeout: 5 });
    await stop();
  };
}

async function embedded() {
  const folder = mkdtempSync(join(tmpdir(), 'vidya-test-'));
  chmodSync(folder, 0o755);
  const server = await launchPostgres({ folder, settings: CARELESS });
  const { url } = server;
  return {
    url,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function given(text: string) {
  const url = (database: string) => {
    const address = new URL(text);
    address.pathname = `/${database}`;
    return address.href;
  };
  return { url, stop: async () => {} };
}
