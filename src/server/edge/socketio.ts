import { randomBytes } from 'node:crypto';
import { openDoor, type Serving, type Sibling, throughSiblings } from './socketio-relay.ts';
import { createExternalServer, type ExternalSource } from './socketio-server.ts';

export type ExternalSockets = Serving & { close: () => Promise<void> };

/** `/socket.io`, which loads its library when somebody comes. */
export async function createExternalSockets(source: ExternalSource, sibling?: Sibling): Promise<ExternalSockets> {
  let loading: ReturnType<typeof createExternalServer> | undefined;
  let isClosed = false;

  const nextId = () => `${sibling ? `${sibling.id}_` : ''}${randomBytes(15).toString('base64url')}`;
  const load = () => {
    if (isClosed) return Promise.reject(new Error('the server is stopping'));
    loading ??= createExternalServer(source, nextId);
    return loading;
  };
  const own: Serving = {
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
  const door = sibling && (await openDoor(own));
  if (door) await sibling.opened(door.port);

  return {
    ...(sibling ? throughSiblings(own, sibling) : own),
    async close() {
      isClosed = true;
      door?.close();
      await (await loading)?.close();
    },
  };
}
