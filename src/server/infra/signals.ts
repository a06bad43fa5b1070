import { readFileSync } from 'node:fs';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const SHELLS = ['sh', 'dash', 'bash', 'ash', 'zsh'];
const WATCH_MS = 500;

/** Calls `stop` once, when this process is told to stop or when the npm that started it is gone; told twice, it ends at once. */
export function onStop({ underNpm }: { underNpm: boolean }, stop: (reason: string) => Promise<void>): void {
  let stopping = false;
  const begin = (reason: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    stop(reason).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of SIGNALS) process.on(signal, begin);
  if (underNpm && process.platform !== 'win32') whenNpmIsGone(() => stopping || begin('npm has ended'));
}

/** npm hands signals to the shell it started us with, which dies of them without a word to us. */
function whenNpmIsGone(act: () => void): void {
  const before = ancestors();
  const watch = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(watch);
    act();
  }, WATCH_MS).unref();
}

/** Our parent, and the shell's parent where npm put a shell between. */
function ancestors(): string {
  const { ppid } = process;
  const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/s.exec(statOf(ppid)) ?? [];
  return SHELLS.includes(name) ? `${ppid} ${parent}` : `${ppid}`;
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
