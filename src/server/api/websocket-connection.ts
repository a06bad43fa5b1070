import type { Duplex } from 'node:stream';
import { callTRPCProcedure, TRPCError } from '@trpc/server';
import type { TRPCClientOutgoingMessage, TRPCRequestMessage } from '@trpc/server/rpc';
import { type RawData, WebSocket } from 'ws';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import { toTRPCError } from '#server/core/errors.ts';
import type { Hub, Subscription } from '#server/core/hub.ts';
import { isLiveStream } from '#server/core/live-stream.ts';
import { disconnect } from '#server/core/socket-limits.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { DomainError } from '#shared/errors.ts';
import { SOCKETS } from '#shared/vocabulary/limits.ts';
import type { ContextSource } from './http.ts';
import { appRouter } from './router.ts';
import {
  type Envelope,
  parseMessages,
  parseToken,
  toEnvelope,
  toErrorMessage,
  toEventFrame,
  toResultMessage,
  toStartedMessage,
  toStoppedMessage,
} from './trpc-messages.ts';
import { sendFrame, sendFrameTogether, toTextFrame } from './websocket-frames.ts';

export type ConnectionSource = ContextSource & { hub: Hub; onError: (error: Error) => void };

export type TrpcConnection = {
  source: ConnectionSource;
  client: WebSocket;
  stream: Duplex;
  caller: Client;
  isAuthenticated: boolean;
  token: string | undefined;
  session: Promise<Session> | null;
  subscriptions: Map<string | number, AbortController>;
  setSignedIn: (isSignedIn: boolean) => boolean;
  allowance: number;
  silentSeconds: number;
};

const POLICY_VIOLATION = 1008;

type OpenedSocket = Pick<TrpcConnection, 'client' | 'stream' | 'caller' | 'isAuthenticated' | 'setSignedIn'>;

export function openConnection(source: ConnectionSource, socket: OpenedSocket): TrpcConnection {
  const { client, isAuthenticated } = socket;
  const connection: TrpcConnection = {
    source,
    ...socket,
    token: undefined,
    session: null,
    subscriptions: new Map(),
    allowance: SOCKETS.burst,
    silentSeconds: 0,
  };
  client.on('message', (data, isBinary) => receive(connection, data, isBinary));
  // Without a listener, an invalid frame would end the process.
  client.on('error', source.onError);
  client.once('close', () => {
    for (const subscription of connection.subscriptions.values()) subscription.abort();
  });
  if (isAuthenticated) void getSession(connection);
  return connection;
}

export function tick(connection: TrpcConnection): void {
  connection.allowance = Math.min(SOCKETS.burst, connection.allowance + SOCKETS.perSecond);
  connection.silentSeconds += 1;
  if (!connection.isAuthenticated) {
    if (connection.silentSeconds >= SOCKETS.helloSeconds) connection.client.close(POLICY_VIOLATION, 'Nobody said who is there');
  } else if (connection.silentSeconds === SOCKETS.pingSeconds) send(connection, 'PING');
  else if (connection.silentSeconds >= SOCKETS.pingSeconds + SOCKETS.pongSeconds) connection.client.terminate();
}

export function send(connection: TrpcConnection, text: string): void {
  sendFrame(connection, toTextFrame(text));
}

function receive(connection: TrpcConnection, data: RawData, isBinary: boolean): void {
  const text = isBinary ? '' : String(data);
  if (!consumeAllowance(connection, 1)) return;
  if (connection.isAuthenticated) connection.silentSeconds = 0;
  if (text === 'PONG') return;
  if (text === 'PING') send(connection, 'PONG');
  else if (connection.isAuthenticated) handleMessages(connection, text);
  else authenticate(connection, text);
}

function handleMessages(connection: TrpcConnection, text: string): void {
  try {
    const messages = parseMessages(text);
    if (!consumeAllowance(connection, messages.length - 1)) return;
    for (const [index, message] of messages.entries()) void handleMessage(connection, message, index);
  } catch (error) {
    send(connection, toErrorMessage(error));
  }
}

