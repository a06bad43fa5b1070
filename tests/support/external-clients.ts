import { io, type Socket } from 'socket.io-client';

export type Heard = { name: string; payload: unknown };
type Options = NonNullable<Parameters<typeof io>[1]>;

export type ExternalClient = {
  socket: Socket;
  heard: Heard[];
  refused: string[];
  cut: string[];
  names: () => string[];
  until: (isSo: () => boolean) => Promise<void>;
};

export function externalClient(url: string, auth: Record<string, unknown>, options: Options = {}): ExternalClient {
  const socket = io(url, { auth, forceNew: true, reconnection: false, transports: ['websocket'], ...options });
  const heard: Heard[] = [];
  const refused: string[] = [];
  const cut: string[] = [];
  const waiting = new Set<() => void>();
  const look = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  socket.onAny((name: string, payload: unknown) => {
    heard.push({ name, payload });
    look();
  });
  socket.on('connect', look);
  socket.on('connect_error', ({ message }) => {
    refused.push(message);
    look();
  });
  socket.on('disconnect', (reason) => {
    cut.push(reason);
    look();
  });
  return {
    socket,
    heard,
    refused,
    cut,
    names: () => heard.map(({ name }) => name),
    async until(isSo) {
      while (!isSo()) await new Promise<void>((resolve) => waiting.add(resolve));
    },
  };
}

export async function connectedClient(...given: Parameters<typeof externalClient>): Promise<ExternalClient> {
  const client = externalClient(...given);
  await client.until(() => client.socket.connected || client.refused.length > 0);
  if (!client.socket.connected) throw new Error(client.refused[0]);
  return client;
}
