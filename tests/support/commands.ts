import { spawn } from 'node:child_process';
import { join } from 'node:path';

export type CommandResult = { status: number | null; stdout: string; stderr: string };

const SETTINGS = { PUBLIC_URL: 'http://127.0.0.1', APP_SECRET: '8f2c61d09be7435aa14c0d6e92b857f3', MAIL: 'off' };

/** A command of the build; the test goes on meanwhile, because it may be the store that the command calls. */
export function runBuilt(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  const child = spawn(process.execPath, [join('dist', 'server', 'cli', `${name}.js`), ...args], { env: { ...process.env, ...SETTINGS, ...env } });
  const result: CommandResult = { status: null, stdout: '', stderr: '' };
  child.stdout.on('data', (text) => {
    result.stdout += text;
  });
  child.stderr.on('data', (text) => {
    result.stderr += text;
  });
  return new Promise((resolve) => child.once('close', (status) => resolve({ ...result, status })));
}
