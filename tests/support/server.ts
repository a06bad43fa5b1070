import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

export type ServerProcess = { url: string; process: ChildProcess; output: readonly string[]; stop: () => Promise<number | null> };

const STARTING_MS = 60_000;
const STOPPING_MS = 20_000;

/** `mostLines`: how many of the last lines of its output are kept. */
type StartedWith = { databaseUrl: string; env?: NodeJS.ProcessEnv | undefined; port?: number; mostLines?: number };

export async function startServer({ databaseUrl, env = {}, mostLines = Infinity, ...options }: StartedWith): Promise<ServerProcess> {
  const built = process.env.SERVER_BUILD ?? 'dist/server/main.js';
  if (!existsSync(built)) throw new Error(`${built} is not there: run npm run build first`);
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const own = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATABASE_URL: databaseUrl,
    APP_SECRET: '8f2c61d09be7435aa14c0d6e92b857f3',
    MAIL: 'off',
    LOG_LEVEL: 'info',
  };
  const child = spawn(process.execPath, [built], {
    env: { ...process.env, ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const { isReady, hasExited } = follow(child, output, '"msg":"ready"', mostLines);
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STARTING_MS);
  const started = await Promise.race([isReady.then(() => true), hasExited.then(() => false)]);
  clearTimeout(killTimer);
  if (!started) throw new Error(`the server did not start:\n${output.join('\n')}`);

  return { url, process: child, output, stop: () => stopProcess(child, 'SIGTERM') };
}

export function follow(child: ChildProcess, output: string[], sign: string, mostLines = Infinity) {
  const isReady = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        if (output.length > mostLines) output.shift();
        if (line.includes(sign)) resolve();
      });
    }
  });
  const hasExited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { isReady, hasExited };
}

export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOPPING_MS);
  const code = await exited;
  clearTimeout(killTimer);
  return code;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}
