import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, ensureDatabase, launchPostgres } from '#server/infra/embedded-postgres/launch.ts';
import { processesNaming } from '#tests/support/processes.ts';

const SETTINGS = { fsync: 'off' };

let folder: string;
let servers: EmbeddedPostgres[];

async function launch(): Promise<EmbeddedPostgres> {
  const server = await launchPostgres({ folder, settings: SETTINGS });
  servers.push(server);
  return server;
}

async function ask(url: string, text: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, backoff: () => 0.05 });
  try {
    return (await sql.unsafe(text))[0];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function eventually<T>(read: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 20_000; ; ) {
    try {
      return await read();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const postmaster = () => Number(readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('the embedded PostgreSQL', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vidya-pg-'));
    chmodSync(folder, 0o755);
    servers = [];
  });
  afterEach(async () => {
    for (const server of servers.reverse()) await server.stop();
    expect(processesNaming(folder)).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps its rows from one start to the next, and its password to the owner of the folder', async () => {
    const first = await launch();
    const url = await ensureDatabase(first, 'kept');
    await ask(url, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await launch();
    expect(await ask(second.url('kept'), 'select answer from kept')).toEqual({ answer: 42 });
    expect(statSync(join(folder, 'pg.json')).mode & 0o077).toBe(0);
  });

  it('lets a second process attach, which takes over on the same port when the first stops', async () => {
    const first = await launch();
    const second = await launch();
    expect(second.url('postgres')).toBe(first.url('postgres'));
    await first.stop();
    expect(await eventually(() => ask(second.url('postgres'), 'select 1 as one'))).toEqual({ one: 1 });
  });

  // spec s8-development.17
  it('writes nothing of a row into its log when a statement is refused', async () => {
    const server = await launch();
    const url = server.url('postgres');
    await ask(url, 'create table people (email text unique)');
    await ask(url, "insert into people values ('kamal@example.lk')");
    await expect(ask(url, "insert into people values ('kamal@example.lk')")).rejects.toThrow('duplicate key');
    const log = () => readFileSync(join(folder, 'pg.log'), 'utf8');
    await eventually(async () => expect(log()).toContain('people_email_key'));
    expect(log()).not.toContain('kamal@example.lk');
  });

  it('starts again on the same port after its server was killed', async () => {
    const server = await launch();
    process.kill(postmaster(), 'SIGKILL');
    expect(await eventually(() => ask(server.url('postgres'), 'select 1 as one'))).toEqual({ one: 1 });
  });

  it('does not take the server of another folder for its own when a project was copied while it ran', async () => {
    const original = await launch();
    await ensureDatabase(original, 'theirs');
    const stale = readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8');
    const copy = mkdtempSync(join(tmpdir(), 'vidya-pg-'));
    chmodSync(copy, 0o755);
    const beside = await launchPostgres({ folder: copy, settings: SETTINGS });
    await beside.stop();
    writeFileSync(join(copy, 'pg', 'postmaster.pid'), stale);
    const relaunched = await launchPostgres({ folder: copy, settings: SETTINGS });
    expect(relaunched.url('postgres')).not.toBe(original.url('postgres'));
    expect(await ask(relaunched.url('postgres'), "select count(*)::int as count from pg_database where datname = 'theirs'")).toEqual({ count: 0 });
    await relaunched.stop();
    rmSync(copy, { recursive: true, force: true });
  });

  it.runIf(process.getuid?.() === 0)('runs in a folder that only root can enter', async () => {
    chmodSync(folder, 0o700);
    const server = await launch();
    expect(await ask(server.url('postgres'), 'select 1 as one')).toEqual({ one: 1 });
  });
});
