import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { messages } from '#build/messages.ts';

export type Command = { id: number; command: 'cpu' } | { id: number; command: 'memory' } | { id: number; command: 'broadcast'; payload: string };
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
const OUT_DIR = fileURLToPath(new URL('../../dist/bench', import.meta.url));

/** Bundled as shipped: tsx wraps every function. */
export async function buildChildren(): Promise<void> {
  const input = Object.fromEntries(NAMES.map((name) => [name, fileURLToPath(new URL(`./${name}.ts`, import.meta.url))]));
  const options = { ssr: true, outDir: OUT_DIR, target: 'node20', minify: false, emptyOutDir: true, rolldownOptions: { input } };
  await build({ configFile: false, plugins: [messages()], publicDir: false, logLevel: 'error', build: options });
}

export async function startChild(name: Name, args: readonly string[] = []): Promise<Child> {
  const child = fork(`${OUT_DIR}/${name}.js`, args, { execArgv: ['--expose-gc'] });
  const pending = new Map<number, (answer: unknown) => void>();
  child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
    pending.get(id)?.(answer);
    pending.delete(id);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let lastId = 0;
  const answerTo = <T>(id: number) => new Promise<T>((resolve) => pending.set(id, (answer) => resolve(answer as T)));
  const command = <T>(command: { command: Command['command']; payload?: string }) => {
    lastId += 1;
    child.send({ ...command, id: lastId });
    return answerTo<T>(lastId);
  };
  const url = await answerTo<string>(0);
  return {
    url,
    cpu: () => command<number>({ command: 'cpu' }),
    memory: () => command<Memory>({ command: 'memory' }),
    broadcast: (payload) => command<void>({ command: 'broadcast', payload }),
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
