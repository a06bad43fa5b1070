import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = { folder: string; fill: () => void; makeRoom: () => void; countFreeBytes: () => number; close: () => void };

/** A file system of its own in memory. Throws a reason where this user may mount none. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'vidya-small-disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { encoding: 'utf8' });
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    throw new Error(`no small disk can be mounted here: ${stderr?.trim() || 'mount is not there'}`);
  }
  chmodSync(folder, 0o755);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    /** To the last byte. */
    fill() {
      for (const size of [1024 ** 2, 4096, 1]) writeUntilFull(ballast, Buffer.alloc(size, 'x'));
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    countFreeBytes() {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
    close() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Null, or why there is none. */
export function whyNoSmallDisk(): string | null {
  try {
    mountSmallDisk(1).close();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function writeUntilFull(path: string, piece: Buffer): void {
  appendFileSync(path, '');
  const file = openSync(path, 'a');
  try {
    while (writeSync(file, piece) === piece.length);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}
