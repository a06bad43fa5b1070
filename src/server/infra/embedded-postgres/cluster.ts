import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Place } from './locate.ts';

export type Access = { user: string; password: string; port: number };
export type Postmaster = { pid: number; port: number; ready: boolean };

/** How to log in, kept where only the owner of the folder reads it; made with the cluster. */
export function accessTo(folder: string): Access {
  const file = join(folder, 'pg.json');
  // Written below and by nobody else.
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Access;
  const access = { user: 'postgres', password: randomBytes(24).toString('base64url'), port: 0 };
  keepAccess(folder, access);
  return access;
}

export function keepAccess(folder: string, access: Access): void {
  writeFileSync(join(folder, 'pg.json'), JSON.stringify(access), { mode: 0o600 });
}

/** Makes the cluster where there is none; one that was half made when the power went is made again. */
export function ensureCluster({ native, data, account, prefix }: Place, access: Access): void {
  if (existsSync(join(data, 'PG_VERSION'))) {
    own(data, account);
    return;
  }
  const unfinished = `${data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const secrets = mkdtempSync(join(tmpdir(), 'vidya-'));
  const passwordFile = join(secrets, 'password');
  writeFileSync(passwordFile, access.password, { mode: 0o600 });
  own(unfinished, account);
  own(secrets, account);
  const locale = process.platform === 'linux' ? ['--locale=C.UTF-8'] : process.platform === 'darwin' ? ['--locale=en_US.UTF-8'] : ['--locale=C'];
  const options = [
    '-D',
    unfinished,
    '-U',
    access.user,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-sync',
    ...locale,
  ];
  const [program = '', ...args] = [...prefix, join(native, 'bin', 'initdb'), ...options];
  const made = spawnSync(program, args, {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, TZ: 'UTC' },
  });
  rmSync(secrets, { recursive: true, force: true });
  if (made.status !== 0) throw new Error(`PostgreSQL could not be set up in ${dirname(data)}: ${made.error?.message ?? made.stderr.trim()}`);
  renameSync(unfinished, data);
}

/** The server that holds the data folder, or null; what other folders, crashes and reboots left behind does not count. */
export function postmasterOf(data: string): Postmaster | null {
  const file = join(data, 'postmaster.pid');
  const [pidLine = '', folder = '', , portLine = '', , , , status = ''] = textOf(file).split('\n');
  const pid = Number(pidLine);
  if (!(pid > 0) || !exists(pid)) return null;
  if (isAlive(pid) && folder === data && (workingFolder(pid) ?? data) === data)
    return { pid, port: Number(portLine), ready: status.trim() === 'ready' };
  // PostgreSQL would take whatever bears this number now for itself. A number that nothing bears it judges better than we do.
  rmSync(file, { force: true });
  return null;
}

export function isAlive(pid: number): boolean {
  return exists(pid) && !isZombie(pid);
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isZombie(pid: number): boolean {
  return /^\d+ \(.*\) Z /s.test(textOf(`/proc/${pid}/stat`));
}

/** Where a process works, which for a postmaster is its data folder; null where the system does not say. */
function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** What a file says; nothing when it is not there, for these come and go while we look. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** PostgreSQL wants its folder to itself: its own account, nobody else's eyes. */
function own(path: string, account: Place['account']): void {
  const me = process.getuid?.();
  const wanted = account?.uid ?? me;
  const { uid } = statSync(path);
  if (wanted !== undefined && uid !== wanted) {
    if (me !== 0) throw new Error(`${path} belongs to another user of this machine (${uid}): start as that user, or remove its folder to begin anew`);
    giveTo(path, wanted, account?.gid ?? 0);
  }
  chmodSync(path, 0o700);
}

function giveTo(path: string, uid: number, gid: number): void {
  chownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) lchownSync(join(entry.parentPath, entry.name), uid, gid);
}
