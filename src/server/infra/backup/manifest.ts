import { createHmac } from 'node:crypto';
import type { Digest } from './archive.ts';
import { BackupError } from './backup-error.ts';

export type Migration = { hash: string; createdAt: number };
export type BackedUpTable = Digest & { name: string; columns: string[]; rows: number };
export type BackedUpFile = Digest & { path: string };
export type ListedFile = { path: string; bytes: number };
export type Sequence = { name: string; value: string; isCalled: boolean };

/** The last entry of a backup. */
export type Manifest = {
  format: 1;
  /** The release that made it. */
  version: string;
  /** When the snapshot of the rows was taken. */
  at: string;
  serverVersion: string;
  migrations: Migration[];
  tables: BackedUpTable[];
  sequences: Sequence[];
  files: BackedUpFile[];
  /** In a backup without files: the files that were in the store. */
  listing: ListedFile[] | null;
  /** Files that rows refer to and the store did not have. */
  missing: string[];
  /** Shows whether APP_SECRET is the same, without revealing it. */
  secretMark: string;
};

const FORMAT = 1;

export const toSecretMark = (secret: string): string => createHmac('sha256', secret).update('backup').digest('hex').slice(0, 16);

export function parseManifest(bytes: Buffer): Manifest {
  const manifest: { format?: unknown } = JSON.parse(bytes.toString());
  if (manifest.format !== FORMAT) throw new BackupError('This backup was made by another release of Vidya, whose format this one does not know.');
  // Authentic, and of the format that `Manifest` describes.
  return manifest as Manifest;
}

/** The backup's migrations have to be the first ones of this release. */
export function requireKnownMigrations({ version, migrations }: Manifest, known: readonly Migration[]): void {
  const isKnown = migrations.every(({ hash, createdAt }, index) => known[index]?.hash === hash && known[index]?.createdAt === createdAt);
  if (isKnown) return;
  const isNewer = migrations.length > known.length;
  throw new BackupError(
    isNewer
      ? `This backup was made by a newer release of Vidya (${version}): restore it with that release or a later one.`
      : `This backup was made by a release of Vidya (${version}) whose migrations are not those of this one.`,
  );
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
