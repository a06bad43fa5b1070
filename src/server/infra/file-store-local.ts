import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { FileListing, FileStore } from '#server/core/ports.ts';
import { createFileLinks, type Secrets, toSafePath } from './file-links.ts';

/** What a file is called until it is written whole: a full disk leaves no half of it. */
const PART = '.part';

export function createLocalFileStore({ folder, ...secrets }: { folder: string } & Secrets): FileStore & FileListing {
  return {
    ...createFileLinks(secrets),
    async save(path, bytes) {
      const file = join(folder, toSafePath(path));
      await storeWhole(file, (part) => writeFile(part, bytes));
    },
    async saveFile(path, file) {
      await storeWhole(join(folder, toSafePath(path)), (part) => copyFile(file, part));
    },
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
    async *list() {
      const entries = await opendir(folder, { recursive: true }).catch(nullIfMissing);
      for await (const entry of entries ?? []) {
        const file = join(entry.parentPath, entry.name);
        const stats = entry.isFile() && !entry.name.endsWith(PART) ? await stat(file).catch(nullIfMissing) : null;
        if (stats) yield { path: relative(folder, file).split(sep).join('/'), bytes: stats.size };
      }
    },
  };
}

async function storeWhole(file: string, write: (part: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const part = `${file}.${randomUUID()}${PART}`;
  await write(part)
    .then(() => rename(part, file))
    .catch((error: unknown) => rm(part, { force: true }).then(() => Promise.reject(error)));
}

// The stream of Node and the one of fetch are the same at run time, with a type each.
const toWebStream = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;

const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && MISSING_CODES.has(String(error.code))) return null;
  throw error;
}
