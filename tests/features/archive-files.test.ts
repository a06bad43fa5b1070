import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ArchiveEntry } from '#server/core/ports.ts';
import { createArchives } from '#server/infra/archives.ts';

const folder = mkdtempSync(join(tmpdir(), 'vidya-archives-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const saved: { path: string; bytes: number }[] = [];
const archives = createArchives({ folder, files: { saveFile: async (path, file) => void saved.push({ path, bytes: statSync(file).size }) } });

const entry = (name: string, read: ArchiveEntry['read']): ArchiveEntry => ({ name, read });
async function* text(words: string) {
  yield words;
}
async function* broken(): AsyncGenerator<string> {
  yield 'half a';
  throw new Error('the database went away');
}

describe('the ZIP of an archive', () => {
  // spec s13-privacy.10 | S13 7 | A copy that breaks off is not stored, and leaves no file behind | src/server/infra/archives.ts
  test('is not stored when a part of it fails, and leaves nothing behind', async () => {
    await expect(archives.store('archives/a.zip', [entry('one.txt', () => text('whole')), entry('two.txt', broken)])).rejects.toThrow(
      'the database went away',
    );
    expect(saved).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  // spec s13-privacy.10
  test('of a process that has died is removed later', async () => {
    const old = join(folder, 'old.zip');
    writeFileSync(old, 'half a ZIP');
    utimesSync(old, new Date(Date.now() - 7_200_000), new Date(Date.now() - 7_200_000));
    writeFileSync(join(folder, 'of-another-process.zip'), 'half a ZIP');
    const bytes = await archives.store('archives/b.zip', [entry('one.txt', () => text('whole'))]);
    expect(saved).toEqual([{ path: 'archives/b.zip', bytes }]);
    expect(readdirSync(folder)).toEqual(['of-another-process.zip']);
  });
});
