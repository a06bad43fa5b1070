import { copyFile, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileStore } from '#server/core/ports.ts';
import { createFileLinks, type Secrets, toSafePath } from './file-links.ts';

export function createLocalFileStore({ folder, ...secrets }: { folder: string } & Secrets): FileStore {
  return {
    ...createFileLinks(secrets),
    async save(path, bytes) {
      const file = join(folder, toSafePath(path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    },
    async saveFile(path, file) {
      const target = join(folder, toSafePath(path));
      await mkdir(dirname(target), { recursive: true });
      await copyFile(file, target);
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
  };
}

// The stream of Node and the one of fetch are the same at run time, with a type each.
const toWebStream = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;

const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && MISSING_CODES.has(String(error.code))) return null;
  throw error;
}
