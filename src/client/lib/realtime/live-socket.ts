import { createWSClient, type TRPCWebSocketClient } from '@trpc/client';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import type { Session } from '#client/lib/session/session-store.ts';
import { CONNECTION } from '#shared/vocabulary/limits.ts';

const KEEP_ALIVE = { enabled: true, intervalMs: 15_000, pongTimeoutMs: 5000 };
const IDLE_MS = 10_000;
/** Random, so that not all browsers reconnect at once after a restart. */
const JITTER = 0.2;

export function getRetryDelay(failures: number, random = Math.random()): number {
  const isRoundOver = failures > 0 && failures % CONNECTION.attempts === 0;
  const pauseMs = failures === 0 ? CONNECTION.newTokenMs : isRoundOver ? CONNECTION.retryMs : CONNECTION.attemptMs;
  return pauseMs * (1 + (random - 0.5) * JITTER);
}

export type LiveSocket = {
  client: () => TRPCWebSocketClient | null;
  subscribe: (listener: () => void) => () => void;
  acquire: () => () => void;
};

type Current = { client: TRPCWebSocketClient; openedAt: number | null; deadline: ReturnType<typeof setTimeout> };

export function makeLiveSocket(session: Pick<Session, 'token' | 'subscribe'>): LiveSocket {
  const listeners = new Set<() => void>();
  let holders = 0;
  let token = session.token();
  let current: Current | null = null;
  let failures = 0;
  let openTimer: ReturnType<typeof setTimeout> | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const notify = () => {
    if (holders === 0 || token === null || current?.openedAt) connectionState.set('live');
    else if (connectionState.get() === 'live') connectionState.set('cut');
    for (const listener of [...listeners]) listener();
  };

  function close(): void {
    if (!current) return;
    const { client, deadline } = current;
    current = null;
    clearTimeout(deadline);
    // A socket that is still opening is not waited for.
    client.connection?.ws?.close();
    void client.close();
  }

  function open(): void {
    clearTimeout(openTimer);
    openTimer = undefined;
    if (holders === 0 || token === null) return;
    const { protocol, host } = window.location;
    const params = { token };
    const client: TRPCWebSocketClient = createWSClient({
      url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/trpc`,
      connectionParams: () => params,
      keepAlive: KEEP_ALIVE,
      onOpen: () => handleOpen(client),
      onError: () => handleClose(client),
      onClose: () => handleClose(client),
    });
    current = { client, openedAt: null, deadline: setTimeout(() => handleClose(client), CONNECTION.timeoutMs) };
  }

  function handleOpen(client: TRPCWebSocketClient): void {
    if (current?.client !== client) return;
    clearTimeout(current.deadline);
    current.openedAt = Date.now();
    notify();
  }

  function handleClose(client: TRPCWebSocketClient): void {
    if (current?.client !== client) return;
    const { openedAt } = current;
    // One that closes as soon as it opens counts as a failure.
    failures = openedAt !== null && Date.now() - openedAt >= CONNECTION.retryMs ? 0 : failures + 1;
    close();
    openAfter(getRetryDelay(failures));
  }

  function openAfter(ms: number): void {
    clearTimeout(openTimer);
    openTimer = setTimeout(open, ms);
    notify();
  }

  /** A socket may look open after its network has gone. */
  function reopen(): void {
    if (holders === 0 || token === null) return;
    failures = 0;
    close();
    openAfter(0);
  }

  function handleVisibility(): void {
    if (document.visibilityState === 'visible' && holders > 0 && token !== null && !current) reopen();
  }

  session.subscribe(() => {
    if (token === session.token()) return;
    token = session.token();
    failures = 0;
    close();
    openAfter(CONNECTION.newTokenMs);
  });
  window.addEventListener('online', reopen);
  document.addEventListener('visibilitychange', handleVisibility);

  return {
    client: () => (current?.openedAt ? current.client : null),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    acquire() {
      clearTimeout(idleTimer);
      holders += 1;
      if (!current && openTimer === undefined) open();
      notify();
      return () => {
        holders -= 1;
        if (holders === 0) idleTimer = setTimeout(stop, IDLE_MS);
      };
    },
  };

  function stop(): void {
    clearTimeout(openTimer);
    openTimer = undefined;
    close();
    notify();
  }
}
