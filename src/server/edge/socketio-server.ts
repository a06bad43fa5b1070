import { createServer } from 'node:http';
import { isTrackedEnvelope } from '@trpc/server';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { type Caller, createCaller } from '#server/api/router.ts';
import type { Actor, Client, Ctx, Session } from '#server/core/context.ts';
import { toErrorBody, toTRPCError } from '#server/core/errors.ts';
import { type AcquireSocketSlot, BoundedWebSocketServer, type SocketSlot } from '#server/core/socket-limits.ts';
import { type RealtimeName, type RealtimePayload, toRealtime } from '#server/rest/wire/realtime.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { SOCKETS } from '#shared/vocabulary/limits.ts';
import { drop, keepInBounds } from './socketio-limits.ts';
import { openRooms } from './socketio-rooms.ts';

export type ExternalSource = {
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  clientOf: (headers: Readonly<Record<string, string | string[] | undefined>>, remoteAddress: string | undefined) => Client;
  contextOf: (session: Session, client: Client) => Ctx;
  countSocket: AcquireSocketSlot;
  corsOrigins: readonly string[];
  failed: (error: unknown) => void;
};

/** Who a socket belongs to, and where its news begins: known before it is told that it is connected. */
type Own = { actor: Actor; ctx: Ctx; cursor: string };
type Told = Record<RealtimeName, (payload: RealtimePayload) => void>;
type ExternalServer = Server<DefaultEventsMap, Told, DefaultEventsMap, Own>;
type ExternalSocket = Socket<DefaultEventsMap, Told, DefaultEventsMap, Own>;

/** A token of ours is shorter by far. */
const LONGEST_TOKEN = 200;
/** Clients read this text. */
const REFUSED = 'Authentication error';

/** Socket.IO for clients of others, `rest-contract.md` §7: the stream of the inbox under other names. */
export async function createExternalServer(source: ExternalSource, nextId: () => string): Promise<ExternalServer> {
  const { Server: SocketIo } = await import('socket.io');
  const io: ExternalServer = new SocketIo({
    serveClient: false,
    maxHttpBufferSize: SOCKETS.frameBytes,
    connectTimeout: SOCKETS.helloSeconds * 1000,
    httpCompression: false,
    wsEngine: BoundedWebSocketServer,
    cors: { origin: [...source.corsOrigins], credentials: true },
  });
  // It never listens: requests are handed to the engine, and this is where an engine comes from.
  io.attach(createServer());
  io.engine.generateId = nextId;
  const counts = new WeakMap<ExternalSocket['conn'], SocketSlot>();
  io.engine.on('connection', (conn: ExternalSocket['conn']) => {
    const counted = source.countSocket(addressOf(source, conn));
    if (!counted) return drop(conn);
    counts.set(conn, counted);
    conn.once('close', counted.release);
    keepInBounds(conn);
  });
  const entering = new WeakSet<ExternalSocket['conn']>();
  io.use((socket, next) => {
    const { conn } = socket;
    // Of several logins at once Socket.IO would let all in, and each would be told all news over the same line.
    if (entering.has(conn)) return next(new Error(REFUSED));
    entering.add(conn);
    signIn(source, socket)
      .then(
        () => {
          counts.get(conn)?.setSignedIn(true);
          next();
        },
        (error: unknown) => {
          next(error instanceof Error ? error : new Error(REFUSED));
          // It may try again with another token for as long as it stays.
          if (counts.get(conn)?.setSignedIn(false) === false) conn.close();
        },
      )
      .finally(() => entering.delete(conn));
  });
  io.on('connection', (socket) => {
    const leaving = new AbortController();
    socket.once('disconnect', () => leaving.abort());
    const caller = createCaller(socket.data.ctx, { signal: leaving.signal });
    openRooms(socket, socket.data.actor, caller);
    void tellNews(source, socket, caller);
  });
  return io;
}

async function signIn({ sessionOf, clientOf, contextOf }: ExternalSource, socket: ExternalSocket): Promise<void> {
  const { headers, address } = socket.handshake;
  const session = await sessionOf(authorizationOf(socket));
  if (session.state === 'failed') throw new Error(toErrorBody(toTRPCError(session.error)).message);
  if (session.state !== 'actor') throw new Error(REFUSED);
  const ctx = contextOf(session, clientOf(headers, address));
  const { cursor } = await createCaller(ctx).inbox.after({});
  socket.data = { actor: session.actor, ctx, cursor };
}

const addressOf = ({ clientOf }: ExternalSource, { request, remoteAddress }: ExternalSocket['conn']): string =>
  clientOf(request.headers, remoteAddress).address;

/** The bare token, one with `Bearer ` in front, or a header; what cannot be a token is none. */
function authorizationOf({ handshake: { auth, headers } }: ExternalSocket): string | undefined {
  const token: unknown = auth.token;
  const given = typeof token === 'string' && token.trim() !== '' ? token.trim() : headers.authorization;
  if (given === undefined || given.length > LONGEST_TOKEN) return undefined;
  return /^bearer\s/i.test(given) ? given : `Bearer ${given}`;
}

/** Until it leaves, or its session ends: then it is told, and does not come again by itself. */
async function tellNews({ failed }: ExternalSource, socket: ExternalSocket, caller: Caller): Promise<void> {
  try {
    for await (const told of await caller.inbox.stream({ lastEventId: socket.data.cursor })) {
      // Its type is what a client gets; over the wire the envelope has been opened.
      const news = toRealtime(isTrackedEnvelope<InboxEvent>(told) ? told[1] : told.data);
      if (news) socket.emit(news.name, news.payload);
    }
    socket.disconnect(true);
  } catch (error) {
    failed(error);
    socket.conn.close();
  }
}
