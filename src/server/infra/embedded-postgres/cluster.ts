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
import type { PostgresLocation } from './locate.ts';

export type Access = { user: string; password: string; port: number };
export type Postmaster = { pid: number; port: number; ready: boolean };

export function loadAccess(folder: string): Access {
  const file = join(folder, 'pg.json');
  // Written by `saveAccess` only.
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Access;
  const access = { user: 'postgres', password: randomBytes(24).toString('base64url'), port: 0 };
  saveAccess(folder, access);
  return access;
}

export function saveAccess(folder: string, access: Access): void {
  writeFileSync(join(folder, 'pg.json'), JSON.stringify(access), { mode: 0o600 });
}

export function ensureCluster({ native, data, account, prefix }: PostgresLocation, access: Access): void {
  if (existsSync(join(data, 'PG_VERSION'))) {
    takeOwnership(data, account);
    return;
  }
  const temporary = `${data}.new`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { mode: 0o700 });
  const secrets = mkdtempSync(join(tmpdir(), 'vidya-'));
  const passwordFile = join(secrets, 'password');
  writeFileSync(passwordFile, access.password, { mode: 0o600 });
  takeOwnership(temporary, account);
  takeOwnership(secrets, account);
  const locale = process.platform === 'linux' ? ['--locale=C.UTF-8'] : process.platform === 'darwin' ? ['--locale=en_US.UTF-8'] : ['--locale=C'];
  const options = ['-D', temporary, '-U', access.user, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--no-sync', ...locale];
  const [program = '', ...args] = [...prefix, join(native, 'bin', 'initdb'), ...options];
  const result = spawnSync(program, args, {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, TZ: 'UTC' },
  });
  rmSync(secrets, { recursive: true, force: true });
  if (result.status !== 0) throw new Error(`PostgreSQL could not be set up in ${dirname(data)}: ${result.error?.message ?? result.stderr.trim()}`);
  renameSync(temporary, data);
}

export function findPostmaster(data: string): Postmaster | null {
  const file = join(data, 'postmaster.pid');
  const [pidLine = '', folder = '', , portLine = '', , , , status = ''] = readText(file).split('\n');
  const pid = Number(pidLine);
  if (!(pid > 0) || !exists(pid)) return null;
  if (isAlive(pid) && folder === data && (readWorkingFolder(pid) ?? data) === data)
    return { pid, port: Number(portLine), ready: status.trim() === 'ready' };
  // PostgreSQL would mistake another process with this pid for itself; a pid that no process has, it handles.
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
  return /^\d+ \(.*\) Z /s.test(readText(`/proc/${pid}/stat`));
}

function readWorkingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function takeOwnership(path: string, account: PostgresLocation['account']): void {
  const currentUid = process.getuid?.();
  const expectedUid = account?.uid ?? currentUid;
  const { uid } = statSync(path);
  if (expectedUid !== undefined && uid !== expectedUid) {
    if (currentUid !== 0)
      throw new Error(`${path} belongs to another user of this machine (${uid}): start as that user, or remove its folder to begin anew`);
    changeOwner(path, expectedUid, account?.gid ?? 0);
  }
  chmodSync(path, 0o700);
}

function changeOwner(path: string, uid: number, gid: number): void {
  chownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) lchownSync(join(entry.parentPath, entry.name), uid, gid);
}
