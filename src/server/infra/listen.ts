import type { Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';

export type Listening = {
  port: number;
  drain: (timeoutMs: number) => Promise<void>;
};

const NO_SUCH_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];
const POLL_MS = 20;

export async function listen(server: Server, { port, host }: { port: number; host: string | null }): Promise<Listening> {
  const boundPort = await open(server, port, host === 'localhost' ? '127.0.0.1' : host);
  const servers: NetServer[] = [server];
  if (host === 'localhost') {
    const ipv6 = createServer((socket) => server.emit('connection', socket));
    const ipv6Port = await open(ipv6, boundPort, '::1').catch((error: unknown) => {
      if (NO_SUCH_ADDRESS.includes(getErrorCode(error))) return null;
      server.close();
      throw error;
    });
    if (ipv6Port !== null) servers.push(ipv6);
  }
  // Without a listener an error on an upgraded socket would end the process; the handler may not be loaded yet.
  server.on('upgrade', (_, socket) => socket.on('error', () => socket.destroy()));
  let openRequests = 0;
  server.on('request', (_, response) => {
    openRequests += 1;
    response.once('close', () => {
      openRequests -= 1;
    });
  });

  return {
    port: boundPort,
    async drain(timeoutMs) {
      for (const listener of servers) listener.close();
      for (const end = Date.now() + timeoutMs; openRequests > 0 && Date.now() < end; ) {
        server.closeIdleConnections();
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      server.closeIdleConnections();
    },
  };
}

function open(server: NetServer, port: number, host: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(toReadableError(error, port)));
    server.listen({ port, ...(host === null ? {} : { host }) }, () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}

function toReadableError(error: Error, port: number): Error {
  const code = getErrorCode(error);
  if (code === 'EADDRINUSE') return new Error(`Port ${port} is already in use: stop what uses it, or choose another with PORT=${port + 1}`);
  if (code === 'EACCES') return new Error(`Port ${port} may not be opened by this user: choose one above 1023 with PORT`);
  return error;
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
