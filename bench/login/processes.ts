import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { nextMessage, stopChild } from '../child.ts';
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
  return { url, stop: () => stopChild(child) };
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
    stop: () => stopChild(child),
  };
}
