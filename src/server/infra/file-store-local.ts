import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { FileListing, FileStore } from '#server/core/ports.ts';
import { createFileLinks, type Secrets, toSafePath } from './file-links.ts';
import { removeStaleFiles } from './stale-files.ts';

/** Files are written here and then renamed, so that neither a full disk nor a killed process leaves an incomplete file under its final name. */
const PARTS = '.parts';

export function createLocalFileStore({ folder, ...secrets }: { folder: string } & Secrets): FileStore & FileListing {
  const parts = join(folder, PARTS);

  async function storeWhole(path: string, write: (part: string) => Promise<void>): Promise<void> {
    const file = join(folder, toSafePath(path));
    const part = join(parts, randomUUID());
    await Promise.all([mkdir(dirname(file), { recursive: true }), mkdir(parts, { recursive: true })]);
    await write(part)
      .then(() => rename(part, file))
      .catch((error: unknown) => rm(part, { force: true }).then(() => Promise.reject(error)));
  }

  return {
    ...createFileLinks(secrets),
    save: (path, bytes) => storeWhole(path, (part) => writeFile(part, bytes)),
    saveFile: (path, file) => storeWhole(path, (part) => copyFile(file, part)),
    async open(path) {
      const file = await open(join(folder, toSafePath(path))).catch(nullIfMissing);
      if (!file) return null;
      const { size } = await file.stat();
      return { bytes: size, stream: toWebStream(file.createReadStream()) };
    },
    async read(path) {
      return readFile(join(folder, toSafePath(path))).catch(nullIfMissing);
    },
    async has(path) {
      return (await stat(join(folder, toSafePath(path))).catch(nullIfMissing))?.isFile() ?? false;
    },
    async remove(path) {
      await rm(join(folder, toSafePath(path)), { force: true });
    },
    removeStaleFiles: () => removeStaleFiles(parts),
    async *list() {
      const entries = await opendir(folder, { recursive: true }).catch(nullIfMissing);
      for await (const entry of entries ?? []) {
        const file = join(entry.parentPath, entry.name);
        const stats = entry.isFile() && entry.parentPath !== parts ? await stat(file).catch(nullIfMissing) : null;
        if (stats) yield { path: relative(folder, file).split(sep).join('/'), bytes: stats.size };
      }
    },
  };
}

// The stream of Node and the one of fetch are the same at run time, with a type each.
const toWebStream = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;

const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && MISSING_CODES.has(String(error.code))) return null;
  throw error;
}