function consumeAllowance(connection: TrpcConnection, messages: number): boolean {
  const { client } = connection;
  if (client.readyState !== WebSocket.OPEN) return false;
  connection.allowance -= messages;
  if (connection.allowance >= 0) return true;
  disconnect(client);
  return false;
}

function authenticate(connection: TrpcConnection, text: string): void {
  try {
    connection.token = parseToken(text);
    connection.isAuthenticated = true;
    connection.silentSeconds = 0;
    void getSession(connection);
  } catch (error) {
    send(connection, toErrorMessage(error));
    connection.client.close();
  }
}

function getSession(connection: TrpcConnection): Promise<Session> {
  connection.session ??= findSession(connection);
  return connection.session;
}

async function findSession(connection: TrpcConnection): Promise<Session> {
  const { source, client, token } = connection;
  // Subscribes before the session is looked up, so that its end cannot be missed.
  const watch = token ? source.hub.subscribe({ sessionId: hashToken(token), isSessionUnread: true }) : null;
  const session = await source.sessionOf(token && `Bearer ${token}`);
  const isSignedIn = session.state === 'actor';
  if (session.state === 'failed') connection.session = null;
  else if (!connection.setSignedIn(isSignedIn)) client.close(POLICY_VIOLATION, 'Too many connections');
  if (isSignedIn && watch) closeWithSession(client, watch).catch(source.onError);
  else watch?.close();
  return session;
}

/** Made for each call: the connection keeps the session only, because there may be thousands of connections. */
async function createContext(connection: TrpcConnection): Promise<Ctx> {
  const session = await getSession(connection);
  return Object.assign(connection.source.contextOf(session, connection.caller), { endsWithSession: session.state === 'actor' });
}

async function closeWithSession(client: WebSocket, watch: Subscription): Promise<void> {
  client.once('close', watch.close);
  if (client.readyState !== WebSocket.OPEN) return watch.close();
  while (await watch.next());
  client.close();
}

async function handleMessage(connection: TrpcConnection, message: TRPCClientOutgoingMessage, batchIndex: number): Promise<void> {
  const envelope = toEnvelope(message);
  try {
    if (message.id === null) throw new TRPCError({ code: 'PARSE_ERROR', message: '`id` is required' });
    if (message.method === 'subscription.stop') connection.subscriptions.get(message.id)?.abort();
    else if (message.method === 'subscription') await subscribe(connection, message, envelope);
    else send(connection, toResultMessage(envelope, await call(connection, message, { batchIndex })));
  } catch (error) {
    send(connection, toErrorMessage(error, envelope, message.method === 'subscription.stop' ? undefined : message));
  }
}

type CallOptions = { batchIndex: number; signal?: AbortSignal };

async function call(connection: TrpcConnection, { method, params }: TRPCRequestMessage, { batchIndex, signal }: CallOptions): Promise<unknown> {
  const { path, input: rawInput, lastEventId } = params;
  const input = lastEventId === undefined ? rawInput : { ...Object(rawInput), lastEventId };
  return callTRPCProcedure({
    router: appRouter,
    path,
    getRawInput: async () => input,
    ctx: await createContext(connection),
    type: method,
    signal,
    batchIndex,
  });
}

async function subscribe(connection: TrpcConnection, message: TRPCRequestMessage, envelope: Envelope): Promise<void> {
  const { subscriptions } = connection;
  const id = message.id ?? '';
  if (subscriptions.has(id)) throw new TRPCError({ code: 'BAD_REQUEST', message: `Duplicate id ${id}` });
  if (subscriptions.size >= SOCKETS.subscriptions) throw toTRPCError(new DomainError('request.limited'));
  const abort = new AbortController();
  subscriptions.set(id, abort);
  try {
    const stream = await call(connection, message, { batchIndex: 0, signal: abort.signal });
    if (!isLiveStream(stream)) throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: `${message.params.path} is not live` });
    send(connection, toStartedMessage(envelope));
    await stream.pushTo((cursor, event) => sendFrameTogether(connection, toEventFrame(envelope, cursor, event)));
    send(connection, toStoppedMessage(envelope));
  } finally {
    subscriptions.delete(id);
  }
}
