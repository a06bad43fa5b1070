import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runBuilt } from '#tests/support/commands.ts';
import { uniqueEmail } from '#tests/support/factories.ts';
import { launchOwnPostgres, type OwnPostgres } from '#tests/support/faults/own-postgres.ts';
import { findPgBouncer, KNOWS_PREPARED, type PgBouncer, SERVER_CONNECTIONS, startPgBouncer } from '#tests/support/faults/pgbouncer.ts';
import { openSite, type Site, summarize } from '#tests/support/faults/site.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/faults/tcp-proxy.ts';
import { expectBelow } from '#tests/support/measured.ts';
import { drive } from '#tests/support/random-operations/drive.ts';
import { startServer } from '#tests/support/server.ts';

const found = findPgBouncer();
const MODES = [{ prepared: 0 }, ...((found?.version ?? 0) >= KNOWS_PREPARED ? [{ prepared: 200 }] : [])];
const OPERATIONS = Number(process.env.OPERATIONS ?? 3_000);
const PROCESSES = 2;
const KEY = '8f2c61d09be7435aa14c0d6e92b857f3'.repeat(2);

const envOf = (directUrl: string, prepared = 0) => ({ DATABASE_DIRECT_URL: directUrl, DATABASE_PREPARE: prepared > 0 ? 'on' : 'off' });

