import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;
const PARALLEL = 4;

/** Milliseconds of processor time of the server for each of these pages. Reads `/proc`, so Linux only. */
export async function processorTimePerPage({ url, pid }: { url: string; pid: number }, paths: readonly string[]): Promise<number> {
  const before = processorTime(pid);
  await fetchAll(url, paths);
  return (processorTime(pid) - before) / paths.length;
}

async function fetchAll(url: string, paths: readonly string[]): Promise<void> {
  const waiting = [...paths.entries()];
  const fetchNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, path] = next;
      // Addresses of their own, so that no limit of requests is reached.
      const from = `10.0.${(index >> 8) & 255}.${index & 255}`;
      const headers = { accept: 'text/html', 'accept-encoding': 'br', 'x-forwarded-for': from };
      const response = await fetch(url + path, { headers, redirect: 'manual' });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`expected 200, got ${response.status}: ${path}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, fetchNext));
}

/** Fields 14 and 15 of proc(5); the name of the command, field 2, may hold blanks. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}
