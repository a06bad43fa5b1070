import { createWSClient, type TRPCClientError, type TRPCWebSocketClient, wsLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import superjson from 'superjson';
import { refusalOf } from './refusals.ts';
import type { Session } from './session-store.ts';
import type { Link } from './trpc.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;
const KEEP_ALIVE = { enabled: true, intervalMs: 15_000, pongTimeoutMs: 5000 };
const UNUSED_MS = 10_000;

/** Quick after a cut, then twice as long each time; apart by chance, so that not all come at once. */
export function pauseBefore(attempt: number, chance = Math.random()): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS / 1.5) * (1 + chance / 2);
}

/**
 * Subscriptions over one WebSocket, which exists only while somebody is signed in and something is followed.
 * A subscription lasts until its caller ends it, the session does, or the server refuses it; whatever else ends it,
 * it is taken up again after the last event.
 */
export function makeLiveLink(session: Pick<Session, 'token' | 'subscribe' | 'check'>): Link {
  let socket: { token: string; client: TRPCWebSocketClient } | null = null;

  function socketOf(token: string): TRPCWebSocketClient {
    if (socket?.token !== token) {
      void socket?.client.close();
      socket = { token, client: connect(token) };
    }
    return socket.client;
  }

  session.subscribe(() => {
    if (!socket || socket.token === session.token()) return;
    void socket.client.close();
    socket = null;
  });

  return (runtime) =>
    ({ op, next }) =>
      observable((observer) => {
        let running: Unsubscribable | undefined;
        let timer: ReturnType<typeof setTimeout> | undefined;
        let lastEventId: string | undefined;
        let attempt = 0;

        function follow(): void {
          const token = session.token();
          if (token === null) {
            observer.complete();
            return;
          }
          const link = wsLink({ client: socketOf(token), transformer: superjson })(runtime);
          const resumed = { ...op, input: { ...Object(op.input), ...(lastEventId !== undefined && { lastEventId }) } };
          running = link({ op: resumed, next }).subscribe({
            next(value) {
              const { result } = value;
              if ('id' in result && result.id) lastEventId = result.id;
              if (result.type === undefined || result.type === 'data') attempt = 0;
              observer.next(value);
            },
            error: (error) => (isFinal(error) ? observer.error(error) : again()),
            complete: again,
          });
        }

        /** The server ended it: it restarts, or the session is over. */
        function again(): void {
          if (session.token() === null) {
            observer.complete();
            return;
          }
          void session.check();
          timer = setTimeout(follow, pauseBefore(attempt));
          attempt += 1;
        }

        follow();
        return () => {
          clearTimeout(timer);
          running?.unsubscribe();
        };
      });
}

function connect(token: string): TRPCWebSocketClient {
  const { protocol, host } = window.location;
  return createWSClient({
    url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/trpc`,
    connectionParams: () => ({ token }),
    retryDelayMs: pauseBefore,
    lazy: { enabled: true, closeMs: UNUSED_MS },
    keepAlive: KEEP_ALIVE,
  });
}

/** A refusal that asking again does not change. Whether the session is over, its own check says. */
function isFinal(error: TRPCClientError<never>): boolean {
  const status = refusalOf(error)?.status ?? 503;
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}
