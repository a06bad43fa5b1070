import { closeSync, existsSync, mkdirSync, openSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { type Access, accessTo, ensureCluster, isAlive, keepAccess, postmasterOf, textOf } from './cluster.ts';
import { type Place, placeFor } from './locate.ts';
import { type Supervised, supervise } from './supervise.ts';

export type Launch = {
  folder: string;
  /** Given to the server as `-c name=value`. */
  settings?: Readonly<Record<string, string>>;
  /** Told in a word when the server was lost and is started again. */
  onRestart?: (problem: string) => void;
};

export type EmbeddedPostgres = { url: (database: string) => string; stop: () => Promise<void> };

type Running = { pid: number; port: number; supervised: Supervised | null };

const STARTING_MS = 30_000;
const ORPHAN_MS = 2_000;
const LOCK_STALE_MS = 60_000;
const GLANCE_MS = 20;
const WATCH_MS = 250;

/** Starts PostgreSQL on a data folder or attaches to the one another process of ours runs there; when that ends, it takes over on the same port. */
export async function launchPostgres({ folder, settings = {}, onRestart }: Launch): Promise<EmbeddedPostgres> {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const home = realpathSync(folder);
  const place = placeFor(home);
  let running = await startOrAttach(home, place, settings);
  const { user, password } = accessTo(home);
  const { port } = running;
  let stopping = false;
  let restarting: Promise<void> | null = null;

  async function restart(): Promise<void> {
    onRestart?.('PostgreSQL has stopped; starting it again');
    if (running.supervised) rmSync(join(home, 'pg.owner'), { force: true });
    running = await startOrAttach(home, place, settings, port).catch((error: unknown) => {
      onRestart?.(error instanceof Error ? error.message : String(error));
      return running;
    });
    restarting = null;
  }
  const watch = setInterval(() => {
    const runs = running.supervised ? !running.supervised.hasExited() : isAlive(running.pid);
    if (!runs && !stopping) restarting ??= restart();
  }, WATCH_MS).unref();

  return {
    url: (database) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    async stop() {
      stopping = true;
      clearInterval(watch);
      await restarting;
      if (!running.supervised) return;
      await running.supervised.stop();
      rmSync(join(home, 'pg.owner'), { force: true });
    },
  };
}

/** Creates a database where there is none of that name. */
export async function ensureDatabase(server: EmbeddedPostgres, name: string): Promise<string> {
  const sql = postgres(server.url('postgres'), { max: 1, onnotice: () => {} });
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${name}`;
    if (!found) await sql`create database ${sql(name)}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
  return server.url(name);
}

async function startOrAttach(folder: string, place: Place, settings: Launch['settings'], port?: number): Promise<Running> {
  const deadline = Date.now() + STARTING_MS;
  const unlock = await lock(join(folder, 'pg.lock'), deadline);
  try {
    const access = accessTo(folder);
    ensureCluster(place, access);
    for (;;) {
      const attached = await attach(folder, place, access, deadline);
      if (attached && (port === undefined || attached.port === port)) return attached;
      const started = await start(folder, place, { settings, port, access, deadline });
      if (started) return started;
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not start in ${folder}:\n${endOfLog(folder)}`);
      await pause(GLANCE_MS * 5);
    }
  } finally {
    unlock();
  }
}

/** The server already there, when it answers and its owner lives; one whose owner died is on its way out, or is sent there. */
async function attach(folder: string, place: Place, access: Access, deadline: number): Promise<Running | null> {
  for (let sent = false, since = Date.now(); Date.now() < deadline; await pause(GLANCE_MS)) {
    const found = postmasterOf(place.data);
    if (!found) return null;
    if (ownerLives(folder)) {
      if (found.ready && (await answers({ ...access, port: found.port }))) return { ...found, supervised: null };
      continue;
    }
    if (sent || Date.now() - since < ORPHAN_MS) continue;
    process.kill(found.pid, 'SIGINT');
    sent = true;
  }
  return null;
}

/** What its log says of a refused statement: neither the statement nor the row, in which addresses of people stand. */
const WITHOUT_ROWS = { log_error_verbosity: 'terse', log_min_error_statement: 'panic' };

type Start = { settings: Launch['settings']; port: number | undefined; access: Access; deadline: number };

async function start(folder: string, { native, data, account, prefix }: Place, { settings, port, access, deadline }: Start): Promise<Running | null> {
  const wanted = port ?? access.port;
  const at = (await freePort(wanted)) ?? (port === undefined ? await freePort(0) : null);
  if (at === null) return null;
  const given = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...WITHOUT_ROWS, ...settings };
  const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logFile = join(folder, 'pg.log');
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000) rmSync(logFile);
  const supervised = supervise([...prefix, join(native, 'bin', 'postgres'), '-D', data, '-p', String(at), ...options], { logFile, account });
  writeFileSync(join(folder, 'pg.owner'), String(process.pid));
  while (!supervised.hasExited() && Date.now() < deadline) {
    await pause(GLANCE_MS);
    const found = postmasterOf(data);
    if (!found?.ready || found.port !== at) continue;
    if (access.port !== at) keepAccess(folder, { ...access, port: at });
    return { pid: found.pid, port: at, supervised };
  }
  await supervised.stop();
  return null;
}

function ownerLives(folder: string): boolean {
  const pid = Number(textOf(join(folder, 'pg.owner')));
  return pid > 0 && isAlive(pid);
}

async function answers({ user, password, port }: Access): Promise<boolean> {
  const sql = postgres({
    host: '127.0.0.1',
    port,
    user,
    password,
    database: 'postgres',
    max: 1,
    connect_timeout: 2,
    fetch_types: false,
    onnotice: () => {},
  });
  const answered = await sql`select 1`.then(
    () => true,
    () => false,
  );
  await sql.end({ timeout: 1 });
  return answered;
}

function freePort(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null));
    });
  });
}

/** One process at a time; the lock of one that died is worth nothing. */
async function lock(file: string, deadline: number): Promise<() => void> {
  for (;;) {
    try {
      const handle = openSync(file, 'wx');
      writeFileSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    if (isStale(file)) rmSync(file, { force: true });
    else if (Date.now() > deadline) throw new Error(`Another process has been starting PostgreSQL for long: remove ${file} if that is not so`);
    else await pause(GLANCE_MS);
  }
}

function isStale(file: string): boolean {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  if (mtimeMs === 0) return false;
  const holder = Number(textOf(file));
  const age = Date.now() - mtimeMs;
  return age > LOCK_STALE_MS || (holder > 0 ? holder !== process.pid && !isAlive(holder) : age > 1_000);
}

function endOfLog(folder: string): string {
  return textOf(join(folder, 'pg.log')).trim().split('\n').slice(-5).join('\n');
}
