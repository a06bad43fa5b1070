import type { Sample } from './watch.ts';

type Memory = { resident: number; heap: number };
type Thirds<T> = { first: T; last: T };
/** Megabytes: medians of the first and of the last third. `processes`: those that ran all the time. */
export type Resources = Thirds<Sample> & { before: Sample; after: Sample; processes: ({ pid: number } & Thirds<Memory>)[] };

const MAX_GROWTH = 1.3;
/** A smaller increase is no leak, whatever its share: caches fill, a connection is added. */
const FEW = { heap: 8, resident: 64, sockets: 5 };

const hasGrown = (first: number, last: number, few: number) => last > MAX_GROWTH * first && last - first > few;

/** What leaked during a soak; empty for nothing. */
export function findLeaks({ first, last, before, after, processes }: Resources): string[] {
  const problems: string[] = [];
  if (hasGrown(first.connections, last.connections, FEW.sockets))
    problems.push(`connections of the pools have grown from ${first.connections} to ${last.connections}`);
  if (hasGrown(first.clientSockets, last.clientSockets, FEW.sockets))
    problems.push(`sockets of clients have grown from ${first.clientSockets} to ${last.clientSockets}`);
  for (const { pid, first: begin, last: end } of processes) {
    if (hasGrown(begin.heap, end.heap, FEW.heap))
      problems.push(`the heap of process ${pid} has grown from ${begin.heap.toFixed(1)} to ${end.heap.toFixed(1)} MB`);
    if (hasGrown(begin.resident, end.resident, FEW.resident))
      problems.push(`the memory of process ${pid} has grown from ${begin.resident.toFixed(0)} to ${end.resident.toFixed(0)} MB`);
  }
  if (processes.length < 2) problems.push('no two processes lived through it all, so that nothing says whether memory leaks');
  if (after.clientSockets > before.clientSockets)
    problems.push(`${after.clientSockets} sockets of clients are open after the traffic, ${before.clientSockets} before it`);
  if (after.inTransaction > 0) problems.push(`${after.inTransaction} connections are left in a transaction`);
  return problems;
}
