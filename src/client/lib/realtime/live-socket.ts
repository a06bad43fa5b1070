import { createWSClient, type TRPCWebSocketClient } from '@trpc/client';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import type { Session } from '#client/lib/session/session-store.ts';
import { CONNECTION } from '#shared/vocabulary/limits.ts';

const KEEP_ALIVE = { enabled: true, intervalMs: 15_000, pongTimeoutMs: 5000 };
const UNUSED_MS = 10_000;
/** Apart by chance, so that not all come at once after a restart. */
const SPREAD = 0.2;

/** Before the next try, when so many have failed since the last connection that held. */
export function pauseBefore(failures: number, chance = Math.random()): number {
  const isRoundOver = failures > 0 && failures % CONNECTION.attempts === 0;
  const pauseMs = failures === 0 ? CONNECTION.newTokenMs : isRoundOver ? CONNECTION.retryMs : CONNECTION.attemptMs;
  return pauseMs * (1 + (chance - 0.5) * SPREAD);
}

export type LiveSocket = {
  /** The client of the open socket; null while there is none. */
  client: () => TRPCWebSocketClient | null;
  /** Says whenever `client` has become another, and when the session has. */
  subscribe: (follow: () => void) => () => void;
  /** Something is followed: until it is let go there is a socket, or tries to open one. */
  hold: () => () => void;
};

type Current = { client: TRPCWebSocketClient; openedAt: number | null; deadline: ReturnType<typeof setTimeout> };

/** One WebSocket, which exists only while somebody is signed in and something is followed. */
export function makeLiveSocket(session: Pick<Session, 'token' | 'subscribe'>): LiveSocket {
  const followers = new Set<() => void>();
  let holders = 0;
  let token = session.token();
  let current: Current | null = null;
  let failures = 0;
  let next: ReturnType<typeof setTimeout> | undefined;
  let unused: ReturnType<typeof setTimeout> | undefined;

  const tell = () => {
    if (holders === 0 || token === null || current?.openedAt) connectionState.set('live');
    else if (connectionState.get() === 'live') connectionState.set('cut');
    for (const follow of [...followers]) follow();
  };

  function drop(): void {
    if (!current) return;
    const { client, deadline } = current;
    current = null;
    clearTimeout(deadline);
    // One that is still opening is not waited for.
    client.connection?.ws?.close();
    void client.close();
  }

  function open(): void {
    clearTimeout(next);
    next = undefined;
    if (holders === 0 || token === null) return;
    const { protocol, host } = window.location;
    const params = { token };
    const client: TRPCWebSocketClient = createWSClient({
      url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/trpc`,
      connectionParams: () => params,
      keepAlive: KEEP_ALIVE,
      onOpen: () => opened(client),
      onError: () => lost(client),
      onClose: () => lost(client),
    });
    current = { client, openedAt: null, deadline: setTimeout(() => lost(client), CONNECTION.timeoutMs) };
  }

  function opened(client: TRPCWebSocketClient): void {
    if (current?.client !== client) return;
    clearTimeout(current.deadline);
    current.openedAt = Date.now();
    tell();
  }

  function lost(client: TRPCWebSocketClient): void {
    if (current?.client !== client) return;
    const { openedAt } = current;
    // One that is closed as soon as it opens has not held.
    failures = openedAt !== null && Date.now() - openedAt >= CONNECTION.retryMs ? 0 : failures + 1;
    drop();
    again(pauseBefore(failures));
  }

  function again(ms: number): void {
    clearTimeout(next);
    next = setTimeout(open, ms);
    tell();
  }

  /** What still looks open may have died with the network that is gone. */
  function comeBack(): void {
    if (holders === 0 || token === null) return;
    failures = 0;
    drop();
    again(0);
  }

  function look(): void {
    if (document.visibilityState === 'visible' && holders > 0 && token !== null && !current) comeBack();
  }

  session.subscribe(() => {
    if (token === session.token()) return;
    token = session.token();
    failures = 0;
    drop();
    again(CONNECTION.newTokenMs);
  });
  window.addEventListener('online', comeBack);
  document.addEventListener('visibilitychange', look);

  return {
    client: () => (current?.openedAt ? current.client : null),
    subscribe(follow) {
      followers.add(follow);
      return () => void followers.delete(follow);
    },
    hold() {
      clearTimeout(unused);
      holders += 1;
      if (!current && next === undefined) open();
      tell();
      return () => {
        holders -= 1;
        if (holders === 0) unused = setTimeout(letGo, UNUSED_MS);
      };
    },
  };

  function letGo(): void {
    clearTimeout(next);
    next = undefined;
    drop();
    tell();
  }
}
