import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';

export type Sibling = {
  id: number;
  portOf: (id: number) => number | undefined;
  /** Resolves when all processes know each other's ports; before that, a request would end a session of another process. */
  announcePort: (port: number) => Promise<void>;
};

export type HttpHandlers = {
  listener: (request: IncomingMessage, response: ServerResponse) => void;
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

const LOOPBACK = '127.0.0.1';
const ignore = () => {};

/**
 * A polling session of Socket.IO belongs to one process, which is part of its id, but its requests can reach any process and are relayed. Requests
 * are relayed instead of connections, because a proxy may use one connection for several clients.
 */
export function relayToSiblings(local: HttpHandlers, { id, portOf }: Sibling): HttpHandlers {
  const findSiblingPort = ({ url = '' }: IncomingMessage): number | undefined => {
    // Parsed like Engine.IO does: a request without a `sid` is from a new client, which this process takes.
    const sid = new URL(url, 'http://localhost').searchParams.getAll('sid').at(-1) ?? '';
    const siblingId = Number(/^(\d+)_/.exec(sid)?.[1] ?? id);
    return siblingId === id ? undefined : portOf(siblingId);
  };
  return {
    listener(request, response) {
      const port = findSiblingPort(request);
      if (port === undefined) local.listener(request, response);
      else forwardRequest(port, request, response);
    },
    upgrade(request, socket, head) {
      const port = findSiblingPort(request);
      if (port === undefined) local.upgrade(request, socket, head);
      else forwardUpgrade(port, request, { socket, head });
    },
  };
}

export async function listenForSiblings({ listener, upgrade }: HttpHandlers): Promise<{ port: number; close: () => void }> {
  const server = createServer(listener);
  server.on('upgrade', (request, socket, head) => {
    // Without a listener an error would end the process; the handler may not be loaded yet.
    socket.on('error', () => socket.destroy());
    upgrade(request, socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Without `exclusive` the processes would share this port too.
    server.listen({ port: 0, host: LOOPBACK, exclusive: true }, resolve);
  });
  const address = server.address();
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: address !== null && typeof address === 'object' ? address.port : 0, close };
}

function forwardRequest(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path } = request;
  const headers = { ...request.headers, connection: 'close' };
  const upstream = httpRequest({ host: LOOPBACK, port, method, path, headers, agent: false }, (upstreamResponse) => {
    const { connection: _, ...upstreamHeaders } = upstreamResponse.headers;
    response.writeHead(upstreamResponse.statusCode ?? 502, upstreamHeaders);
    pipeline(upstreamResponse, response, ignore);
  });
  upstream.once('error', () => (response.headersSent ? response.destroy() : response.writeHead(503).end()));
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}

function forwardUpgrade(port: number, { method, url, rawHeaders }: IncomingMessage, { socket, head }: { socket: Duplex; head: Buffer }): void {
  const upstream = connect(port, LOOPBACK);
  const lines = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  upstream.write(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  upstream.write(head);
  pipeline(socket, upstream, ignore);
  pipeline(upstream, socket, ignore);
}
