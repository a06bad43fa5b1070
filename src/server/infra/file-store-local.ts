import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from '#server/core/ports.ts';
import { createFileLinks, inside } from './file-links.ts';

/** Files in a local folder. */
export function createLocalFileStore({ folder, secret }: { folder: string; secret: string }): FileStore {
  return {
    ...createFileLinks(secret),
    async save(path, bytes) {
      const file = join(folder, inside(path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    },
    async read(path) {
      return readFile(join(folder, inside(path))).catch(() => null);
    },
    async remove(path) {
      await rm(join(folder, inside(path)), { force: true });
    },
  };
}
