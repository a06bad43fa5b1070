import { io, type Socket } from 'socket.io-client';

export type ReceivedEvent = { name: string; payload: unknown };
type Options = NonNullable<Parameters<typeof io>[1]>;

export type ExternalClient = {
  socket: Socket;
  received: ReceivedEvent[];
  connectErrors: string[];
  disconnects: string[];
  names: () => string[];
  waitUntil: (condition: () => boolean) => Promise<void>;
};

export function createExternalClient(url: string, auth: Record<string, unknown>, options: Options = {}): ExternalClient {
  const socket = io(url, { auth, forceNew: true, reconnection: false, transports: ['websocket'], ...options });
  const received: ReceivedEvent[] = [];
  const connectErrors: string[] = [];
  const disconnects: string[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  socket.onAny((name: string, payload: unknown) => {
    received.push({ name, payload });
    wake();
  });
  socket.on('connect', wake);
  socket.on('connect_error', ({ message }) => {
    connectErrors.push(message);
    wake();
  });
  socket.on('disconnect', (reason) => {
    disconnects.push(reason);
    wake();
  });
  return {
    socket,
    received,
    connectErrors,
    disconnects,
    names: () => received.map(({ name }) => name),
    async waitUntil(condition) {
      while (!condition()) await new Promise<void>((resolve) => waiting.add(resolve));
    },
  };
}

export async function connectExternalClient(...args: Parameters<typeof createExternalClient>): Promise<ExternalClient> {
  const client = createExternalClient(...args);
  await client.waitUntil(() => client.socket.connected || client.connectErrors.length > 0);
  if (!client.socket.connected) throw new Error(client.connectErrors[0]);
  return client;
}
