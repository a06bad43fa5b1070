import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileListing, FileStore } from '#server/core/ports.ts';
import { createLocalFileStore } from '#server/infra/file-store-local.ts';
import type { Manifest } from './manifest.ts';

export type RestoreTarget = Pick<FileStore, 'read' | 'save' | 'remove'> & FileListing;

/** Files that are being restored: `publish` is called right before the rows are committed. */
export type FileStage = {
  save(path: string, bytes: Uint8Array): Promise<void>;
  /** Returns the folder to which the previous files were moved, if there were any. */
  publish(): Promise<string | null>;
  discard(): Promise<void>;
};

/** Restores into a folder next to the store's, which replaces it at the end. */
export async function stageInFolder(folder: string, at: Date): Promise<FileStage> {
  const staged = `${folder}.restoring`;
  const previous = `${folder}.before-${at.toISOString().replaceAll(/[:.]/g, '-')}`;
  await rm(staged, { recursive: true, force: true });
  await mkdir(staged, { recursive: true });
  const store = createLocalFileStore({ folder: staged, secret: '' });
  let state: 'staged' | 'moved' | 'published' = 'staged';
  return {
    save: store.save,
    async publish() {
      const isEmpty = !existsSync(folder) || (await readdir(folder)).length === 0;
      if (isEmpty) await rm(folder, { recursive: true, force: true });
      else await rename(folder, previous);
      state = isEmpty ? 'staged' : 'moved';
      await mkdir(dirname(folder), { recursive: true });
      await rename(staged, folder);
      state = 'published';
      return isEmpty ? null : previous;
    },
    async discard() {
      if (state === 'published') await rename(folder, staged);
      if (existsSync(previous)) await rename(previous, folder);
      await rm(staged, { recursive: true, force: true });
    },
  };
}

/** Files of a bucket that are not in the backup; a bucket is not replaced as a whole. */
export async function listOtherFiles(store: RestoreTarget, { files, listing }: Pick<Manifest, 'files' | 'listing'>): Promise<string[]> {
  const known = new Set((listing ?? files).map(({ path }) => path));
  const others: string[] = [];
  for await (const { path } of store.list()) if (!known.has(path)) others.push(path);
  return others;
}

/** A path is never reused, so files are stored in their final place before rows refer to them, and removed if the rows fail. */
export async function stageInStore(store: RestoreTarget): Promise<FileStage> {
  const existing = new Set<string>();
  for await (const { path } of store.list()) existing.add(path);
  const added: string[] = [];
  return {
    async save(path, bytes) {
      if (existing.has(path)) {
        const stored = await store.read(path);
        if (stored && Buffer.compare(stored, bytes) === 0) return;
      } else added.push(path);
      await store.save(path, bytes);
    },
    publish: async () => null,
    async discard() {
      for (const path of added) await store.remove(path);
    },
  };
}
