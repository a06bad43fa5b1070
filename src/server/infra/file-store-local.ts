import { randomUUID } from 'node:crypto';
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { FileListing, FileStore } from '#server/core/ports.ts';
import { createFileLinks, type Secrets, toSafePath } from './file-links.ts';

/** What a file is called until it is written whole: a full disk leaves no half of it. */
const PART = '.part';

export function createLocalFileStore({ folder, ...secrets }: { folder: string } & Secrets): FileStore & FileListing {
  return {
    ...createFileLinks(secrets),
    async save(path, bytes) {
      const file = join(folder, toSafePath(path));
      await mkdir(dirname(file), { recursive: true });
      const part = `${file}.${randomUUID()}${PART}`;
      await writeFile(part, bytes)
        .then(() => rename(part, file))
        .catch((error: unknown) => rm(part, { force: true }).then(() => Promise.reject(error)));
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

const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && MISSING_CODES.has(String(error.code))) return null;
  throw error;
}
