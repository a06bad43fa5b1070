import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { migrate } from '#db/migrate.ts';
import { seedIfEmpty } from '#seed/seed.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { freePort, startServer } from '#tests/support/server.ts';
import type { PageName } from './goals.ts';
import { startProxy } from './proxy.ts';

export type Tutor = { id: string; name: string };

const ZONE = 'Asia/Colombo';

/** The built product with the demo data of today, behind a proxy. */
export async function startSite() {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const next of stops.splice(0).reverse()) await next();
  };
  try {
    const cluster = await startCluster();
    stops.push(cluster.stop);
    const databaseUrl = cluster.url('bench_pages');
    const control = postgres(cluster.url('postgres'), { max: 1, onnotice: () => {} });
    await control`drop database if exists bench_pages with (force)`;
    await control`create database bench_pages`;
    await control.end();
    await migrate(databaseUrl, 'drizzle');
    const folder = mkdtempSync(join(tmpdir(), 'vidya-bench-'));
    stops.push(() => rmSync(folder, { recursive: true, force: true }));
    await seedIfEmpty({ databaseUrl, today: wallClock(new Date(), ZONE).date, appTimezone: ZONE, filesDir: join(folder, 'uploads') });
    const port = await freePort();
    const proxy = await startProxy({ port });
    stops.push(proxy.close);
    const env = { PUBLIC_URL: proxy.url, DATA_DIR: folder, TRUST_PROXY: 'true' };
    const server = await startServer({ databaseUrl, env, port });
    stops.push(server.stop);
    // Whatever ends this process early.
    process.once('exit', () => server.process.kill());
    const { pid } = server.process;
    if (pid === undefined) throw new Error('the server has no process');
    return { proxy, server: { url: server.url, pid }, tutors: await readTutors(server.url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** As the search lists them. */
export async function readTutors(serverUrl: string): Promise<Tutor[]> {
  const tutors: Tutor[] = [];
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${serverUrl}/api/tutors?page=${page}&limit=50`);
    const answer: { tutors: { id: string; user: { name: string } }[] } = await response.json();
    if (answer.tutors.length === 0) return tutors;
    tutors.push(...answer.tutors.map(({ id, user }) => ({ id, name: user.name })));
  }
}

/** Where the server leads somebody who opens each page; the profile is that of the tutor listed first. */
export async function addressesOf(serverUrl: string, [tutor]: readonly Tutor[]): Promise<Record<PageName, string>> {
  if (!tutor) throw new Error('no tutor is listed');
  const addressOf = async (name: PageName) => {
    const path = name.replace('{id}', tutor.id);
    const { headers } = await fetch(serverUrl + path, { redirect: 'manual', headers: { accept: 'text/html' } });
    const { pathname, search } = new URL(headers.get('location') ?? path, serverUrl);
    return pathname + search;
  };
  return { '/': await addressOf('/'), '/tutors': await addressOf('/tutors'), '/tutors/{id}': await addressOf('/tutors/{id}') };
}
