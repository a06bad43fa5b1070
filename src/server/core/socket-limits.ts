import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import { SOCKETS } from '#shared/vocabulary/limits.ts';

const POLICY_VIOLATION = 1008;
const CLOSE_TIMEOUT_MS = 1000;

/** Limits bytes and pings before they are read: pings, empty frames and fragments cost time without being a message. */
export class BoundedWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, autoPong: false });
  }

  override handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    onOpen: (client: WebSocket, request: IncomingMessage) => void,
  ): void {
    super.handleUpgrade(request, socket, head, (client, upgraded) => {
      limitTraffic(client, socket);
      onOpen(client, upgraded);
    });
  }
}

function limitTraffic(client: WebSocket, socket: Duplex): void {
  const takeBytes = createTokenBucket({ capacity: SOCKETS.burstBytes, perSecond: SOCKETS.bytesPerSecond });
  const takePing = createTokenBucket({ capacity: SOCKETS.burst, perSecond: SOCKETS.perSecond });
  socket.prependListener('data', (chunk: Buffer) => {
    if (!takeBytes(chunk.length)) disconnect(client);
  });
  client.on('ping', (data) => {
    if (client.readyState !== WebSocket.OPEN) return;
    if (takePing()) client.pong(data);
    else disconnect(client);
  });
}

/** No more of its data is read, its close frame included, so it is terminated after a moment. */
export function disconnect(client: WebSocket): void {
  if (client.readyState !== WebSocket.OPEN) return;
  client.close(POLICY_VIOLATION, 'Too many messages');
  client.pause();
  setTimeout(() => client.terminate(), CLOSE_TIMEOUT_MS).unref();
}

export type SocketSlot = {
  setSignedIn: (isSignedIn: boolean) => boolean;
  release: () => void;
};

export type AcquireSocketSlot = (address: string) => SocketSlot | null;

export const acquireUnlimited: AcquireSocketSlot = () => ({ setSignedIn: () => true, release: () => {} });

export function createSocketLimit(): AcquireSocketSlot {
  const arriving = createCounter(SOCKETS.arriving);
  const anonymous = createCounter(SOCKETS.anonymous);

  return (address) => {
    let release = arriving(address);
    if (!release) return null;
    return {
      setSignedIn(isSignedIn) {
        release?.();
        release = isSignedIn ? null : anonymous(address);
        return isSignedIn || release !== null;
      },
      release() {
        release?.();
        release = null;
      },
    };
  };
}

function createCounter(max: number): (address: string) => (() => void) | null {
  const counts = new Map<string, number>();
  return (address) => {
    const current = counts.get(address) ?? 0;
    if (current >= max) return null;
    counts.set(address, current + 1);
    return () => {
      const remaining = (counts.get(address) ?? 1) - 1;
      if (remaining > 0) counts.set(address, remaining);
      else counts.delete(address);
    };
  };
}

type TokenBucket = (amount?: number) => boolean;

export function createTokenBucket({ capacity, perSecond }: { capacity: number; perSecond: number }): TokenBucket {
  let tokens = capacity;
  let refilledAt = performance.now();
  return (amount = 1) => {
    const now = performance.now();
    tokens = Math.min(capacity, tokens + ((now - refilledAt) / 1000) * perSecond);
    refilledAt = now;
    if (tokens < amount) return false;
    tokens -= amount;
    return true;
  };
}
