import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';

/** Longer than any file takes to be written. */
const MAX_WRITE_MS = HOUR_MS;

/** Removes incomplete files of processes that died while they wrote to `folder`. */
export async function removeStaleFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > MAX_WRITE_MS) await rm(file, { force: true });
  }
}