describe.skipIf(found === null)(
  `PgBouncer in transaction mode${found ? ` (${found.version / 100})` : ' (not installed: apt-get install pgbouncer)'}`,
  () => {
    describe.each(MODES)('with max_prepared_statements = $prepared', ({ prepared }) => {
      // spec s14-scale.1 | S14 6 | Behind PgBouncer in transaction mode sign-in, bookings, proposals, reviews, messages and live streams keep all
      //   their rules, with prepared statements and without, while PostgreSQL and processes die | src/db/client.ts, src/server/main.ts
      test(`${OPERATIONS} random operations keep all rules`, async () => {
        let bouncer: PgBouncer | undefined;
        const { record, problems, events, seconds } = await drive({
          seed: process.env.OPERATIONS_SEED ?? String(Date.now()),
          operations: OPERATIONS,
          faults: { everyMs: 10_000, sparesOldest: false },
          through: async (url) => {
            bouncer = await startPgBouncer(url, { prepared });
            return { url: bouncer.through(url), env: envOf(url, prepared) };
          },
        }).finally(() => bouncer?.close());
        process.stdout.write(
          `prepared ${prepared}: ${record.operations} operations in ${Math.round(seconds)} s, ${events} events, ${JSON.stringify(Object.fromEntries(record.statuses))}\n`,
        );
        expect(problems).toEqual([]);
        expect(record.statuses.get(500) ?? 0).toBe(0);
      });
    });

    describe('one site', () => {
      let server: OwnPostgres;
      let proxy: TcpProxy;
      let bouncer: PgBouncer;
      let site: Site;
      beforeAll(async () => {
        server = await launchOwnPostgres();
        proxy = await startTcpProxy(Number(new URL(server.url).port));
        bouncer = await startPgBouncer(proxy.through(server.url));
        const databaseUrl = bouncer.through(server.url);
        site = await openSite({ databaseUrl, directUrl: server.url, processes: PROCESSES, env: envOf(proxy.through(server.url)) });
      });
      afterAll(async () => {
        await site?.close();
        await bouncer?.close();
        await proxy?.close();
        await server?.close();
      });
      const withServer = async <T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
        const sql = postgres(url, { max: 1, onnotice: () => {} });
        return work(sql).finally(() => sql.end({ timeout: 1 }));
      };

      // spec s14-scale.2 | S14 6 | Behind PgBouncer each process has one connection of its own, which listens; the others are those of PgBouncer |
      //   src/db/client.ts
      test('registers, signs in, searches, tells live news and runs jobs on few connections, and one of each process that listens', async () => {
        const watch = await site.underLoad();
        await site.untilWell();
        const person = { email: uniqueEmail(), password: 'battery staple' };
        const post = (path: string, body: object) =>
          fetch(site.server.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
        expect((await post('/api/auth/register', { ...person, name: 'Nimal Perera', role: 'student', phone: '0771234567' })).status).toBe(201);
        expect((await post('/api/auth/login', person)).status).toBe(200);
        const names = await withServer(
          server.url,
          (sql) =>
            sql<{ name: string; count: number }[]>`
          select application_name as name, count(*)::int as count from pg_stat_activity where application_name like 'vidya%' group by 1`,
        );
        const answers = await watch.end();
        expect(answers.filter(({ status }) => ![200, 201].includes(status))).toEqual([]);
        expect(names.find(({ name }) => name === 'vidya')?.count).toBeLessThanOrEqual(SERVER_CONNECTIONS);
        expect(names.find(({ name }) => name === 'vidya (listens)')?.count).toBe(PROCESSES);
        expect(names).toHaveLength(2);
        expect(site.server.output.filter((line) => line.includes('no time limit'))).toEqual([]);
      });

      // spec s14-scale.3 | S14 6 | PgBouncer that dies costs clear 503s, and all is well soon after it is back | src/db/client.ts, src/db/watch.ts
      test('a PgBouncer that dies for 3 s: clear answers, and well again soon after', async () => {
        const watch = await site.underLoad();
        const away = performance.now();
        await bouncer.kill();
        await pause(3_000);
        const back = performance.now();
        await bouncer.start();
        const well = await site.untilWell();
        const answers = await watch.end();
        const { firstMs, lastMs, slowestMs, statuses } = summarize(answers, { away, back });
        process.stdout.write(
          `PgBouncer away: first 503 after ${firstMs} ms, last ${lastMs} ms after the end, slowest ${slowestMs} ms, ${JSON.stringify(statuses)}\n`,
        );
        expect(answers.filter(({ status, message }) => ![200, 201, 503].includes(status) || (status === 503 && !message))).toEqual([]);
        expectBelow(well - back, 2_000);
        expect(well - back).toBeLessThan(7_000);
      });

      // spec s14-scale.4 | S14 6 | A PostgreSQL that falls silent behind PgBouncer is noticed on the direct connection: requests are refused within
      //   3.5 s, and all is well soon after | src/db/client.ts, src/db/watch.ts
      test('a PostgreSQL that falls silent behind it for 7 s: refused within 3.5 s, and well again soon after', async () => {
        const watch = await site.underLoad();
        const away = performance.now();
        proxy.silence('all');
        await pause(7_000);
        const back = performance.now();
        await proxy.resume();
        const well = await site.untilWell();
        const answers = await watch.end();
        const { firstMs, lastMs, slowestMs, statuses } = summarize(answers, { away, back });
        process.stdout.write(
          `silent behind PgBouncer: first 503 after ${firstMs} ms, last ${lastMs} ms after the end, slowest ${slowestMs} ms, all well ${Math.round(well - back)} ms after it, ${JSON.stringify(statuses)}\n`,
        );
        expect(answers.filter(({ status, message }) => ![200, 201, 503].includes(status) || (status === 503 && !message))).toEqual([]);
        expect(firstMs).toBeLessThan(3_500);
      });

      // spec s14-scale.5 | S14 6 | Migrations, commands and backups take DATABASE_DIRECT_URL, because a pooler keeps no state of a session |
      //   src/server/main.ts, src/server/cli/backup-tools.ts, src/server/cli/command-context.ts
      test('migrates an empty database at the start, backs up, and makes an admin, by the direct address', async () => {
        const folder = mkdtempSync(join(tmpdir(), 'vidya-pooled-'));
        const inOther = (url: string) => Object.assign(new URL(url), { pathname: '/empty_one' }).href;
        await withServer(server.url, (sql) => sql`create database empty_one`);
        const env = { ...envOf(inOther(server.url)), DATA_DIR: folder };
        const other = await startServer({ databaseUrl: inOther(bouncer.through(server.url)), env });
        expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
        await other.stop();
        const settings = { DATABASE_URL: bouncer.through(server.url), ...envOf(server.url), DATA_DIR: folder, BACKUP_KEY: KEY };
        const backup = await runBuilt('backup', ['--to', join(folder, 'backups')], settings);
        expect(backup.stderr).toBe('');
        expect(backup.status).toBe(0);
        const admin = await runBuilt('admin', ['create', '--email', uniqueEmail(), '--name', 'Kamala Silva'], {
          ...settings,
          ADMIN_PASSWORD: 'long battery staple',
        });
        expect(admin.stderr).toBe('');
        expect(admin.status).toBe(0);
        rmSync(folder, { recursive: true, force: true });
      });

      // spec s14-scale.7 | S14 6 | A server does not start behind a pooler that would mix up its prepared statements, or through which it would
      //   listen in vain | src/db/pooling.ts, src/server/main.ts
      test('does not start where the pooler would mix up statements, or would lose what is listened for', async () => {
        const pooled = bouncer.through(server.url);
        await expect(startServer({ databaseUrl: pooled })).rejects.toThrow('DATABASE_DIRECT_URL has to name PostgreSQL itself');
        await expect(startServer({ databaseUrl: pooled, env: envOf(pooled) })).rejects.toThrow('DATABASE_DIRECT_URL leads to a pooler');
        await expect(startServer({ databaseUrl: pooled, env: envOf(server.url, 1) })).rejects.toThrow('DATABASE_PREPARE=on needs a pooler');
        const read = { DATABASE_READ_URL: pooled };
        await expect(startServer({ databaseUrl: server.url, env: read })).rejects.toThrow('DATABASE_PREPARE=on needs a pooler');
      });

      // spec s14-scale.6 | S14 6 | A pooler that sets no time limit for statements is named in the log at the start | src/server/main.ts
      test('says so when the pooler sets no time limit for statements', async () => {
        const direct = await startServer({ databaseUrl: server.url, env: envOf(server.url) });
        await direct.stop();
        expect(direct.output.filter((line) => line.includes('have no time limit'))).toHaveLength(1);
      });
    });
  },
);
