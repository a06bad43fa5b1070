import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import { WebSocketServer } from 'ws';
import { type ContextSource, contextFor } from './http.ts';
import { appRouter } from './router.ts';

export type SocketServer = {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Asks the browsers to come again, as before a restart. */
  reconnect: () => void;
  close: () => Promise<void>;
};

const MOST_BYTES = 64 * 1024;
const KEEP_ALIVE = { enabled: true, pingMs: 15_000, pongWaitMs: 5_000 };

/** tRPC over WebSocket; the token travels in the connection's first message. */
export function createSocketServer(source: ContextSource & { failed: (error: Error) => void }): SocketServer {
  const wss = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES });
  const handler = applyWSSHandler({
    wss,
    router: appRouter,
    keepAlive: KEEP_ALIVE,
    createContext: ({ info }) => {
      const token = info.connectionParams?.token;
      return contextFor(source, token ? `Bearer ${token}` : undefined);
    },
  });
  // A frame of rubbish ends its own connection and nothing else.
  wss.on('connection', (client) => client.on('error', source.failed));

  return {
    upgrade(request, socket, head) {
      wss.handleUpgrade(request, socket, head, (client) => wss.emit('connection', client, request));
    },
    reconnect: () => handler.broadcastReconnectNotification(),
    async close() {
      handler.broadcastReconnectNotification();
      for (const client of wss.clients) client.terminate();
      wss.close();
    },
  };
}
