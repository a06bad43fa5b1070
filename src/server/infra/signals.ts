import { readFileSync } from 'node:fs';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const SHELLS = ['sh', 'dash', 'bash', 'ash', 'zsh'];
const WATCH_MS = 500;

export function onStop({ underNpm }: { underNpm: boolean }, stop: (reason: string) => Promise<void>): void {
  let stopping = false;
  const handleStop = (reason: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    stop(reason).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`could not stop in good order: ${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of SIGNALS) process.on(signal, handleStop);
  if (underNpm && process.platform !== 'win32') onNpmExit(() => stopping || handleStop('npm has ended'));
}

/** npm forwards signals to the shell that started this process, and that shell exits without forwarding them. */
function onNpmExit(callback: () => void): void {
  const initial = getAncestors();
  const timer = setInterval(() => {
    if (getAncestors() === initial) return;
    clearInterval(timer);
    callback();
  }, WATCH_MS).unref();
}

function getAncestors(): string {
  const { ppid } = process;
  const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/s.exec(readStat(ppid)) ?? [];
  return SHELLS.includes(name) ? `${ppid} ${parent}` : `${ppid}`;
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
