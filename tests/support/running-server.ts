import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/infra/log.ts';
import { createRuntime } from '#server/runtime.ts';

export type RunningServer = {
  url: string;
  sockets: Set<Socket>;
  printMetrics: () => Promise<string>;
  close: () => Promise<void>;
};

/** The server itself on a free loopback port, with a database of the test's own; `env` is its configuration, `to` takes its log. */
export async function runServer(databaseUrl: string, env: Record<string, string> = {}, to?: DestinationStream): Promise<RunningServer> {
  const data = mkdtempSync(join(tmpdir(), 'vidya-server-'));
  const config = readConfig({ DATA_DIR: data, LOG_LEVEL: 'silent', ...env }, 'test');
  const runtime = await createRuntime({ config, databaseUrl, log: createLog(to ? { level: 'info', to } : { level: 'silent' }) });
  const sockets = new Set<Socket>();
  const server = createServer(runtime.listener);
  server.on('upgrade', (request, socket: Socket, head) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (!runtime.upgrade(request, socket, head)) socket.destroy();
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    sockets,
    printMetrics: runtime.printMetrics,
    async close() {
      await runtime.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    // A thousand connections at once wait in the kernel's queue.
    server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, () => resolve(addressOf(server).port));
  });
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address;
}
