import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { jobs } from '#db/schema/jobs.ts';
import { enqueue } from '#server/core/jobs.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { contextAs } from '#tests/support/callers.ts';
import { type TestDatabase, useDatabase } from '#tests/support/database.ts';
import { runServer } from '#tests/support/running-server.ts';
import { startServer } from '#tests/support/server.ts';
import { anSmtpServer, type SmtpInbox } from '#tests/support/smtp.ts';

const database = useDatabase();
let smtp: SmtpInbox;

beforeEach(async () => {
  await database.db.delete(jobs);
  smtp = await anSmtpServer();
  await smtp.start();
});
afterEach(() => smtp.stop());

const soon = <T>(read: () => T) => expect.poll(read, { interval: 20, timeout: 30_000 });
const rows = (of: Pick<TestDatabase, 'db'> = database) => of.db.select().from(jobs);
const order = (addresses: readonly string[], of: Pick<TestDatabase, 'db'> = database) =>
  inUnitOfWork(contextAs(of, null, { now: () => new Date() }), async (unit) => {
    for (const to of addresses) enqueue(unit, { kind: 'mail.send', params: { mail: 'account_closed', name: 'Nimal', to } });
  });
const addressees = () => smtp.mails.flatMap(({ to }) => to);

describe('jobs of the server', () => {
  // spec mail.2 | S2 | Jobs are claimed with SKIP LOCKED: two processes do each once | src/server/infra/job-runner.ts
  test('two processes on one database send each of a hundred mails once', async () => {
    const servers = [await runServer(database.url, { SMTP_URL: smtp.url }), await runServer(database.url, { SMTP_URL: smtp.url })];
    try {
      const all = Array.from({ length: 100 }, (_, index) => `person.${index}@example.com`);
      await order(all);
      await soon(rows).toEqual([]);
      expect(addressees().sort()).toEqual(all.sort());
    } finally {
      for (const server of servers) await server.close();
    }
  });

  // spec mail.5 | S2 | A process that dies loses none | src/server/infra/job-runner.ts
  test('what a killed process was at, another does once its claim has run out', async () => {
    smtp.hang();
    const env = { SMTP_URL: smtp.url, MAIL: '' };
    const killed = await startServer({ databaseUrl: database.url, env });
    await order(['nimal@example.com']);
    await soon(smtp.attempts).toBe(1);
    killed.process.kill('SIGKILL');
    await killed.stop();
    expect(await rows()).toMatchObject([{ tries: 1, lastError: null }]);
    await smtp.stop();
    await smtp.start();

    const other = await runServer(database.url, { SMTP_URL: smtp.url });
    try {
      await order(['kamala@example.com']);
      await soon(addressees).toEqual(['kamala@example.com']);
      await soon(rows).toMatchObject([{ tries: 1, params: { to: 'nimal@example.com' } }]);
      await database.db.update(jobs).set({ claimedUntil: sql`now()` });
      await order(['sunil@example.com']);
      await soon(rows).toEqual([]);
      expect(addressees().sort()).toEqual(['kamala@example.com', 'nimal@example.com', 'sunil@example.com']);
    } finally {
      await other.close();
    }
  });

  // spec mail.5
  test('go on by themselves when PostgreSQL was away, and none is lost', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vidya-jobs-'));
    chmodSync(folder, 0o755);
    const postgres = await launchPostgres({ folder, settings: { fsync: 'off' } });
    const url = await ensureDatabase(postgres, 'vidya');
    await migrate(url, 'drizzle');
    const own = connect(url, { max: 2 });
    const server = await runServer(url, { SMTP_URL: smtp.url });
    try {
      await order(['before@example.com'], own);
      await soon(addressees).toEqual(['before@example.com']);
      await soon(() => rows(own)).toEqual([]);
      process.kill(Number(readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
      await soon(() => own.isAlive()).toBe(false);
      await soon(async () => own.sql`select 1`.then(String, () => 'away')).not.toBe('away');
      await order(['after@example.com'], own);
      await soon(addressees).toEqual(['before@example.com', 'after@example.com']);
      await soon(() => rows(own)).toEqual([]);
    } finally {
      await server.close();
      await own.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
