import { EventEmitter, on, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createTRPCClient, type TRPCClientError } from '@trpc/client';
import { initTRPC, TRPCError, tracked } from '@trpc/server';
import { applyWSSHandler, type CreateWSSContextFnOptions } from '@trpc/server/adapters/ws';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { makeLiveLink } from '#client/lib/realtime/connection.ts';
import { makeReadFrom } from '#client/lib/realtime/read-from.ts';
import { makeSession } from '#client/lib/session/session-store.ts';
import type { AppRouter } from '#server/api/router.ts';
import { streamInput } from '#shared/contracts/inbox.ts';
import { transformer } from '#shared/transformer.ts';
import { STUDENT } from '#tests/support/render.tsx';

type Gate = { tokens: unknown[]; refusals: TRPCError[]; resumedAfter: (string | null | undefined)[] };

/** The wire of the real server with an inbox that the test fills. */
async function startServer() {
  const gate: Gate = { tokens: [], refusals: [], resumedAfter: [] };
  const events = new EventEmitter().setMaxListeners(50);
  const storedIds: number[] = [];
  const t = initTRPC.create({
    transformer,
    errorFormatter: ({ shape }) => ({ ...shape, data: { ...shape.data, domainCode: 'auth.expired', httpStatus: 401 } }),
  });
  const stream = t.procedure.input(streamInput).subscription(async function* ({ input, signal }) {
    gate.resumedAfter.push(input.lastEventId);
    const refusal = gate.refusals.shift();
    if (refusal) throw refusal;
    const wakes = on(events, 'any', { signal });
    let at = Number(input.lastEventId ?? 0);
    for (;;) {
      for (const id of storedIds.filter((storedId) => storedId > at)) yield tracked(String(id), { type: 'reset' as const });
      at = storedIds.at(-1) ?? at;
      const { value } = await wakes.next();
      if (value[0] === 'end') return;
    }
  });
  const server: Server = createServer();
  const wss = new WebSocketServer({ server });
  const createContext = ({ info }: CreateWSSContextFnOptions) => {
    gate.tokens.push(info.connectionParams?.token);
    return {};
  };
  const handler = applyWSSHandler({ wss, router: t.router({ inbox: t.router({ stream }) }), createContext });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    gate,
    wss,
    host: `127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    happen: (id: number) => {
      storedIds.push(id);
      events.emit('any', 'news');
    },
    endStreams: () => events.emit('any', 'end'),
    cut: () => wss.clients.forEach((client) => void client.terminate()),
    close: () => {
      handler.broadcastReconnectNotification();
      for (const client of wss.clients) client.terminate();
      server.close();
    },
  };
}

let server: Awaited<ReturnType<typeof startServer>>;
beforeEach(async () => {
  server = await startServer();
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: server.host });
});
afterEach(() => {
  server.close();
  vi.unstubAllGlobals();
});

function subscribe({ isSignedIn = true } = {}) {
  const session = makeSession();
  if (isSignedIn) session.begin({ token: 'a-token', user: STUDENT }, { isRemembered: true });
  const check = vi.fn(async () => {});
  const client = createTRPCClient<AppRouter>({
    links: [
      makeLiveLink({ session: { ...session, check }, readFrom: makeReadFrom(session), load: () => Promise.reject(new Error('nobody is to poll')) }),
    ],
  });
  const received: string[] = [];
  const ends: (string | TRPCClientError<AppRouter>)[] = [];
  const subscription = client.inbox.stream.subscribe(
    {},
    {
      onData: ({ id }) => received.push(id),
      onComplete: () => ends.push('complete'),
      onError: (error) => ends.push(error),
    },
  );
  return { session, check, heard: received, ends, stop: () => subscription.unsubscribe() };
}

const soon = <T>(check: () => T) => vi.waitFor(check, { timeout: 3000, interval: 5 });
const expectReceived = (received: string[], ids: string[]) => soon(() => expect(received).toEqual(ids));

describe('the live connection', () => {
  // spec realtime.1 | C §9 Realtime, D Realtime and notifications | The connection goes to the page's own origin, with the token |
  //   src/client/lib/realtime/live-socket.ts
  it('carries the token in its first message', async () => {
    const { heard: received, stop } = subscribe();
    server.happen(1);
    await expectReceived(received, ['1']);
    expect(server.gate.tokens).toEqual(['a-token']);
    stop();
  });

  // spec states.13 | P §4 Session | A realtime connection exists only while user and token do | src/client/lib/realtime/live-socket.ts
  it('does not exist while nobody is signed in', async () => {
    const { ends } = subscribe({ isSignedIn: false });
    await soon(() => expect(ends).toEqual(['complete']));
    expect(server.wss.clients.size).toBe(0);
  });

  // spec realtime.9
  it('is back soon after a cut, and misses nothing and repeats nothing', async () => {
    const { heard: received, stop } = subscribe();
    server.happen(1);
    await expectReceived(received, ['1']);
    server.cut();
    server.happen(2);
    server.happen(3);
    await expectReceived(received, ['1', '2', '3']);
    stop();
  });

  // spec realtime.9
  it('takes a stream up again that the server has ended, after the last event, and has the session checked', async () => {
    const { heard: received, check, ends, stop } = subscribe();
    server.happen(1);
    await expectReceived(received, ['1']);
    server.endStreams();
    await soon(() => expect(check).toHaveBeenCalled());
    server.happen(2);
    await expectReceived(received, ['1', '2']);
    expect(server.gate.resumedAfter).toEqual([undefined, '1']);
    expect(ends).toEqual([]);
    stop();
  });

  it('tries again after a refusal that the session’s check does not confirm', async () => {
    server.gate.refusals.push(new TRPCError({ code: 'UNAUTHORIZED' }));
    const { heard: received, check, ends, stop } = subscribe();
    server.happen(1);
    await expectReceived(received, ['1']);
    expect(check).toHaveBeenCalledTimes(1);
    expect(ends).toEqual([]);
    stop();
  });

  // spec realtime.3 | C §9 Realtime | It closes on logout | src/client/lib/realtime/live-socket.ts
  it('closes with the session', async () => {
    const { session, heard: received, ends } = subscribe();
    server.happen(1);
    await expectReceived(received, ['1']);
    session.end();
    await soon(() => expect(server.wss.clients.size).toBe(0));
    expect(ends).toEqual(['complete']);
  });

  // spec realtime.4 | C §9 Realtime | After another login it connects anew, 100 ms after the token changes | src/client/lib/realtime/live-socket.ts
  it('is another one after another login', async () => {
    const { session, heard: received, stop } = subscribe();
    server.happen(1);
    await expectReceived(received, ['1']);
    session.begin({ token: 'another', user: STUDENT }, { isRemembered: true });
    server.happen(2);
    await expectReceived(received, ['1', '2']);
    expect(server.gate.tokens).toEqual(['a-token', 'another']);
    stop();
  });
});
