import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';

/** One of several processes behind one port. */
export type Sibling = {
  id: number;
  /** On the loopback, where a process takes what belongs to it from the others; unknown once it is gone. */
  doorOf: (id: number) => number | undefined;
  /** Answers once all have been told, and it knows theirs: a request before would end a session that lives elsewhere. */
  opened: (door: number) => Promise<void>;
};

export type Serving = {
  listener: (request: IncomingMessage, response: ServerResponse) => void;
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

const LOOPBACK = '127.0.0.1';
const NOTHING = () => {};

/**
 * Polling is many requests, which come to any of the processes, while a session of Socket.IO lives in the one that its id names.
 * Request by request: a connection may be shared by several clients, and a body may be of any bytes.
 */
export function throughSiblings(own: Serving, { id, doorOf }: Sibling): Serving {
  const doorFor = ({ url = '' }: IncomingMessage): number | undefined => {
    // As Engine.IO reads it: where it saw none, it would take the request for that of a new client, who comes from here.
    const sid = new URL(url, 'http://localhost').searchParams.getAll('sid').at(-1) ?? '';
    const home = Number(/^(\d+)_/.exec(sid)?.[1] ?? id);
    return home === id ? undefined : doorOf(home);
  };
  return {
    listener(request, response) {
      const door = doorFor(request);
      if (door === undefined) own.listener(request, response);
      else hand(door, request, response);
    },
    upgrade(request, socket, head) {
      const door = doorFor(request);
      if (door === undefined) own.upgrade(request, socket, head);
      else join(door, request, { socket, head });
    },
  };
}

/** Answers the port, and how to close it. */
export async function openDoor({ listener, upgrade }: Serving): Promise<{ port: number; close: () => void }> {
  const door = createServer(listener);
  door.on('upgrade', (request, socket, head) => {
    // Node leaves it to us, and the one who takes it may have to load first.
    socket.on('error', () => socket.destroy());
    upgrade(request, socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    door.once('error', reject);
    // Without `exclusive` the processes would share this one, too.
    door.listen({ port: 0, host: LOOPBACK, exclusive: true }, resolve);
  });
  const address = door.address();
  const close = () => {
    door.close();
    door.closeAllConnections();
  };
  return { port: address !== null && typeof address === 'object' ? address.port : 0, close };
}

function hand(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = request;
  const onward = ask({ host: LOOPBACK, port, method, path, headers: { ...headers, connection: 'close' }, agent: false }, (answer) => {
    const { connection: _, ...told } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, told);
    pipeline(answer, response, NOTHING);
  });
  onward.once('error', () => (response.headersSent ? response.destroy() : response.writeHead(503).end()));
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}

function join(port: number, { method, url, rawHeaders }: IncomingMessage, { socket, head }: { socket: Duplex; head: Buffer }): void {
  const onward = connect(port, LOOPBACK);
  const lines = rawHeaders.map((text, nth) => (nth % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  // The bytes that Node has read as this.
  onward.write(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  onward.write(head);
  pipeline(socket, onward, NOTHING);
  pipeline(onward, socket, NOTHING);
}
