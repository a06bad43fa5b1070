import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { freePort, stopProcess } from '#tests/support/server.ts';

export type PgBouncer = {
  port: number;
  through: (url: string) => string;
  kill: () => Promise<void>;
  start: () => Promise<void>;
  close: () => Promise<void>;
};

/** `PGBOUNCER` names another program than the one that is installed. */
const PLACES = [process.env.PGBOUNCER, '/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];
const NOBODY = 65_534;
export const SERVER_CONNECTIONS = 5;
/** Prepared statements, since 1.21. */
export const KNOWS_PREPARED = 121;

/** Major and minor version; null where it is not installed. */
export function findPgBouncer(): { program: string; version: number } | null {
  const program = PLACES.find((place) => place !== undefined && existsSync(place));
  if (!program) return null;
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout) ?? [];
  return { program, version: Number(major) * 100 + Number(minor) };
}

/** Before the server of `url`, in transaction mode, with few connections: whatever belongs to a session meets another one soon. */
export async function startPgBouncer(url: string, { prepared = 0 } = {}): Promise<PgBouncer> {
  const found = findPgBouncer();
  if (!found) throw new Error('PgBouncer is not installed: apt-get install pgbouncer');
  const folder = mkdtempSync(join(tmpdir(), 'vidya-pgbouncer-'));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const { hostname, port: serverPort, username, password } = new URL(url);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: SERVER_CONNECTIONS,
    max_client_conn: 200,
    logfile: join(folder, 'log'),
    server_login_retry: 1,
    ...(found.version >= KNOWS_PREPARED && { max_prepared_statements: prepared }),
  };
  const server = `host=${hostname} port=${serverPort} user=${username} password=${password} connect_query='set statement_timeout = 8000'`;
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const ini = join(folder, 'pgbouncer.ini');
  writeFileSync(ini, ['[databases]', `* = ${server}`, '[pgbouncer]', ...lines, ''].join('\n'));
  const through = (to: string) => Object.assign(new URL(to), { hostname: '127.0.0.1', port: String(port) }).href;
  let running: ChildProcess | null = null;

  async function start(): Promise<void> {
    // It refuses to run as root.
    const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    running = spawn(found?.program ?? '', ['-q', ini], { ...account, stdio: 'ignore' });
    while (!(await answers(through(url)))) {
      if (running.exitCode !== null) throw new Error(`PgBouncer does not start:\n${readFileSync(join(folder, 'log'), 'utf8')}`);
      await pause(20);
    }
  }
  await start();

  return {
    port,
    through,
    start,
    async kill() {
      if (running) await stopProcess(running, 'SIGKILL');
    },
    async close() {
      if (running) await stopProcess(running, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, prepare: false, fetch_types: false, connect_timeout: 2, onnotice: () => {} });
  const isThere = await sql.unsafe('select 1').then(
    () => true,
    () => false,
  );
  await sql.end({ timeout: 0 });
  return isThere;
}
