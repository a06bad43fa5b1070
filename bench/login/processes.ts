import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Attack, Attacked } from './attackers.ts';

const NAMES = ['server', 'attackers'] as const;
const BUILT = fileURLToPath(new URL('../../dist/bench-login', import.meta.url));

/** Bundled as shipped: tsx wraps every function. */
export async function buildProcesses(): Promise<void> {
  const input = Object.fromEntries(NAMES.map((name) => [name, fileURLToPath(new URL(`./${name}.ts`, import.meta.url))]));
  const options = { ssr: true, outDir: BUILT, target: 'node20', minify: false, emptyOutDir: true, rolldownOptions: { input } };
  await build({ configFile: false, publicDir: false, logLevel: 'error', build: options });
}

/** The product without its pages, in a process of its own. `rateLimits` is `RATE_LIMITS`. */
export async function startServer(databaseUrl: string, { folder, rateLimits }: { folder: string; rateLimits: string }) {
  const child = fork(`${BUILT}/server.js`, [databaseUrl, folder, rateLimits], { execArgv: [] });
  const { answer: url } = await nextMessage<{ answer: string }>(child);
  return { url, stop: () => stopped(child) };
}

export function startAttackers() {
  const child = fork(`${BUILT}/attackers.js`);
  return {
    /** Resolves once all logins are sent. */
    async attack(attack: Attack): Promise<{ ended: Promise<Attacked> }> {
      child.send(attack);
      await nextMessage(child);
      return { ended: nextMessage<Attacked>(child) };
    },
    stop: () => stopped(child),
  };
}

/** Rejects when the child exits first. */
async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const end = () => ended.abort(new Error('a process of the measurement has ended'));
  child.once('exit', end);
  const [message] = await once(child, 'message', { signal: ended.signal });
  child.off('exit', end);
  return message as T;
}

async function stopped(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}
