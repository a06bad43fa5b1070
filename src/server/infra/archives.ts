import { randomUUID } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { access, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArchiveEntry, Archives, FileStore } from '#server/core/ports.ts';
import { removeStaleFiles } from './stale-files.ts';

/** Writes the ZIP to `folder` first, because a store needs to know the size beforehand and must never hold half an archive. */
export function createArchives({ files, folder }: { files: Pick<FileStore, 'saveFile'>; folder: string }): Archives {
  return {
    async store(path, entries) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeStaleFiles(folder);
      const file = join(folder, `${randomUUID()}.zip`);
      try {
        await writeZip(file, entries);
        const { size } = await stat(file);
        await files.saveFile(path, file);
        return size;
      } finally {
        await rm(file, { force: true });
      }
    },
    removeStaleFiles: () => removeStaleFiles(folder),
  };
}

/** Checked at the start: with S3 nothing else uses DATA_DIR, so a missing folder would show only with the first archive. */
export async function prepareArchiveFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new Error(`DATA_DIR must be a folder that the server can write to: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

async function writeZip(file: string, entries: readonly ArchiveEntry[]): Promise<void> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  // Otherwise the ZIP would wait for ever for the failed entry.
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  for (const { name, isCompressed = false, read } of entries) {
    zip.addReadStreamLazy(name, { compress: !isCompressed, mode: 0o100600 }, (take) =>
      take(null, Readable.from(toBytes(read()), { objectMode: false }).on('error', fail)),
    );
  }
  zip.end();
  await pipeline(output, createWriteStream(file, { mode: 0o600 }));
}

async function* toBytes(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}
