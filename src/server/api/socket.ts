import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Client } from '#server/core/context.ts';
import { type AcquireSocketSlot, BoundedWebSocketServer } from '#server/core/socket-limits.ts';
import { SOCKETS } from '#shared/vocabulary/limits.ts';
import { type Line, type LineSource, openLine, send, tick } from './socket-line.ts';
import { RECONNECT } from './socket-wire.ts';

export type SocketServer = {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Asks the browsers to come again, as before a restart. */
  reconnect: () => void;
  close: () => Promise<void>;
};

type SocketSource = LineSource & {
  countSocket: AcquireSocketSlot;
  clientOf: (headers: IncomingMessage['headers'], remoteAddress: string | undefined) => Client;
};

const SECOND = 1000;
const POLICY = 1008;

/** tRPC over WebSocket; the token travels in the connection's first message. */
export function createSocketServer(source: SocketSource): SocketServer {
  const lines = new Set<Line>();
  const wss = new BoundedWebSocketServer({ noServer: true, maxPayload: SOCKETS.frameBytes, clientTracking: false });
  const clock = setInterval(() => lines.forEach(tick), SECOND).unref();
  const reconnect = () => {
    for (const line of lines) send(line, RECONNECT);
  };

  return {
    upgrade(request, socket, head) {
      const caller = source.clientOf(request.headers, request.socket.remoteAddress);
      const isIntroduced = new URLSearchParams(request.url?.split('?')[1]).get('connectionParams') !== '1';
      wss.handleUpgrade(request, socket, head, (client) => {
        const counted = source.countSocket(caller.address);
        if (!counted) return client.close(POLICY, 'Too many connections');
        const line = openLine(source, { client, socket, caller, isIntroduced, mayStay: counted.setSignedIn });
        lines.add(line);
        client.once('close', () => {
          lines.delete(line);
          counted.release();
        });
      });
    },
    reconnect,
    async close() {
      clearInterval(clock);
      reconnect();
      for (const { client } of lines) client.terminate();
      wss.close();
    },
  };
}
