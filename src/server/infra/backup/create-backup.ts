import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import type { FileListing, FileStore } from '#server/core/ports.ts';
import { type Digest, writeEntry } from './archive.ts';
import { BackupError } from './backup-error.ts';
import type { BackedUpTable, ListedFile, Manifest } from './manifest.ts';
import { readAhead } from './read-ahead.ts';
import type { SealedFile } from './sealed-file.ts';
import { listMigrations, listSequences, listTables, prepareCopying, readRows } from './table-copy.ts';

export type BackupSource = {
  databaseUrl: string;
  files: Pick<FileStore, 'read'> & FileListing;
  /** If false, files are only listed. */
  withFiles: boolean;
  version: string;
  secretMark: string;
  /** How long to wait for a file whose row was written before the file. */
  waitMs?: number;
};

/** An advisory lock: one backup at a time for each database. */
const LOCK = 7_294_611_036;
/** A file that is removed meanwhile requires another snapshot; more attempts than this mean that something else is wrong. */
const MAX_SNAPSHOTS = 20;
const WAIT_MS = 10_000;
const POLL_MS = 250;

/**
 * Copies files, takes a snapshot of the rows, copies files that were added meanwhile, then copies the rows of the snapshot, so that the backup has
 * every file that a row refers to. If one of these files has been removed together with its row, the snapshot is taken again.
 */
export async function createBackup(target: SealedFile, source: BackupSource): Promise<Manifest> {
  const live = postgres(source.databaseUrl, { max: 2, idle_timeout: 0, max_lifetime: null, onnotice: () => {} });
  const locking = await live.reserve();
  try {
    const [lock] = await locking`select pg_try_advisory_lock(${LOCK}) as "isOurs"`;
    if (!lock?.isOurs) throw new BackupError('Another backup of this database is being made.');
    const taken = new Map<string, Digest>();
    if (source.withFiles) await copyFiles(target, source.files, await listPaths(source.files), taken);
    for (let snapshot = 1; snapshot <= MAX_SNAPSHOTS; snapshot += 1) {
      const manifest = await live.begin('isolation level repeatable read read only', (tx) => copySnapshot(tx, locking, { target, source, taken }));
      if (!manifest) continue;
      await writeEntry(target, { kind: 'manifest' }, [Buffer.from(JSON.stringify(manifest))]);
      return manifest;
    }
    throw new BackupError('Files disappear from the store while their rows stay: is another server removing them?');
  } finally {
    locking.release();
    await live.end({ timeout: 5 });
  }
}

type Copying = { target: SealedFile; source: BackupSource; taken: Map<string, Digest> };

/** Null if a file was removed together with its row since the snapshot. */
async function copySnapshot(tx: TransactionSql, live: Sql, { target, source, taken }: Copying): Promise<Manifest | null> {
  await prepareCopying(tx);
  const [{ at, serverVersion } = { at: '', serverVersion: '' }] = await tx<{ at: string; serverVersion: string }[]>`
    select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, current_setting('server_version') as "serverVersion"`;
  const rows = new Map((await tx<ListedFile[]>`select path, bytes from uploads`).map(({ path, bytes }) => [path, bytes]));
  const stored = new Map<string, number>();
  for await (const { path, bytes } of source.files.list()) stored.set(path, bytes);

  const missing: string[] = [];
  if (source.withFiles) {
    const isTaken = (path: string) => taken.has(path) && (rows.get(path) ?? taken.get(path)?.bytes) === taken.get(path)?.bytes;
    const late = [...new Set([...stored.keys(), ...rows.keys()])].filter((path) => !isTaken(path));
    for (const path of await copyFiles(target, source.files, late, taken)) {
      if (!rows.has(path)) continue;
      const state = await waitForFile(path, live, { target, source, taken });
      if (state === 'removed') return null;
      if (state === 'missing') missing.push(path);
    }
  } else missing.push(...[...rows.keys()].filter((path) => !stored.has(path)));

  return {
    format: 1,
    version: source.version,
    at,
    serverVersion,
    migrations: await listMigrations(tx),
    tables: await copyTables(tx, target),
    sequences: await listSequences(tx),
    // A file that no row refers to and the store no longer has was removed meanwhile, and must not be restored.
    files: [...taken].filter(([path]) => rows.has(path) || stored.has(path)).map(([path, digest]) => ({ path, ...digest })),
    listing: source.withFiles ? null : [...stored].map(([path, bytes]) => ({ path, bytes })),
    missing,
    secretMark: source.secretMark,
  };
}

async function copyTables(tx: TransactionSql, target: SealedFile): Promise<BackedUpTable[]> {
  const tables: BackedUpTable[] = [];
  for (const table of await listTables(tx)) {
    let rows = 0;
    const chunks = readRows(tx, table, (more) => {
      rows += more;
    });
    const digest = await writeEntry(target, { kind: 'table', name: table.name }, chunks);
    tables.push({ ...table, ...digest, rows });
  }
  return tables;
}

async function listPaths(files: FileListing): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of files.list()) paths.push(path);
  return paths;
}

/** Returns the files that are missing in the store. */
async function copyFiles(
  target: SealedFile,
  files: Pick<FileStore, 'read'>,
  paths: readonly string[],
  taken: Map<string, Digest>,
): Promise<string[]> {
  const absent: string[] = [];
  for await (const [path, bytes] of readAhead(paths, (one) => files.read(one))) {
    if (bytes) taken.set(path, await writeEntry(target, { kind: 'file', path }, [bytes]));
    else absent.push(path);
  }
  return absent;
}

/** Rows are written before their files. */
async function waitForFile(path: string, live: Sql, { target, source, taken }: Copying): Promise<'here' | 'removed' | 'missing'> {
  const { waitMs = WAIT_MS } = source;
  for (let waited = 0; ; waited += POLL_MS) {
    const absent = await copyFiles(target, source.files, [path], taken);
    if (absent.length === 0) return 'here';
    const [row] = await live`select from uploads where path = ${path}`;
    if (!row) return 'removed';
    if (waited >= waitMs) return 'missing';
    await pause(POLL_MS);
  }
}
