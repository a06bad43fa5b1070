import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import postgres from 'postgres';
import { readWhole } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { type Manifest, requireKnownMigrations, toSecretMark } from './manifest.ts';
import { readBackup, verifyBackup } from './read-backup.ts';
import type { FileStage, RestoreTarget } from './restore-files.ts';
import { finishTables, holdsData, isInUse, prepareTables, readKnownMigrations, restoreTable } from './restore-rows.ts';

export type RestoreOptions = {
  databaseUrl: string;
  migrations: string;
  files: RestoreTarget;
  stage: () => Promise<FileStage>;
  /** Whether existing rows and files may be replaced. */
  isReplacing: boolean;
  /** The APP_SECRET of the server that will use the restored rows. */
  secret: string;
};

export type Restored = {
  manifest: Manifest;
  /** The folder to which the previous files were moved. */
  previousFiles: string | null;
  /** For a backup without files: those that the store does not have. */
  absent: string[];
  isOtherSecret: boolean;
};

/** All or nothing: everything is checked first, the rows are written in one transaction, and the files are moved into place before it commits. */
export async function restoreBackup(file: FileHandle, key: string, options: RestoreOptions): Promise<Restored> {
  const manifest = await verifyBackup(file, key);
  requireKnownMigrations(manifest, readKnownMigrations(options.migrations));
  const sql = postgres(options.databaseUrl, { max: 1, prepare: false, onnotice: () => {} });
  try {
    if (await isInUse(sql)) throw new BackupError('Vidya is running on this database: stop it first.');
    await requireRoom(sql, manifest, options);
    const absent = manifest.listing ? await listAbsent(manifest, options.files) : [];
    const stage = manifest.listing ? null : await options.stage();
    const previousFiles = await restoreAll(sql, { file, key, manifest, migrations: options.migrations, stage }).catch(async (error: unknown) => {
      await stage?.discard();
      throw error;
    });
    await sql`analyze`;
    return { manifest, previousFiles, absent, isOtherSecret: manifest.secretMark !== toSecretMark(options.secret) };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

type Work = { file: FileHandle; key: string; manifest: Manifest; migrations: string; stage: FileStage | null };

function restoreAll(sql: postgres.Sql, { file, key, manifest, migrations, stage }: Work): Promise<string | null> {
  return sql.begin(async (tx) => {
    const restoring = { tx, sql, manifest, migrations };
    const keys = await prepareTables(restoring);
    const files = new Map(manifest.files.map(({ path, sha256 }) => [path, sha256]));
    for await (const { header, data } of readBackup(file, key)) {
      if (header.kind === 'table') await restoreTable(restoring, header.name, data);
      if (header.kind !== 'file' || !files.has(header.path)) continue;
      const bytes = await readWhole(data);
      if (createHash('sha256').update(bytes).digest('hex') === files.get(header.path)) await stage?.save(header.path, bytes);
    }
    await finishTables(restoring, keys);
    return (await stage?.publish()) ?? null;
  });
}

async function requireRoom(sql: postgres.Sql, { listing }: Manifest, { files, isReplacing }: RestoreOptions): Promise<void> {
  if (isReplacing) return;
  if (await holdsData(sql)) throw new BackupError('The database is not empty. --replace removes what is there, for good.');
  if (listing) return;
  for await (const _ of files.list()) throw new BackupError('There are files in the store. --replace puts those of the backup in their place.');
}

async function listAbsent({ listing }: Manifest, files: RestoreTarget): Promise<string[]> {
  const stored = new Map<string, number>();
  for await (const { path, bytes } of files.list()) stored.set(path, bytes);
  return (listing ?? []).filter(({ path, bytes }) => stored.get(path) !== bytes).map(({ path }) => path);
}
