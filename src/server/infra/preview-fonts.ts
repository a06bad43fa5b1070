import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

const FILES = [
  'figtree/files/figtree-latin-wght-normal.woff2',
  'figtree/files/figtree-latin-ext-wght-normal.woff2',
  'noto-sans-sinhala/files/noto-sans-sinhala-sinhala-wght-normal.woff2',
  'noto-sans-tamil/files/noto-sans-tamil-tamil-wght-normal.woff2',
];

/** The family names that the files contain. */
export const FONT_FAMILIES = 'Figtree Light, Noto Sans Sinhala, Noto Sans Tamil';

/** Writes font files, because a machine may have no fonts. libvips reads them again while the process runs. */
export async function writeFonts(): Promise<string[]> {
  const { decompress } = await import('wawoff2');
  const folder = mkdtempSync(join(tmpdir(), 'vidya-fonts-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const paths: string[] = [];
  // Decompressed here because the FreeType of sharp has no Brotli, and one after the other because `decompress` reuses its output memory.
  for (const [index, name] of FILES.entries()) {
    const path = join(folder, `${index}.ttf`);
    await writeFile(path, await decompress(await readFile(resolve(`@fontsource-variable/${name}`))));
    paths.push(path);
  }
  return paths;
}
