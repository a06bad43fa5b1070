import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

export type SupervisedProcess = { exited: Promise<void>; hasExited: () => boolean; stop: () => Promise<void> };

// The server stops when the pipe on descriptor 3 closes, however this process dies, kill -9 included.
// A background job of sh gets /dev/null as its standard input, hence the descriptor.
const SCRIPT = 'exec 3<&0; "$@" 3<&- </dev/null & p=$!; (read -r _ <&3; kill -INT $p) & c=$!; wait $p; s=$?; kill $c 2>/dev/null; exit $s';
const STOPPING_MS = 15_000;

export function supervise(command: readonly string[], options: { logFile: string; account: { uid: number; gid: number } | null }): SupervisedProcess {
  const onWindows = process.platform === 'win32';
  const [program = '', ...args] = onWindows ? command : ['/bin/sh', '-c', SCRIPT, 'sh', ...command];
  const output = openSync(options.logFile, 'a', 0o600);
  const child = spawn(program, args, {
    ...options.account,
    cwd: '/',
    detached: !onWindows,
    windowsHide: true,
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, TZ: 'UTC', LC_ALL: 'C' },
    stdio: ['pipe', output, output],
  });
  closeSync(output);
  let hasEnded = false;
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      child.stdin?.destroy();
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  child.stdin?.on('error', () => {});

  return {
    exited,
    hasExited: () => hasEnded,
    async stop() {
      if (hasEnded) return;
      if (onWindows) child.kill();
      else child.stdin?.end();
      const killTimer = setTimeout(() => killGroup(child.pid), STOPPING_MS);
      await exited;
      clearTimeout(killTimer);
    },
  };
}

function killGroup(pid: number | undefined): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}
