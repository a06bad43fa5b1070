import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The ids of all processes whose command names a text; of zombies nothing is left but the id. */
export function processesNaming(text: string): number[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((name) => commandOf(name).includes(text))
    .map(Number);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
