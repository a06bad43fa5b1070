import { createServer } from 'node:http';
import { isTrackedEnvelope } from '@trpc/server';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { type Caller, createCaller } from '#server/api/router.ts';
import type { Actor, Client, Ctx, Session } from '#server/core/context.ts';
import { toErrorBody, toTRPCError } from '#server/core/errors.ts';
import { type AcquireSocketSlot, BoundedWebSocketServer, createTokenBucket, type SocketSlot } from '#server/core/socket-limits.ts';
import { type RealtimeName, type RealtimePayload, toRealtime } from '#server/rest/wire/realtime.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { SOCKETS } from '#shared/vocabulary/limits.ts';
import { handleRooms } from './socketio-rooms.ts';

export type SocketIoSource = {
  sessionOf: (authorization: string | undefined) => Promise<Session>;
  clientOf: (headers: Readonly<Record<string, string | string[] | undefined>>, remoteAddress: string | undefined) => Client;
  contextOf: (session: Session, client: Client) => Ctx;
  acquireSocketSlot: AcquireSocketSlot;
  corsOrigins: readonly string[];
  onError: (error: unknown) => void;
};

/** The cursor is read before the client is connected, so that no event is missed. */
type SocketData = { actor: Actor; ctx: Ctx; cursor: string };
type ServerEvents = Record<RealtimeName, (payload: RealtimePayload) => void>;
type SocketIoServer = Server<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketData>;
type SocketIoSocket = Socket<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketData>;

const MAX_TOKEN_LENGTH = 200;
/** Part of the contract with clients. */
const AUTHENTICATION_ERROR = 'Authentication error';

export async function createSocketIoServer(source: SocketIoSource, nextId: () => string): Promise<SocketIoServer> {
  const { Server: SocketIo } = await import('socket.io');
  const io: SocketIoServer = new SocketIo({
    serveClient: false,
    maxHttpBufferSize: SOCKETS.frameBytes,
    connectTimeout: SOCKETS.helloSeconds * 1000,
    httpCompression: false,
    wsEngine: BoundedWebSocketServer,
    cors: { origin: [...source.corsOrigins], credentials: true },
  });
  // Engine.IO needs a server to attach to; this one never listens.
  io.attach(createServer());
  io.engine.generateId = nextId;
  const slotByConnection = new WeakMap<SocketIoSocket['conn'], SocketSlot>();
  io.engine.on('connection', (conn: SocketIoSocket['conn']) => {
    const slot = source.acquireSocketSlot(getAddress(source, conn));
    if (!slot) return dropConnection(conn);
    slotByConnection.set(conn, slot);
    conn.once('close', slot.release);
    limitTraffic(conn);
  });
  const authenticating = new WeakSet<SocketIoSocket['conn']>();
  io.use((socket, next) => {
    const { conn } = socket;
    // Socket.IO would accept several logins on one connection, and send all events to each of them.
    if (authenticating.has(conn)) return next(new Error(AUTHENTICATION_ERROR));
    authenticating.add(conn);
    authenticate(source, socket)
      .then(
        () => {
          slotByConnection.get(conn)?.setSignedIn(true);
          next();
        },
        (error: unknown) => {
          next(error instanceof Error ? error : new Error(AUTHENTICATION_ERROR));
          if (slotByConnection.get(conn)?.setSignedIn(false) === false) conn.close();
        },
      )
      .finally(() => authenticating.delete(conn));
  });
  io.on('connection', (socket) => {
    const abort = new AbortController();
    socket.once('disconnect', () => abort.abort());
    const caller = createCaller(socket.data.ctx, { signal: abort.signal });
    handleRooms(socket, socket.data.actor, caller);
    void forwardEvents(source, socket, caller);
  });
  return io;
}

async function authenticate({ sessionOf, clientOf, contextOf }: SocketIoSource, socket: SocketIoSocket): Promise<void> {
  const { headers, address } = socket.handshake;
  const session = await sessionOf(getAuthorization(socket));
  if (session.state === 'failed') throw new Error(toErrorBody(toTRPCError(session.error)).message);
  if (session.state !== 'actor') throw new Error(AUTHENTICATION_ERROR);
  const ctx = contextOf(session, clientOf(headers, address));
  const { cursor } = await createCaller(ctx).inbox.after({});
  socket.data = { actor: session.actor, ctx, cursor };
}

const getAddress = ({ clientOf }: SocketIoSource, { request, remoteAddress }: SocketIoSocket['conn']): string =>
  clientOf(request.headers, remoteAddress).address;

function getAuthorization({ handshake: { auth, headers } }: SocketIoSocket): string | undefined {
  const token: unknown = auth.token;
  const value = typeof token === 'string' && token.trim() !== '' ? token.trim() : headers.authorization;
  if (value === undefined || value.length > MAX_TOKEN_LENGTH) return undefined;
  return /^bearer\s/i.test(value) ? value : `Bearer ${value}`;
}

async function forwardEvents({ onError }: SocketIoSource, socket: SocketIoSocket, caller: Caller): Promise<void> {
  try {
    for await (const item of await caller.inbox.stream({ lastEventId: socket.data.cursor })) {
      // The type is the one of clients; on the server the envelope is still present.
      const event = toRealtime(isTrackedEnvelope<InboxEvent>(item) ? item[1] : item.data);
      if (event) socket.emit(event.name, event.payload);
    }
    socket.disconnect(true);
  } catch (error) {
    onError(error);
    socket.conn.close();
  }
}

type Conn = Socket['conn'];

function limitTraffic(conn: Conn): void {
  const takePacket = createTokenBucket({ capacity: SOCKETS.burst, perSecond: SOCKETS.perSecond });
  const takeBytes = createTokenBucket({ capacity: SOCKETS.burstBytes, perSecond: SOCKETS.bytesPerSecond });
  let unsentBytes = 0;
  conn.on('packet', ({ data = '' }: { data?: string | Buffer }) => {
    if (!takePacket() || !takeBytes(data.length)) dropConnection(conn);
  });
  conn.on('packetCreate', ({ data = '' }: { data?: string | Buffer }) => {
    unsentBytes += data.length;
    if (unsentBytes > SOCKETS.unreadBytes) dropConnection(conn);
  });
  conn.on('flush', () => {
    unsentBytes = 0;
  });
}

function dropConnection(conn: Conn): void {
  // The WebSocket transport has a `socket`, polling has none.
  const { socket } = conn.transport as { socket?: { terminate: () => void } };
  if (socket) socket.terminate();
  else conn.close(true);
}
