import { randomBytes } from 'node:crypto';
import { type HttpHandlers, listenForSiblings, relayToSiblings, type Sibling } from './socketio-relay.ts';
import { createSocketIoServer, type SocketIoSource } from './socketio-server.ts';

export type SocketIoHandler = HttpHandlers & { count: () => number; close: () => Promise<void> };

export async function createSocketIoHandler(source: SocketIoSource, sibling?: Sibling): Promise<SocketIoHandler> {
  let loading: ReturnType<typeof createSocketIoServer> | undefined;
  let isClosed = false;
  let clients = () => 0;

  const nextId = () => `${sibling ? `${sibling.id}_` : ''}${randomBytes(15).toString('base64url')}`;
  const load = () => {
    if (isClosed) return Promise.reject(new Error('the server is stopping'));
    loading ??= createSocketIoServer(source, nextId).then((server) => {
      clients = () => server.engine.clientsCount;
      return server;
    });
    return loading;
  };
  const local: HttpHandlers = {
    listener(request, response) {
      load().then(
        ({ engine }) => engine.handleRequest(request, response),
        () => response.writeHead(503, { Connection: 'close' }).end(),
      );
    },
    upgrade(request, socket, head) {
      load().then(
        ({ engine }) => engine.handleUpgrade(request, socket, head),
        () => socket.destroy(),
      );
    },
  };
  const relayServer = sibling && (await listenForSiblings(local));
  if (relayServer) await sibling.announcePort(relayServer.port);

  return {
    ...(sibling ? relayToSiblings(local, sibling) : local),
    count: () => clients(),
    async close() {
      isClosed = true;
      relayServer?.close();
      await (await loading)?.close();
    },
  };
}
