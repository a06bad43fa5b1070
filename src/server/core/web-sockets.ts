import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import { SOCKETS } from '#shared/vocabulary/limits.ts';
import { createBucket } from './buckets.ts';

const POLICY = 1008;
const GOODBYE_MS = 1000;

/** Counts what a connection brings before it is read: pings, empty frames and pieces of messages cost time and are no message. */
export class BoundedWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, autoPong: false });
  }

  override handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, done: (client: WebSocket, request: IncomingMessage) => void): void {
    super.handleUpgrade(request, socket, head, (client, upgraded) => {
      keepInBounds(client, socket);
      done(client, upgraded);
    });
  }
}

function keepInBounds(client: WebSocket, socket: Duplex): void {
  const mayBring = createBucket({ most: SOCKETS.burstBytes, perSecond: SOCKETS.bytesPerSecond });
  const mayPing = createBucket({ most: SOCKETS.burst, perSecond: SOCKETS.perSecond });
  socket.prependListener('data', (chunk: Buffer) => {
    if (!mayBring(chunk.length)) cutOff(client);
  });
  client.on('ping', (data) => {
    if (client.readyState !== WebSocket.OPEN) return;
    if (mayPing()) client.pong(data);
    else cutOff(client);
  });
}

/** The rest of what it sends is not even read, so neither is its goodbye. */
export function cutOff(client: WebSocket): void {
  if (client.readyState !== WebSocket.OPEN) return;
  client.close(POLICY, 'Too many messages');
  client.pause();
  setTimeout(() => client.terminate(), GOODBYE_MS).unref();
}
