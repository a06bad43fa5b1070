import type { Duplex } from 'node:stream';
import { callTRPCProcedure, TRPCError } from '@trpc/server';
import type { TRPCClientOutgoingMessage, TRPCRequestMessage } from '@trpc/server/rpc';
import { type RawData, WebSocket } from 'ws';
import { type Client, type Ctx, requireSessionId } from '#server/core/context.ts';
import { toTRPCError } from '#server/core/errors.ts';
import type { Hub } from '#server/core/hub.ts';
import { isLiveStream } from '#server/core/live-stream.ts';
import { disconnect } from '#server/core/socket-limits.ts';
import { DomainError } from '#shared/errors.ts';
import { SOCKETS } from '#shared/vocabulary/limits.ts';
import { type ContextSource, contextFor } from './http.ts';
import { appRouter } from './router.ts';
import { answer, frameOf, messagesIn, news, type Opening, openingOf, refusal, started, stopped, tokenIn } from './socket-wire.ts';

export type LineSource = ContextSource & { hub: Hub; failed: (error: Error) => void };

/** One connection, in as little as a thousand of them are kept in. */
export type Line = {
  source: LineSource;
  client: WebSocket;
  /** What `client` stands on: whole frames go to it directly. */
  socket: Duplex;
  caller: Client;
  /** False until it has said who is there, where its address has promised that. */
  isIntroduced: boolean;
  authorization: string | undefined;
  ctx: Promise<Ctx> | null;
  subscriptions: Map<string | number, AbortController>;
  /** Told once whether its owner has a session; answers whether it may stay. */
  mayStay: (isSignedIn: boolean) => boolean;
  /** Messages that it may still send now. */
  allowance: number;
  /** Seconds since it was heard. */
  silence: number;
};

const POLICY = 1008;

export function openLine(source: LineSource, opened: Pick<Line, 'client' | 'socket' | 'caller' | 'isIntroduced' | 'mayStay'>): Line {
  const { client, isIntroduced } = opened;
  const line: Line = {
    source,
    ...opened,
    authorization: undefined,
    ctx: null,
    subscriptions: new Map(),
    allowance: SOCKETS.burst,
    silence: 0,
  };
  client.on('message', (data, isBinary) => hear(line, data, isBinary));
  // A frame of rubbish ends its own connection and nothing else.
  client.on('error', source.failed);
  client.once('close', () => {
    for (const subscription of line.subscriptions.values()) subscription.abort();
  });
  if (isIntroduced) void whoIs(line);
  return line;
}

/** Once a second: pings whoever is silent, and lets go of who does not answer or never says who is there. */
export function tick(line: Line): void {
  line.allowance = Math.min(SOCKETS.burst, line.allowance + SOCKETS.perSecond);
  line.silence += 1;
  if (!line.isIntroduced) {
    if (line.silence >= SOCKETS.helloSeconds) line.client.close(POLICY, 'Nobody said who is there');
  } else if (line.silence === SOCKETS.pingSeconds) send(line, 'PING');
  else if (line.silence >= SOCKETS.pingSeconds + SOCKETS.pongSeconds) line.client.terminate();
}

export function send(line: Line, text: string): void {
  write(line.client, line.socket, frameOf(text));
}

function write(client: WebSocket, socket: Duplex, frame: Buffer): void {
  if (client.readyState !== WebSocket.OPEN) return;
  if (socket.writableLength > SOCKETS.unreadBytes) client.terminate();
  else socket.write(frame);
}

function hear(line: Line, data: RawData, isBinary: boolean): void {
  const text = isBinary ? '' : String(data);
  if (!mayHear(line, 1)) return;
  if (line.isIntroduced) line.silence = 0;
  if (text === 'PONG') return;
  if (text === 'PING') send(line, 'PONG');
  else if (line.isIntroduced) takeAll(line, text);
  else introduce(line, text);
}

function takeAll(line: Line, text: string): void {
  try {
    const messages = messagesIn(text);
    if (mayHear(line, messages.length - 1)) messages.forEach((message, nth) => void take(line, message, nth));
  } catch (error) {
    send(line, refusal(error));
  }
}

function mayHear(line: Line, messages: number): boolean {
  const { client } = line;
  if (client.readyState !== WebSocket.OPEN) return false;
  line.allowance -= messages;
  if (line.allowance >= 0) return true;
  disconnect(client);
  return false;
}

function introduce(line: Line, text: string): void {
  try {
    const token = tokenIn(text);
    line.authorization = token ? `Bearer ${token}` : undefined;
    line.isIntroduced = true;
    line.silence = 0;
    void whoIs(line);
  } catch (error) {
    send(line, refusal(error));
    line.client.close();
  }
}

/** Looked up once; again with the next message, where nobody could. */
function whoIs(line: Line): Promise<Ctx> {
  line.ctx ??= contextFor(line.source, line.authorization, line.caller).then((ctx) => {
    if (ctx.session.state === 'failed') line.ctx = null;
    else if (!line.mayStay(ctx.session.state === 'actor')) line.client.close(POLICY, 'Too many connections');
    if (ctx.session.state === 'actor') endWithSession(line, requireSessionId(ctx.session.actor)).catch(line.source.failed);
    return ctx;
  });
  return line.ctx;
}

async function endWithSession({ client, source }: Line, sessionId: string): Promise<void> {
  if (client.readyState !== WebSocket.OPEN) return;
  const follower = source.hub.subscribe({ sessionId });
  client.once('close', follower.close);
  while (await follower.next());
  client.close();
}

async function take(line: Line, message: TRPCClientOutgoingMessage, batchIndex: number): Promise<void> {
  const opening = openingOf(message);
  try {
    if (message.id === null) throw new TRPCError({ code: 'PARSE_ERROR', message: '`id` is required' });
    if (message.method === 'subscription.stop') line.subscriptions.get(message.id)?.abort();
    else if (message.method === 'subscription') await follow(line, message, opening);
    else send(line, answer(opening, await call(line, message, { batchIndex })));
  } catch (error) {
    send(line, refusal(error, opening, message.method === 'subscription.stop' ? undefined : message));
  }
}

async function call(line: Line, { method, params }: TRPCRequestMessage, more: { batchIndex: number; signal?: AbortSignal }): Promise<unknown> {
  const { path, input: sent, lastEventId } = params;
  const input = lastEventId === undefined ? sent : { ...Object(sent), lastEventId };
  return callTRPCProcedure({
    router: appRouter,
    path,
    getRawInput: async () => input,
    ctx: await whoIs(line),
    type: method,
    signal: more.signal,
    batchIndex: more.batchIndex,
  });
}

async function follow(line: Line, message: TRPCRequestMessage, opening: Opening): Promise<void> {
  const { subscriptions, client, socket } = line;
  const id = message.id ?? '';
  if (subscriptions.has(id)) throw new TRPCError({ code: 'BAD_REQUEST', message: `Duplicate id ${id}` });
  if (subscriptions.size >= SOCKETS.subscriptions) throw toTRPCError(new DomainError('request.limited'));
  const ending = new AbortController();
  subscriptions.set(id, ending);
  try {
    const events = await call(line, message, { batchIndex: 0, signal: ending.signal });
    if (!isLiveStream(events)) throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: `${message.params.path} is not live` });
    send(line, started(opening));
    await events.forEach((cursor, event) => write(client, socket, news(opening, cursor, event)));
    send(line, stopped(opening));
  } finally {
    subscriptions.delete(id);
  }
}
