import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Client } from '#server/core/context.ts';
import { sessionTopic } from '#server/core/deliver.ts';
import type { Hub } from '#server/core/hub.ts';
import { type ContextSource, contextFor } from './http.ts';
import { appRouter } from './router.ts';

export type SocketServer = {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Asks the browsers to come again, as before a restart. */
  reconnect: () => void;
  close: () => Promise<void>;
};

type SocketSource = ContextSource & {
  hub: Hub;
  clientOf: (headers: IncomingMessage['headers'], remoteAddress: string | undefined) => Client;
  failed: (error: Error) => void;
};

const MOST_BYTES = 64 * 1024;
const KEEP_ALIVE = { enabled: true, pingMs: 15_000, pongWaitMs: 5_000 };

/** tRPC over WebSocket; the token travels in the connection's first message. */
export function createSocketServer(source: SocketSource): SocketServer {
  const wss = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES });
  const handler = applyWSSHandler({
    wss,
    router: appRouter,
    keepAlive: KEEP_ALIVE,
    createContext: async ({ info, req, res: client }) => {
      const token = info.connectionParams?.token;
      const authorization = token ? `Bearer ${token}` : undefined;
      const ctx = await contextFor(source, authorization, source.clientOf(req.headers, req.socket.remoteAddress));
      if (ctx.session.state === 'actor') endWithSession(source, { client, authorization, sessionId: ctx.session.actor.sessionId });
      return ctx;
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

type Line = { client: WebSocket; authorization: string | undefined; sessionId: string };

/** A connection knows its caller from its first message, so it ends when that session does. */
function endWithSession({ hub, sessionOf, failed }: SocketSource, line: Line): void {
  const follower = hub.open({ topics: [sessionTopic(line.sessionId)] });
  line.client.once('close', follower.close);
  // Once before anything is heard: it may have ended between its being read and its being followed.
  const watch = async () => {
    do {
      const { state } = await sessionOf(line.authorization);
      if (state !== 'actor' && state !== 'failed') line.client.close();
    } while (await follower.next());
  };
  watch().catch(failed);
}
