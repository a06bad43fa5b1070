import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export type Ask = { nth: number; ask: 'cpu' } | { nth: number; ask: 'memory' } | { nth: number; ask: 'broadcast'; payload: string };
/** In bytes, after garbage collection. */
export type Memory = { rss: number; heap: number };

export type Child = {
  url: string;
  cpu: () => Promise<number>;
  memory: () => Promise<Memory>;
  broadcast: (payload: string) => Promise<void>;
  stop: () => Promise<void>;
};

type Name = 'product' | 'bare' | 'socket-io';

const NAMES: readonly Name[] = ['product', 'bare', 'socket-io'];
const BUILT = fileURLToPath(new URL('../../dist/bench', import.meta.url));

/** Bundled as shipped: tsx wraps every function. */
export async function buildChildren(): Promise<void> {
  const input = Object.fromEntries(NAMES.map((name) => [name, fileURLToPath(new URL(`./${name}.ts`, import.meta.url))]));
  const options = { ssr: true, outDir: BUILT, target: 'node20', minify: false, emptyOutDir: true, rolldownOptions: { input } };
  await build({ configFile: false, publicDir: false, logLevel: 'error', build: options });
}

export async function startChild(name: Name, args: readonly string[] = []): Promise<Child> {
  const child = fork(`${BUILT}/${name}.js`, args, { execArgv: ['--expose-gc'] });
  const waiting = new Map<number, (answer: unknown) => void>();
  child.on('message', ({ nth, answer }: { nth: number; answer: unknown }) => {
    waiting.get(nth)?.(answer);
    waiting.delete(nth);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let asked = 0;
  const hear = <T>(nth: number) => new Promise<T>((resolve) => waiting.set(nth, (answer) => resolve(answer as T)));
  const ask = <T>(what: { ask: Ask['ask']; payload?: string }) => {
    asked += 1;
    child.send({ ...what, nth: asked });
    return hear<T>(asked);
  };
  const url = await hear<string>(0);
  return {
    url,
    cpu: () => ask<number>({ ask: 'cpu' }),
    memory: () => ask<Memory>({ ask: 'memory' }),
    broadcast: (payload) => ask<void>({ ask: 'broadcast', payload }),
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
