import { createServer, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Command, Memory } from './child.ts';

const SETTLE_MS = 250;

export function answerCommands(url: string, broadcast: (payload: string) => void): void {
  const reply = (id: number, answer: unknown) => process.send?.({ id, answer });
  process.on('message', async (command: Command) => {
    if (command.command === 'broadcast') broadcast(command.payload);
    reply(command.id, command.command === 'cpu' ? cpu() : command.command === 'memory' ? await memory() : null);
  });
  process.on('disconnect', () => process.exit());
  reply(0, url);
}

export async function listen(server: Server = createServer()): Promise<{ server: Server; url: string }> {
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
  for (let id = 0; id < 4; id += 1) {
    await setTimeout(SETTLE_MS);
    globalThis.gc?.();
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}
