import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds; Linux counts in hundredths of a second. */
const TICK = 10_000;

export const canReadProcesses = process.platform === 'linux';

/** Fields of `proc(5)` from the third one on: the name before them may contain blanks. */
function statOf(pid: number | string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

const sum = (fields: readonly (string | undefined)[]) => fields.reduce((total, field) => total + Number(field) * TICK, 0);

const parentOf = (pid: number | string): number => Number(statOf(pid)[1]);

/** The postmaster: the parent of the process that serves a connection. Null where PostgreSQL runs on another machine. */
export function postmasterOf(backend: number): number | null {
  try {
    return canReadProcesses && readFileSync(`/proc/${backend}/comm`, 'utf8').startsWith('postgres') ? parentOf(backend) : null;
  } catch {
    return null;
  }
}

export function cpuOf(pid: number): number {
  const [user, system] = statOf(pid).slice(11, 13);
  return sum([user, system]);
}

/** Includes child processes, also those that have ended. */
export function cpuOfTree(pid: number): number {
  const own = sum(statOf(pid).slice(11, 15));
  return childrenOf(pid).reduce((total, child) => total + cpuOrNone(child), own);
}

function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((name) => isChild(name, pid)).map(Number);
}

function isChild(name: string, parent: number): boolean {
  try {
    return parentOf(name) === parent;
  } catch {
    return false;
  }
}

/** It may have ended meanwhile. */
function cpuOrNone(pid: number): number {
  try {
    return cpuOf(pid);
  } catch {
    return 0;
  }
}

/** In megabytes. */
export function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
