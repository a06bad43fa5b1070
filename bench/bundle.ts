import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { messages } from '#build/messages.ts';

/** Bundles programs of a bench, because tsx wraps every function, which production does not. Returns the folder. `files` are relative to `bench`, without extension. */
export async function bundle(folder: string, files: readonly string[]): Promise<string> {
  const outDir = fileURLToPath(new URL(`../dist/${folder}`, import.meta.url));
  const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);
  const input = Object.fromEntries(files.map((file) => [nameOf(file), fileURLToPath(new URL(`${file}.ts`, import.meta.url))]));
  const options = { ssr: true, outDir, target: 'node20', minify: false, emptyOutDir: true, sourcemap: true, rolldownOptions: { input } };
  await build({ configFile: false, plugins: [messages()], publicDir: false, logLevel: 'error', build: options });
  return outDir;
}
