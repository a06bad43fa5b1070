import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { nextMessage, stopChild } from '../child.ts';

export type Load = { url: string; headers: Record<string, string>; requests: number; connections: number };
export type LoadResult = { ms: number; bytes: number; failed: number };

const NAMES = ['server', 'load'] as const;
const OUT_DIR = fileURLToPath(new URL('../../dist/bench-rest', import.meta.url));

/** Bundled like a release, because tsx wraps every function. */
export async function buildProcesses(): Promise<void> {
  const input = Object.fromEntries(NAMES.map((name) => [name, fileURLToPath(new URL(`./${name}.ts`, import.meta.url))]));
  const options = { ssr: true, outDir: OUT_DIR, target: 'node20', minify: false, emptyOutDir: true, rolldownOptions: { input } };
  await build({ configFile: false, publicDir: false, logLevel: 'error', build: options });
}

export async function startServer(databaseUrl: string, { folder, flags }: { folder: string; flags: readonly string[] }) {
  const child = fork(`${OUT_DIR}/server.js`, [databaseUrl, folder], { execArgv: [...flags] });
  const { answer: url } = await nextMessage<{ answer: string }>(child);
  let lastId = 0;
  return {
    url,
    async cpu(): Promise<number> {
      lastId += 1;
      child.send({ id: lastId, command: 'cpu' });
      return (await nextMessage<{ answer: number }>(child)).answer;
    },
    stop: () => stopChild(child),
  };
}

export function startLoad() {
  const child = fork(`${OUT_DIR}/load.js`);
  return {
    async run(load: Load): Promise<LoadResult> {
      child.send(load);
      return nextMessage<LoadResult>(child);
    },
    stop: () => stopChild(child),
  };
}
