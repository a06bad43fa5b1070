import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export type Load = { url: string; headers: Record<string, string>; requests: number; connections: number };
export type Loaded = { ms: number; bytes: number; refused: number };

const NAMES = ['server', 'load'] as const;
const BUILT = fileURLToPath(new URL('../../dist/bench-rest', import.meta.url));

/** Bundled as shipped: tsx wraps every function. */
export async function buildProcesses(): Promise<void> {
  const input = Object.fromEntries(NAMES.map((name) => [name, fileURLToPath(new URL(`./${name}.ts`, import.meta.url))]));
  const options = { ssr: true, outDir: BUILT, target: 'node20', minify: false, emptyOutDir: true, rolldownOptions: { input } };
  await build({ configFile: false, publicDir: false, logLevel: 'error', build: options });
}

export async function startServer(databaseUrl: string, { folder, flags }: { folder: string; flags: readonly string[] }) {
  const child = fork(`${BUILT}/server.js`, [databaseUrl, folder], { execArgv: [...flags] });
  const { answer: url } = await heard<{ answer: string }>(child);
  let asked = 0;
  return {
    url,
    async cpu(): Promise<number> {
      asked += 1;
      child.send({ nth: asked, ask: 'cpu' });
      return (await heard<{ answer: number }>(child)).answer;
    },
    stop: () => stopped(child),
  };
}

export function startLoad() {
  const child = fork(`${BUILT}/load.js`);
  return {
    async run(load: Load): Promise<Loaded> {
      child.send(load);
      return heard<Loaded>(child);
    },
    stop: () => stopped(child),
  };
}

async function heard<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const end = () => ended.abort(new Error('a process of the measurement has ended'));
  child.once('exit', end);
  const [message] = await once(child, 'message', { signal: ended.signal });
  child.off('exit', end);
  return message as T;
}

async function stopped(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
}
