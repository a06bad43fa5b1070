import { createServer, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Ask, Memory } from './child.ts';

const SETTLING_MS = 250;

export function answerAsks(url: string, broadcast: (payload: string) => void): void {
  const tell = (nth: number, answer: unknown) => process.send?.({ nth, answer });
  process.on('message', async (asked: Ask) => {
    if (asked.ask === 'broadcast') broadcast(asked.payload);
    tell(asked.nth, asked.ask === 'cpu' ? cpu() : asked.ask === 'memory' ? await memory() : null);
  });
  process.on('disconnect', () => process.exit());
  tell(0, url);
}

export async function listening(server: Server = createServer()): Promise<{ server: Server; url: string }> {
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return { server, url: `http://127.0.0.1:${address.port}` };
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Closed connections are freed gradually. */
async function memory(): Promise<Memory> {
  for (let nth = 0; nth < 4; nth += 1) {
    await setTimeout(SETTLING_MS);
    globalThis.gc?.();
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}
