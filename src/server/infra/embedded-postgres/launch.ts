import { closeSync, existsSync, mkdirSync, openSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { type Access, ensureCluster, findPostmaster, isAlive, loadAccess, readText, saveAccess } from './cluster.ts';
import { locatePostgres, type PostgresLocation } from './locate.ts';
import { type SupervisedProcess, supervise } from './supervise.ts';

export type LaunchOptions = {
  folder: string;
  settings?: Readonly<Record<string, string>>;
  onRestart?: (problem: string) => void;
};

export type EmbeddedPostgres = { url: (database: string) => string; stop: () => Promise<void> };

type Running = { pid: number; port: number; supervised: SupervisedProcess | null };

const STARTING_MS = 30_000;
const ORPHAN_MS = 2_000;
const LOCK_STALE_MS = 60_000;
const POLL_MS = 20;
const WATCH_MS = 250;

/** Or attaches to the server of another process of ours; when that process ends, this one takes over on the same port. */
export async function launchPostgres({ folder, settings = {}, onRestart }: LaunchOptions): Promise<EmbeddedPostgres> {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const home = realpathSync(folder);
  const place = locatePostgres(home);
  let running = await startOrAttach(home, place, settings);
  const { user, password } = loadAccess(home);
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
  const watchdog = setInterval(() => {
    const isRunning = running.supervised ? !running.supervised.hasExited() : isAlive(running.pid);
    if (!isRunning && !stopping) restarting ??= restart();
  }, WATCH_MS).unref();

  return {
    url: (database) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    async stop() {
      stopping = true;
      clearInterval(watchdog);
      await restarting;
      if (!running.supervised) return;
      await running.supervised.stop();
      rmSync(join(home, 'pg.owner'), { force: true });
    },
  };
}

export async function ensureDatabase(server: EmbeddedPostgres, name: string): Promise<string> {
  const sql = postgres(server.url('postgres'), { max: 1, onnotice: () => {} });
  try {
    const [postmaster] = await sql`select 1 from pg_database where datname = ${name}`;
    if (!postmaster) await sql`create database ${sql(name)}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
  return server.url(name);
}

async function startOrAttach(folder: string, place: PostgresLocation, settings: LaunchOptions['settings'], port?: number): Promise<Running> {
  const deadline = Date.now() + STARTING_MS;
  const unlock = await lock(join(folder, 'pg.lock'), deadline);
  try {
    const access = loadAccess(folder);
    ensureCluster(place, access);
    for (;;) {
      const attached = await attach(folder, place, access, deadline);
      if (attached && (port === undefined || attached.port === port)) return attached;
      const started = await start(folder, place, { settings, port, access, deadline });
      if (started) return started;
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not start in ${folder}:\n${readLogEnd(folder)}`);
      await pause(POLL_MS * 5);
    }
  } finally {
    unlock();
  }
}

async function attach(folder: string, place: PostgresLocation, access: Access, deadline: number): Promise<Running | null> {
  for (let sent = false, since = Date.now(); Date.now() < deadline; await pause(POLL_MS)) {
    const postmaster = findPostmaster(place.data);
    if (!postmaster) return null;
    if (isOwnerAlive(folder)) {
      if (postmaster.ready && (await canConnect({ ...access, port: postmaster.port }))) return { ...postmaster, supervised: null };
      continue;
    }
    if (sent || Date.now() - since < ORPHAN_MS) continue;
    process.kill(postmaster.pid, 'SIGINT');
    sent = true;
  }
  return null;
}

/** No statements and rows in the log, which contain addresses of people. */
const WITHOUT_ROW_DATA = { log_error_verbosity: 'terse', log_min_error_statement: 'panic' };

type StartOptions = { settings: LaunchOptions['settings']; port: number | undefined; access: Access; deadline: number };

async function start(
  folder: string,
  { native, data, account, prefix }: PostgresLocation,
  { settings, port, access, deadline }: StartOptions,
): Promise<Running | null> {
  const preferredPort = port ?? access.port;
  const chosenPort = (await freePort(preferredPort)) ?? (port === undefined ? await freePort(0) : null);
  if (chosenPort === null) return null;
  const allSettings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...WITHOUT_ROW_DATA, ...settings };
  const options = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logFile = join(folder, 'pg.log');
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000) rmSync(logFile);
  const supervised = supervise([...prefix, join(native, 'bin', 'postgres'), '-D', data, '-p', String(chosenPort), ...options], { logFile, account });
  writeFileSync(join(folder, 'pg.owner'), String(process.pid));
  while (!supervised.hasExited() && Date.now() < deadline) {
    await pause(POLL_MS);
    const postmaster = findPostmaster(data);
    if (!postmaster?.ready || postmaster.port !== chosenPort) continue;
    if (access.port !== chosenPort) saveAccess(folder, { ...access, port: chosenPort });
    return { pid: postmaster.pid, port: chosenPort, supervised };
  }
  await supervised.stop();
  return null;
}

function isOwnerAlive(folder: string): boolean {
  const pid = Number(readText(join(folder, 'pg.owner')));
  return pid > 0 && isAlive(pid);
}

async function canConnect({ user, password, port }: Access): Promise<boolean> {
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
  const isConnected = await sql`select 1`.then(
    () => true,
    () => false,
  );
  await sql.end({ timeout: 1 });
  return isConnected;
}

function freePort(preferredPort: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(preferredPort, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null));
    });
  });
}

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
    else await pause(POLL_MS);
  }
}

function isStale(file: string): boolean {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  if (mtimeMs === 0) return false;
  const pid = Number(readText(file));
  const age = Date.now() - mtimeMs;
  return age > LOCK_STALE_MS || (pid > 0 ? pid !== process.pid && !isAlive(pid) : age > 1_000);
}

function readLogEnd(folder: string): string {
  return readText(join(folder, 'pg.log')).trim().split('\n').slice(-5).join('\n');
}
