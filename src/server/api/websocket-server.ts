import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Client } from '#server/core/context.ts';
import { type AcquireSocketSlot, BoundedWebSocketServer } from '#server/core/socket-limits.ts';
import { SECOND_MS } from '#shared/vocabulary/durations.ts';
import { SOCKETS } from '#shared/vocabulary/limits.ts';
import { RECONNECT_MESSAGE } from './trpc-messages.ts';
import { type ConnectionSource, openConnection, send, type TrpcConnection, tick } from './websocket-connection.ts';

export type TrpcWebSocketServer = {
  upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
  reconnect: () => void;
  count: () => number;
  close: () => Promise<void>;
};

type WebSocketSource = ConnectionSource & {
  acquireSocketSlot: AcquireSocketSlot;
  clientOf: (headers: IncomingMessage['headers'], remoteAddress: string | undefined) => Client;
};

const POLICY_VIOLATION = 1008;

export function createTrpcWebSocketServer(source: WebSocketSource): TrpcWebSocketServer {
  const connections = new Set<TrpcConnection>();
  const server = new BoundedWebSocketServer({ noServer: true, maxPayload: SOCKETS.frameBytes, clientTracking: false });
  const ticking = setInterval(() => connections.forEach(tick), SECOND_MS).unref();
  const reconnect = () => {
    for (const connection of connections) send(connection, RECONNECT_MESSAGE);
  };

  return {
    upgrade(request, stream, head) {
      const caller = source.clientOf(request.headers, request.socket.remoteAddress);
      const isAuthenticated = new URLSearchParams(request.url?.split('?')[1]).get('connectionParams') !== '1';
      server.handleUpgrade(request, stream, head, (client) => {
        const slot = source.acquireSocketSlot(caller.address);
        if (!slot) return client.close(POLICY_VIOLATION, 'Too many connections');
        const connection = openConnection(source, { client, stream, caller, isAuthenticated, setSignedIn: slot.setSignedIn });
        connections.add(connection);
        client.once('close', () => {
          connections.delete(connection);
          slot.release();
        });
      });
    },
    reconnect,
    count: () => connections.size,
    async close() {
      clearInterval(ticking);
      reconnect();
      for (const { client } of connections) client.terminate();
      server.close();
    },
  };
}
