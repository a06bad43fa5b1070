import type { Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';

export type Listening = {
  port: number;
  /** Takes no new connection, and waits for the requests under way as long as it is told to. */
  drain: (patienceMs: number) => Promise<void>;
};

const NO_SUCH_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];
const GLANCE_MS = 20;

/** Opens the port; `localhost` means both loopback addresses, null every interface. */
export async function listen(server: Server, { port, host }: { port: number; host: string | null }): Promise<Listening> {
  const bound = await open(server, port, host === 'localhost' ? '127.0.0.1' : host);
  const doors: NetServer[] = [server];
  if (host === 'localhost') {
    const second = createServer((socket) => server.emit('connection', socket));
    const opened = await open(second, bound, '::1').catch((error: unknown) => {
      if (NO_SUCH_ADDRESS.includes(codeOf(error))) return null;
      server.close();
      throw error;
    });
    if (opened !== null) doors.push(second);
  }
  // Node leaves these to us, and whoever takes one may not be ready yet.
  server.on('upgrade', (_, socket) => socket.on('error', () => socket.destroy()));
  let underWay = 0;
  server.on('request', (_, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
  });

  return {
    port: bound,
    async drain(patienceMs) {
      for (const door of doors) door.close();
      for (const end = Date.now() + patienceMs; underWay > 0 && Date.now() < end; ) {
        server.closeIdleConnections();
        await new Promise((resolve) => setTimeout(resolve, GLANCE_MS));
      }
      server.closeIdleConnections();
    },
  };
}

function open(server: NetServer, port: number, host: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, port)));
    server.listen({ port, ...(host === null ? {} : { host }) }, () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}

function explained(error: Error, port: number): Error {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return new Error(`Port ${port} is already in use: stop what uses it, or choose another with PORT=${port + 1}`);
  if (code === 'EACCES') return new Error(`Port ${port} may not be opened by this user: choose one above 1023 with PORT`);
  return error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
