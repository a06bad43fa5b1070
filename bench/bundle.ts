import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { messages } from '#build/messages.ts';

/** Of programs of a bench as shipped, since tsx wraps every function; answers the folder. `files` are named from `bench`, without their ending. */
export async function bundle(folder: string, files: readonly string[]): Promise<string> {
  const outDir = fileURLToPath(new URL(`../dist/${folder}`, import.meta.url));
  const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);
  const input = Object.fromEntries(files.map((file) => [nameOf(file), fileURLToPath(new URL(`${file}.ts`, import.meta.url))]));
  const options = { ssr: true, outDir, target: 'node20', minify: false, emptyOutDir: true, sourcemap: true, rolldownOptions: { input } };
  await build({ configFile: false, plugins: [messages()], publicDir: false, logLevel: 'error', build: options });
  return outDir;
}
