import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from '#server/core/ports.ts';
import { createFileLinks, inside, type Secrets } from './file-links.ts';

/** Files in a local folder. */
export function createLocalFileStore({ folder, ...secrets }: { folder: string } & Secrets): FileStore {
  return {
    ...createFileLinks(secrets),
    async save(path, bytes) {
      const file = join(folder, inside(path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    },
    async read(path) {
      return readFile(join(folder, inside(path))).catch(nullForNothing);
    },
    async has(path) {
      return (await stat(join(folder, inside(path))).catch(nullForNothing))?.isFile() ?? false;
    },
    async remove(path) {
      await rm(join(folder, inside(path)), { force: true });
    },
  };
}

/** No such file, or a name that only a folder has: anything else is a failure. */
const NOTHING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

function nullForNothing(error: unknown): null {
  if (error instanceof Error && 'code' in error && NOTHING.has(String(error.code))) return null;
  throw error;
}
