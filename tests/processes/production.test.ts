import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { type EmbeddedPostgres, ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { expectBelow } from '#tests/support/measured.ts';
import { type ServerProcess, startServer } from '#tests/support/server.ts';

describe('npm start', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let databaseUrl: string;
  let server: ServerProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vidya-start-'));
    chmodSync(folder, 0o755);
    postgres = await launchPostgres({ folder, settings: { fsync: 'off' } });
    databaseUrl = await ensureDatabase(postgres, 'vidya');
    await migrate(databaseUrl, 'drizzle');
    server = await startServer({ databaseUrl });
  });
  afterAll(async () => {
    await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  // spec production.4
  it('refuses to start without PUBLIC_URL and APP_SECRET, and names both and whatever else is wrong', () => {
    const env = { ...process.env, PUBLIC_URL: '', APP_SECRET: '', SMTP_URL: '', MAIL: '', PORT: 'http' };
    const { status, stderr } = spawnSync(process.execPath, ['dist/server/main.js'], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr.trim().split('\n').slice(1)).toEqual([
      expect.stringContaining('PUBLIC_URL is required in production'),
      expect.stringContaining('APP_SECRET is required in production'),
      expect.stringContaining('SMTP_URL is required in production'),
      expect.stringContaining('PORT must be a port number'),
    ]);
  });

  // spec s13-privacy.22 | S13 7 | A server that could not put a copy of somebody's data together does not start, and says so |
  //   src/server/infra/archives.ts
  it('refuses to start where DATA_DIR cannot be written', async () => {
    await expect(startServer({ databaseUrl, env: { DATA_DIR: '/dev/null/data' } })).rejects.toThrow(
      'DATA_DIR must be a folder that the server can write to',
    );
  });

  it('serves pages that caches may store for half a minute, those that the browser renders not at all, and hashed assets for ever, all compressed', async () => {
    const page = await fetch(`${server.url}/tutors`, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
    const html = await page.text();
    expect(page.headers.get('cache-control')).toBe('public, s-maxage=30, stale-while-revalidate=300');
    expect(page.headers.get('content-encoding')).toBe('br');
    const own = await fetch(`${server.url}/account`, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
    expect([own.headers.get('cache-control'), own.headers.get('content-encoding')]).toEqual(['no-cache', 'br']);
    const styles = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1];
    const asset = await fetch(`${server.url}${styles}`, { headers: { 'accept-encoding': 'br' } });
    expect(asset.status).toBe(200);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('br');
  });

  // spec s14-http.7 | S14 2 | No request, call or page makes Node run hooks for promises, a quarter of the time of each request on Node 20 |
  //   src/server/core/logged-request.ts, src/client/ssr/render-page.tsx
  it('runs no hooks for promises, whatever was asked for', async () => {
    const probed = await startServer({ databaseUrl, env: { NODE_OPTIONS: `--require=${resolve('tests/support/promise-hooks-probe.cjs')}` } });
    try {
      const subjects = `/trpc/catalogue.menu?input=${encodeURIComponent('{"json":null}')}`;
      for (const path of ['/', '/tutors', '/tutors', '/api/subjects', '/api/tutors', subjects]) await fetch(`${probed.url}${path}`);
      probed.process.kill('SIGUSR2');
      await expect.poll(() => probed.output.filter((line) => line.startsWith('promise hooks'))).toEqual(['promise hooks: off']);
    } finally {
      await probed.stop();
    }
  });

  it('gives scripts no way in but its own', async () => {
    const page = await fetch(`${server.url}/`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')*;/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain('; frame-src https://www.youtube-nocookie.com;');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('answers 404 for an asset that is not there, and hands out nothing from outside the built client', async () => {
    for (const path of ['/assets/nothing.js', '/assets/..%2f..%2fserver%2fmain.js']) expect((await fetch(`${server.url}${path}`)).status).toBe(404);
    const manifest = await fetch(`${server.url}/.vite/manifest.json`);
    expect(await manifest.text()).toContain('<div id="root">');
  });

  // spec s13-health.1
  it('answers 503 soon while PostgreSQL is away, and is well again by itself once it is back', async () => {
    // What visitors read comes from a cache for a while, also while PostgreSQL is away: nobody has read this tutor before.
    const readTutor = () => fetch(`${server.url}/api/tutors/${randomUUID()}`);
    expect((await readTutor()).status).toBe(404);
    const postmaster = Number(readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(postmaster, 'SIGKILL');
    const killed = performance.now();
    const end = Date.now() + 30_000;
    let refused = await readTutor();
    // Its processes may still have answered.
    for (; refused.status === 404; refused = await readTutor()) expect(Date.now()).toBeLessThan(end);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expectBelow(performance.now() - killed, 1_500);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const isBack = async () => (await fetch(`${server.url}/readyz`)).ok && (await readTutor()).status === 404;
    while (!(await isBack())) expect(Date.now()).toBeLessThan(end);
  });

  it('stops in good order while PostgreSQL is away', async () => {
    const other = await startServer({ databaseUrl: await ensureDatabase(postgres, 'vidya') });
    process.kill(Number(readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    expect(await other.stop(), other.output.join('\n')).toBe(0);
  });

  it('stops in good order on SIGTERM', async () => {
    expect(await server.stop()).toBe(0);
    await expect(fetch(server.url)).rejects.toThrow();
  });
});
