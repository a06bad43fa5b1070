import { type TRPCWebSocketClient, wsLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import { type InboxPage, type LoadInbox, pollInbox, runWhileVisible } from '#client/lib/realtime/inbox-poll.ts';
import { getRetryDelay, makeLiveSocket } from '#client/lib/realtime/live-socket.ts';
import { readFrom as pageReadFrom, type ReadFrom } from '#client/lib/realtime/read-from.ts';
import { isFinal, isUnauthenticated } from '#client/lib/rpc/errors.ts';
import type { Link } from '#client/lib/rpc/trpc.ts';
import type { Session } from '#client/lib/session/session-store.ts';
import { transformer } from '#shared/transformer.ts';

const REFETCH_MS = 15_000;

export type LiveLinkOptions = {
  session: Pick<Session, 'token' | 'viewer' | 'subscribe' | 'check'>;
  readFrom?: Pick<ReadFrom, 'cursor' | 'advance' | 'isAwaited' | 'subscribe'>;
  load: LoadInbox;
};

/**
 * Subscriptions over one WebSocket. One lasts until its caller, the session or the server ends it; after anything else it continues from the last event.
 * Without a socket the inbox is polled from the same cursor.
 */
export function makeLiveLink({ session, readFrom = pageReadFrom, load }: LiveLinkOptions): Link {
  const socket = makeLiveSocket(session);

  return (runtime) =>
    ({ op, next }) =>
      observable((observer) => {
        let userId = session.viewer()?.id;
        let token = session.token();
        let currentClient: TRPCWebSocketClient | null = null;
        let running: Unsubscribable | undefined;
        let timer: ReturnType<typeof setTimeout> | undefined;
        let stopPolling: (() => void) | undefined;
        let lastEventId: string | undefined;
        let failures = 0;
        const isInbox = op.path === 'inbox.stream';

        function update(): void {
          if (session.token() === null) {
            observer.complete();
            return;
          }
          const client = socket.client();
          if (client !== currentClient || session.token() !== token) disconnect();
          currentClient = client;
          token = session.token();
          // Cursors of another account's inbox mean nothing.
          const viewerId = session.viewer()?.id ?? userId;
          if (userId !== undefined && viewerId !== userId) lastEventId = undefined;
          userId = viewerId;
          if (client && !running && timer === undefined) connect(client);
          if (!client) stopPolling ??= startPolling();
        }

        function connect(client: TRPCWebSocketClient): void {
          timer = undefined;
          if (isInbox && lastEventId === undefined) {
            if (readFrom.isAwaited()) return;
            lastEventId = readFrom.cursor();
          }
          const link = wsLink({ client, transformer })(runtime);
          const resumed = { ...op, input: { ...Object(op.input), ...(lastEventId !== undefined && { lastEventId }) } };
          running = link({ op: resumed, next }).subscribe({
            next(value) {
              const { result } = value;
              if ('id' in result && result.id) advance(result.id);
              if (result.type === undefined || result.type === 'data') failures = 0;
              observer.next(value);
            },
            error: (error) => (isFinal(error) ? observer.error(error) : reconnect(client)),
            complete: () => reconnect(client),
          });
        }

        function advance(cursor: string): void {
          lastEventId = cursor;
          if (isInbox) readFrom.advance(cursor);
        }

        /** The server ended it because it restarts or the session is over. After a closed socket it waits for the next one. */
        function reconnect(client: TRPCWebSocketClient): void {
          if (socket.client() !== client || currentClient !== client) return;
          running = undefined;
          void session.check();
          failures += 1;
          timer = setTimeout(connect, getRetryDelay(failures), client);
        }

        function disconnect(): void {
          clearTimeout(timer);
          timer = undefined;
          stopPolling?.();
          stopPolling = undefined;
          // The server still confirms the stop, which must not be treated as a lost connection.
          currentClient = null;
          running?.unsubscribe();
          running = undefined;
        }

        function startPolling(): () => void {
          if (!isInbox) return runWhileVisible(emitRefetch, { firstMs: REFETCH_MS, everyMs: REFETCH_MS });
          return pollInbox({ load: loadAndCheck, cursor: () => (lastEventId ??= readFrom.cursor()), onPage: handlePage });
        }

        const emitRefetch = () => observer.next({ result: { type: 'data', data: { id: '', data: op.input } } });

        const emitReset = () => observer.next({ result: { type: 'data', data: { id: lastEventId ?? '', data: { type: 'reset' } } } });

        function handlePage({ cursor, events }: InboxPage): void {
          for (const { id, event } of events) observer.next({ result: { id, type: 'data', data: { id, data: event } } });
          advance(cursor);
        }

        const loadAndCheck: LoadInbox = async (cursor, signal) => {
          try {
            return await load(cursor, signal);
          } catch (error) {
            if (isUnauthenticated(error)) void session.check();
            throw error;
          }
        };

        const release = socket.acquire();
        const unsubscribe = socket.subscribe(update);
        const stopFollowing = isInbox ? readFrom.subscribe((isOlder) => (isOlder ? emitReset() : update())) : null;
        update();
        return () => {
          unsubscribe();
          stopFollowing?.();
          disconnect();
          release();
        };
      });
}
