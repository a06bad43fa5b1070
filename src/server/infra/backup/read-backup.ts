import type { FileHandle } from 'node:fs/promises';
import { type Digest, type Entry, measure, readEntries, readWhole } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { openSealedFile } from './sealed-file.ts';

export const readBackup = (file: FileHandle, secret: string): AsyncGenerator<Entry> => readEntries(openSealedFile(file, secret));

/** Verifies a backup: reads all of it and writes nothing. */
export async function verifyBackup(file: FileHandle, secret: string): Promise<Manifest> {
  const tables = new Map<string, Digest>();
  const files = new Map<string, Digest>();
  let manifest: Manifest | null = null;
  for await (const { header, data } of readBackup(file, secret)) {
    if (header.kind === 'manifest') manifest = parseManifest(await readWhole(data));
    else if (header.kind === 'table') tables.set(header.name, await measure(data));
    // A file is copied again when its row has another size, so the last copy of a path counts.
    else files.set(header.path, await measure(data));
  }
  if (!manifest) throw new BackupError('This backup is incomplete: its manifest is missing.');
  for (const { name, ...expected } of manifest.tables) requireSame(`the table ${name}`, tables.get(name), expected);
  for (const { path, ...expected } of manifest.files) requireSame(`the file ${path}`, files.get(path), expected);
  return manifest;
}

function requireSame(what: string, found: Digest | undefined, { bytes, sha256 }: Digest): void {
  if (found?.bytes !== bytes || found.sha256 !== sha256) throw new BackupError(`This backup is damaged: ${what} is not what was written.`);
}
